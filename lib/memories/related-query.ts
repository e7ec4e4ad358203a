/** Reads behind "where it comes from": the turns a row was drawn from, and what else was drawn from them. By index, bounded. */
import type { Handle } from "../context";
import { sourceRefs } from "../db/json";
import { prepared } from "../db/prepared";
import type { MemoryBrief, SourceTurn } from "../contract/memory-page";

/** Of a prompt what is quoted. */
const PROMPT_CHARS = 600;
const MAX_EVENTS = 200;
const MAX_SHOWN = 50;
/** Rows of one time that are looked at: an import may bring thousands at once. */
const MAX_LOOKED_AT = 2_000;
/** Changes of the operation that wrote a row. */
const MAX_CHANGES = 500;
/** What is drawn from a turn is dated within it, or written soon after it ended. */
const SOON_MS = 15 * 60_000;

export interface TurnRow {
  startedAt: number;
  endedAt: number | null;
  isPrivate: 0 | 1;
  prompt: string | null;
  promptChars: number | null;
}

export const findTurn = (handle: Handle, sessionId: number, turn: number): TurnRow | undefined =>
  prepared(
    handle,
    `SELECT t.started_at AS startedAt, t.ended_at AS endedAt, t.is_private OR coalesce(p.is_private, 0) AS isPrivate,
       substr(p.text, 1, ${PROMPT_CHARS}) AS prompt, length(p.text) AS promptChars
     FROM turns t JOIN sessions s ON s.id = t.session_id AND s.status <> 'deleted'
     LEFT JOIN prompts p ON p.session_id = t.session_id AND p.prompt_number = t.number AND p.status = 'active'
     WHERE t.session_id = ? AND t.number = ?`,
  ).get(sessionId, turn) as TurnRow | undefined;

export const findEvents = (handle: Handle, ids: number[]): SourceTurn["events"] =>
  prepared(
    handle,
    `SELECT id, kind, tool_name FROM events
     WHERE id IN (SELECT value FROM json_each(?)) AND status = 'active' ORDER BY created_at, id LIMIT ${MAX_EVENTS}`,
  ).all(JSON.stringify(ids)) as SourceTurn["events"];

export const observationsOfTurn = (handle: Handle, sessionId: number, turn: number): SourceTurn["observations"] =>
  prepared(
    handle,
    `SELECT id, title, obs_type FROM observations
     WHERE session_id = ? AND turn = ? AND status <> 'deleted' ORDER BY id LIMIT ${MAX_SHOWN}`,
  ).all(sessionId, turn) as SourceTurn["observations"];

interface Candidate extends MemoryBrief {
  sources: string;
}

const BRIEF = "m.id, m.key, m.value, m.status, m.tier";

/**
 * Memories that name the turn among their sources: looked for among those that were written by the same operations as `seed`
 * (a memory, or null) and the turn's observations, and among those of the turn's time.
 */
export function memoriesOfTurn(
  handle: Handle,
  { sessionId, turn, from, to }: { sessionId: number; turn: number; from: number; to: number | null },
  seed: number | null,
): MemoryBrief[] {
  const together = prepared(
    handle,
    `WITH seeds(tbl, id) AS (
       SELECT 'memories', $seed UNION ALL
       SELECT 'observations', id FROM observations WHERE session_id = $session AND turn = $turn
     ), written AS (
       SELECT DISTINCT c.operation_id AS id FROM seeds CROSS JOIN operation_changes c
       ON c.entity_table = seeds.tbl AND c.entity_id = seeds.id AND c."before" IS NULL
     )
     SELECT ${BRIEF}, m.sources FROM memories m WHERE m.id IN (
       SELECT c.entity_id FROM written CROSS JOIN operation_changes c
       ON c.operation_id = written.id AND c.entity_table = 'memories' LIMIT ${MAX_CHANGES})`,
  ).all({ seed, session: sessionId, turn }) as Candidate[];
  const dated = prepared(
    handle,
    `SELECT ${BRIEF}, m.sources FROM memories m
     WHERE m.status IN ('active', 'archived', 'superseded') AND m.created_at BETWEEN $from AND $to LIMIT ${MAX_LOOKED_AT}`,
  ).all({ from, to: (to ?? from) + SOON_MS }) as Candidate[];
  const found = new Map<number, MemoryBrief>();
  for (const { sources, ...brief } of [...together, ...dated]) {
    if (brief.status === "deleted" || brief.id === seed) continue;
    const isOfTurn = sourceRefs(sources).some((source) => source.session_id === sessionId && source.turn === turn);
    if (isOfTurn) found.set(brief.id, brief);
  }
  return [...found.values()].sort((a, b) => a.id - b.id).slice(0, MAX_SHOWN);
}

/** In the order of their ids; those that are gone are left out. */
export const memoryBriefs = (handle: Handle, ids: number[]): MemoryBrief[] =>
  prepared(handle, `SELECT ${BRIEF} FROM memories m WHERE m.id IN (SELECT value FROM json_each(?)) ORDER BY m.id`).all(
    JSON.stringify(ids),
  ) as MemoryBrief[];

/** What the memory took the place of, newest first: superseded by it, merged into it, or named by its own link. */
export const replacedBy = (handle: Handle, id: number): MemoryBrief[] =>
  prepared(
    handle,
    `SELECT ${BRIEF} FROM memories m
     WHERE m.id <> $id AND (m.superseded_by = $id OR m.id = (SELECT supersedes FROM memories WHERE id = $id))
     ORDER BY m.id DESC LIMIT ${MAX_SHOWN}`,
  ).all({ id }) as MemoryBrief[];
