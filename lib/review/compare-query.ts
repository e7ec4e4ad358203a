/** Reads of the comparison: key family, who stands behind a memory, what was taken back. */
import type { Handle } from "../context";
import { familyHead, isSameKeyFamily } from "../contradictions/family";
import { prepared } from "../db/prepared";
import { OUTDATE } from "../extract/repo";

/** Newest keys under the same two segments that are looked at. */
const MAX_KEYS = 200;

/** Active memories of the same key family in these projects, newest first, the memory itself left out. */
export function keyFamily(handle: Handle, memory: { id: number; key: string }, projectIds: number[]): number[] {
  const head = familyHead(memory.key);
  if (head === null) return [];
  const rows = prepared(
    handle,
    `SELECT id, key FROM memories
     WHERE status = 'active' AND project_id IN (SELECT value FROM json_each($projectIds))
       AND key >= $head AND key < $end AND id <> $id
     ORDER BY id DESC LIMIT ${MAX_KEYS}`,
  ).all({ projectIds: JSON.stringify(projectIds), head, end: `${head}\u{10ffff}`, id: memory.id }) as {
    id: number;
    key: string;
  }[];
  return rows.filter((row) => isSameKeyFamily(row.key, memory.key)).map((row) => row.id);
}

/** Newest memories that are looked through for names. */
const MAX_NAMED = 40;

/** Active memories of these projects that hold one of the words, newest first, the memory itself left out. */
export function memoriesHolding(handle: Handle, id: number, projectIds: number[], words: string[]): number[] {
  if (words.length === 0) return [];
  return prepared(
    handle,
    `SELECT id FROM memories m
     WHERE status = 'active' AND review_state IS NULL AND project_id IN (SELECT value FROM json_each($projectIds)) AND id <> $id
       AND EXISTS (SELECT 1 FROM json_each($words) w WHERE instr(lower(m.value), w.value) > 0)
     ORDER BY id DESC LIMIT ${MAX_NAMED}`,
  )
    .pluck()
    .all({ id, projectIds: JSON.stringify(projectIds), words: JSON.stringify(words) }) as number[];
}

/** Newest observations of a project that are looked through for names. */
const OBSERVATION_WINDOW = 1_000;

/** Active observations of the project that were made before `at` and hold one of the words in title or subtitle, newest first. */
export function observationsHolding(handle: Handle, projectId: number, at: number, words: string[]): number[] {
  if (words.length === 0) return [];
  return prepared(
    handle,
    `SELECT id FROM (
       SELECT id, title, subtitle, created_at FROM observations WHERE project_id = $projectId AND status = 'active' ORDER BY id DESC LIMIT ${OBSERVATION_WINDOW}) o
     WHERE created_at < $at AND EXISTS (SELECT 1 FROM json_each($words) w WHERE instr(lower(o.title || char(10) || coalesce(o.subtitle, '')), w.value) > 0)
     ORDER BY id DESC LIMIT ${MAX_NAMED}`,
  )
    .pluck()
    .all({ projectId, at, words: JSON.stringify(words) }) as number[];
}

/** True when somebody undid that this observation was retired: it is not done again. */
export function wasBroughtBack(handle: Handle, observationId: number): boolean {
  const found = prepared(
    handle,
    `SELECT 1 FROM operations o JOIN operation_changes c ON c.operation_id = o.id
     WHERE o.kind = '${OUTDATE}' AND o.undone_by IS NOT NULL AND c.entity_table = 'observations' AND c.entity_id = ? LIMIT 1`,
  ).get(observationId);
  return found !== undefined;
}

/** True when a person wrote the memory or changed it by an operation that holds. */
export function isPersons(handle: Handle, memoryId: number): boolean {
  const found = prepared(
    handle,
    `SELECT 1 FROM operation_changes c JOIN operations o ON o.id = c.operation_id
     WHERE c.entity_table = 'memories' AND c.entity_id = ? AND o.actor_kind = 'person'
       AND o.undone_by IS NULL AND o.undo_of IS NULL LIMIT 1`,
  ).get(memoryId);
  return found !== undefined;
}

/** What the comparison of memories writes: operations of its own, so that each is taken back by itself. */
export const COMPARISON_KINDS = ["memory.supersede", "memory.merge", "pair.record"] as const;

/** True when somebody undid what the comparison made of these two texts: it is not done again. */
export function wasTakenBack(handle: Handle, olderId: number, newerId: number, hash: string): boolean {
  const found = prepared(
    handle,
    `SELECT 1 FROM operations o JOIN operation_changes c ON c.operation_id = o.id
     WHERE o.kind IN (SELECT value FROM json_each($kinds)) AND o.undone_by IS NOT NULL
       AND c.entity_table = 'memory_pairs' AND c."before" IS NULL
       AND json_extract(c."after", '$.olderId') = $olderId AND json_extract(c."after", '$.newerId') = $newerId
       AND json_extract(c."after", '$.candidateHash') = $hash LIMIT 1`,
  ).get({ kinds: JSON.stringify(COMPARISON_KINDS), olderId, newerId, hash });
  return found !== undefined;
}
