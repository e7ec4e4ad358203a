/** Which branches a session has written to. */
import type { Handle } from "../context";
import { prepared } from "../db/prepared";

export interface OpenBranch {
  projectId: number;
  branch: string | null;
  /** The session came in from a transcript. */
  isHistory: boolean;
}

/** Branches of the session with something that no reflection holds, and the session's own; none of a forgotten one. */
export const openBranches = (handle: Handle, sessionId: number): OpenBranch[] =>
  (
    prepared(
      handle,
      `SELECT DISTINCT o.project_id AS projectId, o.branch,
         coalesce((SELECT t.from_transcript FROM turns t WHERE t.session_id = @sessionId ORDER BY t.number DESC LIMIT 1), 0) AS isHistory
       FROM observations o JOIN sessions s ON s.id = o.session_id AND s.status <> 'deleted'
       WHERE o.session_id = @sessionId AND o.status = 'active'`,
    ).all({ sessionId }) as (Omit<OpenBranch, "isHistory"> & { isHistory: number })[]
  ).map((row) => ({ ...row, isHistory: row.isHistory === 1 }));
