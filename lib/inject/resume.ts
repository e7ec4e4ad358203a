/** What a session that is taken up again has not been told: its context still holds the block that it began with. */
import type { Handle } from "../context";
import { prepared } from "../db/prepared";
import { sourceSession } from "../extract/source-session";
import type { Candidates } from "./candidates";

/** Of a block for a session that was taken up again: what stood before it in the context still stands there. */
export const SESSION_RESUME = "SessionResume";

/** Activity of a session whose context was shortened: what it was told is gone. */
export const SESSION_COMPACTED = "session.compacted";

/** Has this session no block of its start that its context still holds? */
export function isStartDue(handle: Handle, host: string, session: string): boolean {
  const held = prepared(
    handle,
    `SELECT created_at FROM injections WHERE host_session_id = @session AND host IS @host
       AND event IN ('SessionStart', '${SESSION_RESUME}') ORDER BY id DESC LIMIT 1`,
  )
    .pluck()
    .get({ host, session }) as number | undefined;
  if (held === undefined) return true;
  const lost = prepared(
    handle,
    `SELECT max(a.created_at) FROM sessions s JOIN activity a ON a.session_id = s.id
     WHERE s.host_session_id = @session AND s.host = @host AND a.kind = '${SESSION_COMPACTED}'`,
  )
    .pluck()
    .get({ host, session }) as number | null;
  return lost !== null && lost >= held;
}

export interface Earlier {
  /** Milliseconds: when the session's last block of this kind was made. */
  since: number;
  /** Id of the session itself; 0 = unknown. What came of it, it knows. */
  sessionId: number;
  /** The same as memories name it. */
  source: string;
}

/** null = this session got no block yet, or none that its context still holds. */
export function earlierBlock(handle: Handle, host: string | null, session: string): Earlier | null {
  const since = prepared(
    handle,
    `SELECT created_at FROM injections WHERE host_session_id = @session AND host IS @host
       AND event IN ('SessionStart', '${SESSION_RESUME}') ORDER BY id DESC LIMIT 1`,
  )
    .pluck()
    .get({ host, session }) as number | undefined;
  if (since === undefined) return null;
  const sessionId = prepared(handle, `SELECT id FROM sessions WHERE host_session_id = @session AND host IS @host`)
    .pluck()
    .get({ host, session }) as number | undefined;
  return { since, sessionId: sessionId ?? 0, source: sourceSession(session) };
}

/** What was said, done or changed since, by other sessions; all else counts neither as left out. */
export function changedSince(candidates: Candidates, { since, sessionId, source }: Earlier): Candidates {
  const isNew = ({ updatedAt }: { updatedAt: number }): boolean => updatedAt > since;
  const isMemoryNew = (row: Candidates["logs"][number]): boolean => isNew(row) && row.sourceSession !== source;
  const isWorkNew = (row: { updatedAt: number; sessionId: number | null }): boolean =>
    isNew(row) && row.sessionId !== sessionId;
  const ranked = {
    pinned: candidates.pinned.filter(({ row }) => isMemoryNew(row)),
    normal: candidates.normal.filter(({ row }) => isMemoryNew(row)),
    reference: candidates.reference.filter(({ row }) => isMemoryNew(row)),
  };
  const { task, reflection } = candidates.standing;
  const mayStand = Object.values(ranked)
    .flat()
    .filter(({ row }) => !candidates.barredMemories.has(row.id));
  return {
    ...candidates,
    ...ranked,
    logs: candidates.logs.filter(isMemoryNew),
    summaries: candidates.summaries.filter(({ row }) => isWorkNew(row)),
    observations: candidates.observations.filter(isWorkNew),
    standing: {
      task: task !== null && isWorkNew(task) ? task : null,
      reflection: reflection !== null && isNew(reflection) ? reflection : null,
    },
    total: mayStand.length,
  };
}
