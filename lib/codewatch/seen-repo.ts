/** Which turns of a session `--hook` has taken in (C22), as hashes in the feed: no words of them. */
import { appendActivity } from "../activity/repo";
import type { Handle } from "../context";
import { prepared } from "../db/prepared";

export interface SeenSession {
  id: number;
  projectId: number;
  cwd: string | null;
  branch: string | null;
}

const KIND = "codewatch.hooked";

export const isSeen = (handle: Handle, sessionId: number, hash: string): boolean =>
  prepared(
    handle,
    `SELECT 1 FROM activity WHERE session_id = ? AND kind = '${KIND}' AND json_extract(data, '$.hash') = ? LIMIT 1`,
  ).get(sessionId, hash) !== undefined;

export const markSeen = (tx: Handle, now: number, sessionId: number, projectId: number, hash: string): void =>
  appendActivity(tx, now, { kind: KIND, sessionId, projectId, data: { hash } });

export const sessionNamed = (handle: Handle, host: string, hostSessionId: string): SeenSession | undefined =>
  prepared(
    handle,
    `SELECT id, project_id AS projectId, cwd, branch FROM sessions WHERE host = ? AND host_session_id = ? AND status <> 'deleted'`,
  ).get(host, hostSessionId) as SeenSession | undefined;
