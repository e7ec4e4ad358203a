/** Which of a host's sessions are stored already. */
import type { Handle } from "../context";
import { prepared } from "../db/prepared";

export const knownSessions = (handle: Handle, host: string, hostSessionIds: string[]): number =>
  prepared(
    handle,
    "SELECT count(*) FROM sessions WHERE host = ? AND host_session_id IN (SELECT value FROM json_each(?))",
  )
    .pluck()
    .get(host, JSON.stringify(hostSessionIds)) as number;
