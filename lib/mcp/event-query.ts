/** One event by its number, for agents of this machine. */
import type { Handle } from "../context";
import { LOCAL_ACCOUNT } from "../contract/accounts";
import { prepared } from "../db/prepared";

export interface EventRow {
  id: number;
  kind: "tool" | "message";
  toolName: string | null;
  input: string;
  text: string;
  isError: number | null;
  branch: string | null;
  project_id: number;
  project: string;
  /** Milliseconds. */
  at: number;
}

/** Undefined where there is none, it or its session was deleted, or it is another account's. */
export const eventById = (handle: Handle, id: number): EventRow | undefined =>
  prepared(
    handle,
    `SELECT e.id, e.kind, e.tool_name AS toolName, e.input, e.text, e.is_error AS isError, e.branch, e.project_id,
       p.name AS project, e.created_at AS at
     FROM events e JOIN projects p ON p.id = e.project_id JOIN sessions s ON s.id = e.session_id
     WHERE e.id = @id AND e.status = 'active' AND s.status <> 'deleted' AND p.account_id = @account`,
  ).get({ id, account: LOCAL_ACCOUNT }) as EventRow | undefined;
