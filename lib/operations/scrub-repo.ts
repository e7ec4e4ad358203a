/** Finds and rewrites text in whatever column holds it; raw SQL, since tables and columns come from a list. */
import type { Database } from "better-sqlite3";
import type { IndexedTable, UndoableTable } from "./repo";

/** All columns that can hold stored text, by table. Names are ours, never a request's. */
const COLUMNS = {
  memories: ["key", "value", "attribute", "tags", "source_session"],
  observations: ["title", "subtitle", "summary", "facts", "concepts", "files_read", "files_modified", "metadata"],
  summaries: ["request", "investigated", "learned", "completed", "next_steps", "notes", "files_read", "files_modified"],
  prompts: ["text"],
  events: ["input", "text", "files", "tool_name"],
  sessions: ["title"],
  reflections: ["content", "branch"],
  tasks: ["content", "branch"],
  memory_pairs: ["candidate"],
  memory_tags: ["tag"],
  review_findings: ["detail"],
  injections: ["text", "trace"],
  operations: ["title"],
  operation_changes: ["before", "after"],
  jobs: ["payload", "last_error"],
  activity: ["data"],
  receipts: ["error"],
} as const;

export type ScrubTable = keyof typeof COLUMNS;
export const SCRUB_TABLES = Object.keys(COLUMNS) as ScrubTable[];

/** Keeps a statement below SQLite's limits of variables and depth. */
const FORMS_AT_ONCE = 20;

/** Row ids whose text holds one of the forms, exactly. */
export function rowsHolding(sqlite: Database, table: ScrubTable, forms: string[]): number[] {
  const found = new Set<number>();
  for (let start = 0; start < forms.length; start += FORMS_AT_ONCE) {
    const some = forms.slice(start, start + FORMS_AT_ONCE);
    const tests = some.flatMap((_, index) => COLUMNS[table].map((column) => `instr("${column}", @f${index}) > 0`));
    const sql = `SELECT rowid FROM "${table}" WHERE ${tests.join(" OR ")}`;
    const values = Object.fromEntries(some.map((form, index) => [`f${index}`, form]));
    for (const id of sqlite.prepare(sql).pluck().all(values) as number[]) found.add(id);
  }
  return [...found];
}

/** Rewrites the row's text columns; true when something changed. */
export function rewriteText(
  sqlite: Database,
  table: ScrubTable,
  rowid: number,
  change: (text: string) => string,
): boolean {
  const columns = COLUMNS[table];
  const names = columns.map((column) => `"${column}"`).join(", ");
  const row = sqlite.prepare(`SELECT ${names} FROM "${table}" WHERE rowid = ?`).get(rowid) as
    Record<string, string | null> | undefined;
  if (row === undefined) return false;
  const next = columns.map((column) => (typeof row[column] === "string" ? change(row[column]) : row[column]));
  if (columns.every((column, index) => row[column] === next[index])) return false;
  const sets = columns.map((column) => `"${column}" = ?`).join(", ");
  sqlite.prepare(`UPDATE "${table}" SET ${sets} WHERE rowid = ?`).run(...next, rowid);
  return true;
}

/** Row ids of the bodies that operations keep of these entities. */
export function bodiesOf(sqlite: Database, table: IndexedTable, ids: number[]): number[] {
  const find = sqlite.prepare("SELECT rowid FROM operation_changes WHERE entity_table = ? AND entity_id = ?").pluck();
  return ids.flatMap((id) => find.all(table, id) as number[]);
}

/** Not about a whole session or project, which come back without what is gone. */
const STANDS_ALONE = `NOT EXISTS (SELECT 1 FROM operation_changes s WHERE s.operation_id = operations.id
  AND s.entity_table IN ('sessions', 'projects'))`;

/**
 * Empties the bodies of rows that are gone for good, and takes Undo from their operations; but a session that was
 * forgotten or a project that was merged comes back without them, and the import of a store goes without them.
 */
export function emptyBodies(sqlite: Database, table: UndoableTable, ids: number[]): number {
  const spoil = sqlite.prepare(
    `UPDATE operations SET undoable = 0 WHERE id IN
       (SELECT operation_id FROM operation_changes WHERE entity_table = ? AND entity_id = ?)
     AND kind <> 'store.import'
     AND ${STANDS_ALONE}`,
  );
  const empty = sqlite.prepare(
    `UPDATE operation_changes SET "before" = NULL, "after" = NULL WHERE entity_table = ? AND entity_id = ?`,
  );
  let emptied = 0;
  for (const id of ids) {
    spoil.run(table, id);
    emptied += empty.run(table, id).changes;
  }
  return emptied;
}

/** Forgets which texts stand in the vector index for these rows. */
export function forgetVectors(sqlite: Database, kind: string, ids: number[]): void {
  const forget = sqlite.prepare("DELETE FROM vector_entries WHERE kind = ? AND entity_id = ?");
  for (const id of ids) forget.run(kind, id);
}

/**
 * Removes the pairs that these memories are a half of, with the claims against them, which quote them; and the bodies
 * that operations keep of the pairs. Answers how many pairs there were.
 */
export function forgetPairs(sqlite: Database, memoryIds: number[]): number {
  const named = "(SELECT value FROM json_each(@ids))";
  const ids = sqlite
    .prepare(
      `SELECT id FROM memory_pairs WHERE older_id IN ${named} OR newer_id IN ${named}
       UNION SELECT entity_id FROM operation_changes WHERE entity_table = 'memory_pairs'
         AND (json_extract(coalesce("after", "before"), '$.olderId') IN ${named}
           OR json_extract(coalesce("after", "before"), '$.newerId') IN ${named})`,
    )
    .pluck()
    .all({ ids: JSON.stringify(memoryIds) }) as number[];
  const remove = sqlite.prepare("DELETE FROM memory_pairs WHERE id = ?");
  let removed = 0;
  for (const id of ids) removed += remove.run(id).changes;
  emptyBodies(sqlite, "memory_pairs", ids);
  return removed;
}

export const tasksOf = (sqlite: Database, sessionIds: number[]): number[] =>
  sqlite
    .prepare("SELECT id FROM tasks WHERE session_id IN (SELECT value FROM json_each(?)) ORDER BY id")
    .pluck()
    .all(JSON.stringify(sessionIds)) as number[];

/**
 * Removes for good the reflections that compress one of these observations, whatever became of them, with the bodies that operations keep
 * of them: in other words they may still say it. What else they held waits to be compressed again. Answers their ids.
 */
export function forgetReflections(sqlite: Database, observationIds: number[]): number[] {
  const ids = sqlite
    .prepare(
      `SELECT r.id FROM reflections r WHERE EXISTS (SELECT 1 FROM json_each(r.observation_ids) j
         WHERE j.value IN (SELECT value FROM json_each(@ids)))
       UNION SELECT c.entity_id FROM operation_changes c WHERE c.entity_table = 'reflections' AND EXISTS (
         SELECT 1 FROM json_each(json_extract(coalesce(c."after", c."before"), '$.observationIds')) j
         WHERE j.value IN (SELECT value FROM json_each(@ids)))`,
    )
    .pluck()
    .all({ ids: JSON.stringify(observationIds) }) as number[];
  const remove = sqlite.prepare("DELETE FROM reflections WHERE id = ?");
  for (const id of ids) remove.run(id);
  emptyBodies(sqlite, "reflections", ids);
  return ids;
}

/** Takes the rows out of what blocks held and out of what must not be injected, and Undo from the latter's operations. */
export function forgetInjected(sqlite: Database, kind: string, ids: number[]): void {
  const items = sqlite.prepare("DELETE FROM injection_items WHERE entity_type = ? AND entity_id = ?");
  const exclusions = sqlite.prepare("DELETE FROM injection_exclusions WHERE entity_type = ? AND entity_id = ?");
  const named = `entity_table = 'injection_exclusions'
    AND json_extract(coalesce("after", "before"), '$.entityType') = ?
    AND json_extract(coalesce("after", "before"), '$.entityId') = ?`;
  const spoil = sqlite.prepare(
    `UPDATE operations SET undoable = 0 WHERE id IN (SELECT operation_id FROM operation_changes WHERE ${named})
       AND ${STANDS_ALONE}`,
  );
  const empty = sqlite.prepare(`UPDATE operation_changes SET "before" = NULL, "after" = NULL WHERE ${named}`);
  for (const id of ids) {
    items.run(kind, id);
    exclusions.run(kind, id);
    spoil.run(kind, id);
    empty.run(kind, id);
  }
}

/**
 * Empties the cache of vectors that no row needs now, and answers their bytes. All of them: which of them were once
 * made of the deleted text, as an older value or before a soft deletion, nobody can tell.
 */
export function dropUnusedVectors(sqlite: Database): Buffer[] {
  const unused =
    "NOT EXISTS (SELECT 1 FROM vector_entries e WHERE e.model = embeddings.model AND e.text_hash = embeddings.text_hash)";
  const dropped = sqlite.prepare(`DELETE FROM embeddings WHERE ${unused} RETURNING vector`).pluck().all() as Buffer[];
  // Texts that differ in spacing may share a vector; one that still serves is no remnant.
  const heads = dropped.map((vector) => vector.subarray(0, 24).toString("hex"));
  const serving = sqlite
    .prepare(
      "SELECT DISTINCT lower(hex(substr(vector, 1, 24))) FROM embeddings WHERE lower(hex(substr(vector, 1, 24))) IN (SELECT value FROM json_each(?))",
    )
    .pluck()
    .all(JSON.stringify(heads)) as string[];
  const live = new Set(serving);
  return dropped.filter((_, index) => !live.has(heads[index] ?? ""));
}

/** Evidence of a turn, and everything derived in its session: what may quote each other. */
export function relatedIds(sqlite: Database, sessionId: number, turn: number | null): Record<IndexedTable, number[]> {
  const values = { session: sessionId, turn };
  const ids = (sql: string): number[] => sqlite.prepare(sql).pluck().all(values) as number[];
  return {
    prompts: ids("SELECT id FROM prompts WHERE session_id = @session AND (@turn IS NULL OR prompt_number = @turn)"),
    events: ids("SELECT id FROM events WHERE session_id = @session AND (@turn IS NULL OR turn = @turn)"),
    observations: ids("SELECT id FROM observations WHERE session_id = @session"),
    summaries: ids("SELECT id FROM summaries WHERE session_id = @session"),
    memories: ids(
      `SELECT DISTINCT m.id FROM memories m, json_each(m.sources) s
       WHERE json_extract(s.value, '$.session_id') = @session
         AND (@turn IS NULL OR json_extract(s.value, '$.turn') = @turn)`,
    ),
  };
}

/** Stored blocks whose trace says that they showed one of these, named as in `memory:12`. */
export function blocksShowing(sqlite: Database, names: string[]): number[] {
  const sql = `SELECT DISTINCT i.id FROM injections i, json_each(i.trace) t
    WHERE json_extract(t.value, '$.type') || ':' || json_extract(t.value, '$.id') IN (SELECT value FROM json_each(?))`;
  return sqlite.prepare(sql).pluck().all(JSON.stringify(names)) as number[];
}

/** Closes the gap that removed versions leave in a chain of supersession. */
export function bridgeChain(
  sqlite: Database,
  row: { id: number; supersedes: number | null; supersededBy: number | null },
): void {
  sqlite.prepare("UPDATE memories SET supersedes = ? WHERE supersedes = ?").run(row.supersedes, row.id);
  sqlite.prepare("UPDATE memories SET superseded_by = ? WHERE superseded_by = ?").run(row.supersededBy, row.id);
}
