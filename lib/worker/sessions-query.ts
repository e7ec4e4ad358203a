/** Reads of sessions by the host's id, and of the work that waits for one. */
import type { Handle } from "../context";
import { Host } from "../contract/capture";
import type { PendingMessage } from "../contract/worker-capture";
import { prepared } from "../db/prepared";
import { JOB } from "../jobs/kinds";

export interface SessionKey {
  host: Host;
  hostSessionId: string;
}

export interface KnownSession extends SessionKey {
  id: number;
  status: "active" | "complete" | "deleted";
}

/** All hosts are named, so that the index of (host, id) is used; one that was not forgotten comes first. */
const NEWEST = `
  SELECT id, host, host_session_id AS hostSessionId, status FROM sessions
  WHERE host IN (${Host.options.map((host) => `'${host}'`).join(", ")}) AND host_session_id = ?
  ORDER BY status = 'deleted', last_event_at DESC, id DESC LIMIT 1`;
const OF_HOST = `
  SELECT id, host, host_session_id AS hostSessionId, status FROM sessions WHERE host = ? AND host_session_id = ?`;
const BY_ID = "SELECT id, host, host_session_id AS hostSessionId, status FROM sessions WHERE id = ?";
const LAST_TURN = "SELECT coalesce(max(number), 0) FROM turns WHERE session_id = ?";
/** Keys are `<session>:<turn>`; `;` follows `:`. */
const PENDING = `
  SELECT kind, key FROM jobs
  WHERE kind IN ('${JOB.observeTurn}', '${JOB.extractTurn}', '${JOB.askTurn}') AND key >= ? AND key < ?
    AND status IN ('queued', 'running')
  ORDER BY id LIMIT 1000`;

/** The newest session with this id, whatever its host. */
export const newestSession = (handle: Handle, hostSessionId: string): KnownSession | undefined =>
  prepared(handle, NEWEST).get(hostSessionId) as KnownSession | undefined;

export const sessionOfHost = (handle: Handle, { host, hostSessionId }: SessionKey): KnownSession | undefined =>
  prepared(handle, OF_HOST).get(host, hostSessionId) as KnownSession | undefined;

export const sessionById = (handle: Handle, id: number): KnownSession | undefined =>
  prepared(handle, BY_ID).get(id) as KnownSession | undefined;

/** 0 where no turn began yet. */
export const lastTurn = (handle: Handle, sessionId: number): number =>
  prepared(handle, LAST_TURN).pluck().get(sessionId) as number;

/** What waits or runs for the session's turns, oldest first. */
export function pendingMessages(handle: Handle, sessionId: number): PendingMessage[] {
  const rows = prepared(handle, PENDING).all(`${sessionId}:`, `${sessionId};`) as { kind: string; key: string }[];
  return rows.map(({ kind, key }) => ({
    type: kind === JOB.observeTurn ? "observation" : "summarize",
    prompt_number: Number(key.slice(key.indexOf(":") + 1)),
  }));
}
