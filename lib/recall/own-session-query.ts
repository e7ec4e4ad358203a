/** What the session that asks said itself: it has it before its eyes, as long as its context holds it. By index. */
import type { Handle } from "../context";
import { prepared } from "../db/prepared";
import { sourceSession } from "../extract/source-session";
import { SESSION_COMPACTED, SESSION_RESUME } from "../inject/resume";

export interface OwnSession {
  id: number;
  host: string | null;
  session: string;
}

/** null = nobody in particular asks, or nothing of the session is stored. */
export function ownSession(handle: Handle, host: string | null, session: string): OwnSession | null {
  const id = prepared(handle, "SELECT id FROM sessions WHERE host_session_id = @session AND host IS @host")
    .pluck()
    .get({ host, session }) as number | undefined;
  return id === undefined ? null : { id, host, session };
}

/** Newest activity of a session that is looked through for a compaction. */
const ACTIVITY_MAX = 5_000;

/** Milliseconds: what was said until then the context may have lost, by a compaction or a new start. */
const lostUntil = (handle: Handle, { id, host, session }: OwnSession): number =>
  prepared(
    handle,
    `SELECT max(
       coalesce((SELECT max(created_at) FROM (
         SELECT kind, created_at FROM activity WHERE session_id = @id ORDER BY id DESC LIMIT ${ACTIVITY_MAX})
         WHERE kind = '${SESSION_COMPACTED}'), 0),
       coalesce((SELECT created_at FROM injections WHERE host_session_id = @session AND host IS @host
         AND event IN ('SessionStart', '${SESSION_RESUME}') ORDER BY id DESC LIMIT 1), 0))`,
  )
    .pluck()
    .get({ id, host, session }) as number;

interface Origin {
  id: number;
  at: number;
  isOwn: 0 | 1;
}

const CHANGED_BY_PERSON = `EXISTS (
  SELECT 1 FROM operation_changes c JOIN operations o ON o.id = c.operation_id
  WHERE c.entity_table = @table AND c.entity_id = r.id AND o.actor_kind = 'person' AND o.undone_by IS NULL AND o.undo_of IS NULL)`;
const AMONG = "r.id IN (SELECT value FROM json_each(@ids))";
/** Of a memory every source must be the session; one without sources names its session. */
const OWN_MEMORIES = `
  SELECT r.id, r.created_at AS at,
    CASE WHEN json_array_length(coalesce(r.sources, '[]')) = 0 THEN r.source_session = @source
      ELSE NOT EXISTS (SELECT 1 FROM json_each(r.sources) s WHERE json_extract(s.value, '$.session_id') IS NOT @session) END AS isOwn
  FROM memories r WHERE ${AMONG} AND NOT ${CHANGED_BY_PERSON}`;
const OWN_OBSERVATIONS = `
  SELECT r.id, r.created_at AS at, 1 AS isOwn FROM observations r
  WHERE ${AMONG} AND r.session_id = @session AND NOT ${CHANGED_BY_PERSON}`;

/** Of these rows those that only this session said, that it must still hold, and that no person changed since. */
export function saidByOwn(handle: Handle, own: OwnSession, kind: "memory" | "observation", ids: number[]): Set<number> {
  if (ids.length === 0) return new Set();
  const isMemory = kind === "memory";
  const rows = prepared(handle, isMemory ? OWN_MEMORIES : OWN_OBSERVATIONS).all({
    ids: JSON.stringify(ids),
    table: isMemory ? "memories" : "observations",
    session: own.id,
    ...(isMemory ? { source: sourceSession(own.session) } : {}),
  }) as Origin[];
  const said = rows.filter(({ isOwn }) => isOwn === 1);
  if (said.length === 0) return new Set();
  const since = lostUntil(handle, own);
  return new Set(said.filter(({ at }) => at > since).map(({ id }) => id));
}
