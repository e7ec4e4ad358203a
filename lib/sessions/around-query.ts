/** What stands around a session's turns: their outline, files, memories, injected blocks, and the sessions beside it. */
import type { Session } from "../contract/evidence";
import type { Handle } from "../context";
import { sourceRefs, stringList } from "../db/json";
import { prepared } from "../db/prepared";

const HEAD = 120;
const MAX_MEMORIES = 200;
const MAX_FILES = 500;

export interface TurnHead {
  number: number;
  at: number;
  isPrivate: boolean;
  /** The prompt's beginning; null = there was none, or it was private. */
  text: string | null;
}

/** All turns, in order. */
export function turnHeads(handle: Handle, sessionId: number): TurnHead[] {
  const rows = prepared(
    handle,
    `SELECT t.number, t.started_at AS at, t.is_private OR coalesce(p.is_private, 0) AS isPrivate, substr(p.text, 1, ${HEAD}) AS text
     FROM turns t LEFT JOIN prompts p INDEXED BY prompts_session
       ON p.session_id = t.session_id AND p.prompt_number = t.number AND p.status = 'active'
     WHERE t.session_id = ? ORDER BY t.number`,
  ).all(sessionId) as (Omit<TurnHead, "isPrivate"> & { isPrivate: 0 | 1 })[];
  return rows.map((row) => ({ ...row, isPrivate: row.isPrivate === 1, text: row.text === "" ? null : row.text }));
}

export interface TouchedFile {
  path: string;
  /** Turns in which it was read, and in which it was changed. */
  read: number;
  modified: number;
}

/** As the summaries tell it, and the observations of turns that have none; changed most first. */
export function touchedFiles(handle: Handle, sessionId: number): TouchedFile[] {
  const rows = prepared(
    handle,
    `SELECT files_read AS read, files_modified AS modified FROM summaries WHERE session_id = $id AND status = 'active'
     UNION ALL
     SELECT o.files_read, o.files_modified FROM observations o INDEXED BY observations_turn
     WHERE o.session_id = $id AND o.status = 'active' AND NOT EXISTS (
       SELECT 1 FROM summaries s WHERE s.session_id = o.session_id AND s.turn = o.turn AND s.status = 'active')`,
  ).all({ id: sessionId }) as { read: string; modified: string }[];
  const files = new Map<string, TouchedFile>();
  const touch = (path: string, how: "read" | "modified"): void => {
    const file = files.get(path) ?? { path, read: 0, modified: 0 };
    file[how] += 1;
    files.set(path, file);
  };
  for (const { read, modified } of rows) {
    for (const path of new Set(stringList(read))) touch(path, "read");
    for (const path of new Set(stringList(modified))) touch(path, "modified");
  }
  return [...files.values()]
    .sort((a, b) => b.modified - a.modified || b.read - a.read || (a.path < b.path ? -1 : 1))
    .slice(0, MAX_FILES);
}

export interface LearnedMemory {
  id: number;
  key: string;
  value: string;
  status: "active" | "archived" | "superseded";
  /** First of the session's turns that it came from; null = not told. */
  turn: number | null;
}

/** Memories that name the session among their sources, oldest first. */
export function memoriesOfSession(handle: Handle, sessionId: number): LearnedMemory[] {
  const rows = prepared(
    handle,
    `SELECT id, key, value, status, sources FROM memories
     WHERE sources <> '[]' AND instr(sources, $digits) > 0 AND status <> 'deleted'
       AND EXISTS (SELECT 1 FROM json_each(sources) s WHERE json_extract(s.value, '$.session_id') = $session)
     ORDER BY id LIMIT ${MAX_MEMORIES}`,
  ).all({ session: sessionId, digits: String(sessionId) }) as (Omit<LearnedMemory, "turn"> & { sources: string })[];
  return rows.map(({ sources, ...memory }) => {
    const source = sourceRefs(sources).find((one) => one.session_id === sessionId);
    return { ...memory, turn: source?.turn ?? null };
  });
}

export interface InjectedInto {
  blocks: number;
  chars: number;
}

export const injectedInto = (handle: Handle, hostSessionId: string): InjectedInto =>
  prepared(
    handle,
    "SELECT count(*) AS blocks, coalesce(sum(chars), 0) AS chars FROM injections WHERE host_session_id = ?",
  ).get(hostSessionId) as InjectedInto;

export interface Beside {
  earlier: number | null;
  later: number | null;
}

/** The sessions of its project before and after it, by their latest event. */
export function sessionsBeside(handle: Handle, { id, project_id: project, last_event_at: at }: Session): Beside {
  const beside = (sign: "<" | ">", order: "ASC" | "DESC"): number | null =>
    (prepared(
      handle,
      `SELECT id FROM sessions INDEXED BY sessions_project_time
       WHERE project_id = $project AND last_event_at ${sign}= $at AND (last_event_at ${sign} $at OR id ${sign} $id)
         AND status <> 'deleted' ORDER BY last_event_at ${order}, id ${order} LIMIT 1`,
    )
      .pluck()
      .get({ project, at, id }) as number | undefined) ?? null;
  return { earlier: beside("<", "DESC"), later: beside(">", "ASC") };
}

/** Turns of the session that are being read, or will be before `soon` (ms): a turn that goes on waits until it is quiet. */
export const turnsBeingRead = (handle: Handle, sessionId: number, soon: number): number =>
  prepared(
    handle,
    `SELECT count(DISTINCT key) FROM jobs INDEXED BY jobs_kind_key
     WHERE kind IN ('turn.extract', 'turn.ask') AND key > $from AND key < $to AND status <> 'dead' AND run_at <= $soon`,
  )
    .pluck()
    .get({ from: `${sessionId}:`, to: `${sessionId};`, soon }) as number;
