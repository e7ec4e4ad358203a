/** SQL of deleting everything of one project, or all there is: sets of rows at once, since there may be hundreds of thousands. */
import type { Database } from "better-sqlite3";
import type { IndexedTable } from "./repo";

/** Null = the whole store. */
export type Scope = number | null;

const KINDS = {
  memories: "memory",
  observations: "observation",
  summaries: "summary",
  prompts: "prompt",
  events: "event",
} as const satisfies Record<IndexedTable, string>;
const INDEXED = Object.keys(KINDS) as IndexedTable[];

const OF_PROJECT = "project_id = @project";
/** A session takes along all that was captured in it, also what it did elsewhere. */
const OF_SESSIONS = `(${OF_PROJECT} OR session_id IN (SELECT id FROM sessions WHERE ${OF_PROJECT}))`;

/** One of another project that tells of a session which goes would go on telling it. */
const OF_REFLECTIONS = `(${OF_PROJECT} OR EXISTS (SELECT 1 FROM json_each(observation_ids) j JOIN observations o ON o.id = j.value
  WHERE o.project_id = @project OR o.session_id IN (SELECT s.id FROM sessions s WHERE s.project_id = @project)))`;

const WHERE: Record<IndexedTable | "sessions", string> = {
  memories: OF_PROJECT,
  observations: OF_SESSIONS,
  summaries: OF_SESSIONS,
  prompts: OF_SESSIONS,
  events: OF_SESSIONS,
  sessions: OF_PROJECT,
};

const whereOf = (table: keyof typeof WHERE, scope: Scope): string => (scope === null ? "1" : WHERE[table]);
const valuesOf = (scope: Scope): { project: number }[] => (scope === null ? [] : [{ project: scope }]);

export type WipeCounts = Record<IndexedTable | "sessions" | "injections", number>;

/** Rows that would go. */
export function countWiped(sqlite: Database, scope: Scope): WipeCounts {
  const count = (table: string, where: string): number =>
    Number(
      sqlite
        .prepare(`SELECT count(*) FROM ${table} WHERE ${where}`)
        .pluck()
        .get(...valuesOf(scope)),
    );
  const entries = [...INDEXED, "sessions" as const].map((table) => [table, count(table, whereOf(table, scope))]);
  return Object.fromEntries([
    ...entries,
    ["injections", count("injections", scope === null ? "1" : OF_PROJECT)],
  ]) as WipeCounts;
}

/** Memories of other scopes that were drawn from the project's sessions: they stay. */
export function countDrawn(sqlite: Database, projectId: number): number {
  const sql = `SELECT count(*) FROM memories m WHERE project_id <> @project AND status <> 'deleted' AND EXISTS (
    SELECT 1 FROM json_each(m.sources) s JOIN sessions x ON x.id = json_extract(s.value, '$.session_id') WHERE x.project_id = @project)`;
  return Number(sqlite.prepare(sql).pluck().get({ project: projectId }));
}

/** Some of the texts that go, the longest of each kind first: what the proof looks for. */
export function sampleTexts(sqlite: Database, scope: Scope, each: number): string[] {
  const columns: [IndexedTable, string][] = [
    ["memories", "value"],
    ["prompts", "text"],
    ["observations", "summary"],
    ["summaries", "learned"],
    ["events", "text"],
  ];
  return columns.flatMap(([table, column]) => {
    const sql = `SELECT DISTINCT ${column} FROM ${table} WHERE ${whereOf(table, scope)} AND length(${column}) BETWEEN 40 AND 20000
      ORDER BY length(${column}) DESC LIMIT ${each}`;
    return sqlite
      .prepare(sql)
      .pluck()
      .all(...valuesOf(scope)) as string[];
  });
}

/** The ids by which hosts name the sessions that go. */
export const hostSessions = (sqlite: Database, scope: Scope): string[] =>
  sqlite
    .prepare(`SELECT DISTINCT host_session_id FROM sessions WHERE ${whereOf("sessions", scope)}`)
    .pluck()
    .all(...valuesOf(scope)) as string[];

/** Empties what operations keep of the rows, and takes Undo from them; before the rows themselves go. */
export function emptyOperations(sqlite: Database, projectId: number): number {
  const values = { project: projectId };
  const touching = (table: string, where: string): string =>
    `SELECT rowid FROM operation_changes WHERE entity_table = '${table}' AND entity_id IN (SELECT id FROM ${table} WHERE ${where})`;
  const bodies = [
    ...INDEXED.map((table) => touching(table, WHERE[table])),
    ...["sessions", "injections", "memory_pairs", "injection_exclusions"].map((table) => touching(table, OF_PROJECT)),
    touching("reflections", OF_REFLECTIONS),
    touching("tasks", OF_SESSIONS),
    `SELECT rowid FROM operation_changes WHERE entity_table IN ('projects', 'project_aliases', 'project_roots') AND entity_id = @project`,
    // Pairs quote what they are about, whosever they are.
    `SELECT rowid FROM operation_changes WHERE entity_table = 'memory_pairs' AND (
      json_extract(coalesce("after", "before"), '$.olderId') IN (SELECT id FROM memories WHERE ${OF_PROJECT})
      OR json_extract(coalesce("after", "before"), '$.newerId') IN (SELECT id FROM memories WHERE ${OF_PROJECT}))`,
    `SELECT rowid FROM operation_changes WHERE entity_table = 'injection_exclusions'
      AND json_extract(coalesce("after", "before"), '$.projectId') = @project`,
    `SELECT c.rowid FROM operation_changes c JOIN operations o ON o.id = c.operation_id WHERE o.project_id = @project`,
  ];
  sqlite.exec("CREATE TEMP TABLE IF NOT EXISTS wiped_bodies (id INTEGER PRIMARY KEY)");
  sqlite.exec("DELETE FROM wiped_bodies");
  for (const body of bodies) sqlite.prepare(`INSERT OR IGNORE INTO wiped_bodies ${body}`).run(values);
  // The import of a store goes without what is gone.
  sqlite
    .prepare(
      `UPDATE operations SET undoable = 0 WHERE kind <> 'store.import' AND id IN (
        SELECT operation_id FROM operation_changes WHERE rowid IN (SELECT id FROM wiped_bodies))`,
    )
    .run();
  const emptied = sqlite
    .prepare(
      `UPDATE operation_changes SET "before" = NULL, "after" = NULL WHERE rowid IN (SELECT id FROM wiped_bodies)`,
    )
    .run().changes;
  sqlite.exec("DELETE FROM wiped_bodies");
  return emptied;
}

/** What points to the rows of a project: entries of both indexes, blocks that showed them, questions about them. */
export function removeAround(sqlite: Database, projectId: number): void {
  const values = { project: projectId };
  const run = (sql: string): void => void sqlite.prepare(sql).run(values);
  for (const table of INDEXED) {
    const ids = `(SELECT id FROM ${table} WHERE ${WHERE[table]})`;
    const kind = KINDS[table];
    run(`DELETE FROM ${kind}_words WHERE rowid IN ${ids}`);
    run(`DELETE FROM vector_entries WHERE kind = '${kind}' AND entity_id IN ${ids}`);
    run(`DELETE FROM injections WHERE id IN (
      SELECT injection_id FROM injection_items WHERE entity_type = '${kind}' AND entity_id IN ${ids})`);
    run(`DELETE FROM injection_exclusions WHERE entity_type = '${kind}' AND entity_id IN ${ids}`);
    // Blocks of old have a trace alone.
    run(`DELETE FROM injections WHERE id IN (SELECT i.id FROM injections i, json_each(i.trace) t
      WHERE json_extract(t.value, '$.type') = '${kind}' AND json_extract(t.value, '$.id') IN ${ids})`);
  }
  run(`DELETE FROM injections WHERE id IN (
    SELECT injection_id FROM injection_items WHERE entity_type = 'reflection' AND entity_id IN (SELECT id FROM reflections WHERE ${OF_REFLECTIONS}))`);
  run(`DELETE FROM injections WHERE id IN (
    SELECT injection_id FROM injection_items WHERE entity_type = 'task' AND entity_id IN (SELECT id FROM tasks WHERE ${OF_SESSIONS}))`);
  run(`DELETE FROM reflections WHERE ${OF_REFLECTIONS}`);
  run(`DELETE FROM tasks WHERE ${OF_SESSIONS}`);
  const memories = `(SELECT id FROM memories WHERE ${OF_PROJECT})`;
  run(`DELETE FROM memory_pairs WHERE ${OF_PROJECT} OR older_id IN ${memories} OR newer_id IN ${memories}`);
  run(`UPDATE memories SET supersedes = NULL WHERE supersedes IN ${memories}`);
  run(`UPDATE memories SET superseded_by = NULL WHERE superseded_by IN ${memories}`);
  run(`UPDATE memories SET sources = (
      SELECT coalesce(json_group_array(json(s.value)), '[]') FROM json_each(memories.sources) s
      WHERE coalesce(json_extract(s.value, '$.session_id'), 0) NOT IN (SELECT id FROM sessions WHERE ${OF_PROJECT}))
    WHERE project_id <> @project AND EXISTS (
      SELECT 1 FROM json_each(memories.sources) s JOIN sessions x ON x.id = json_extract(s.value, '$.session_id')
      WHERE x.project_id = @project)`);
}

/** The rows, those that others point to last; the project with its names and folders. */
export function removeRows(sqlite: Database, projectId: number): void {
  const values = { project: projectId };
  for (const table of INDEXED) sqlite.prepare(`DELETE FROM ${table} WHERE ${WHERE[table]}`).run(values);
  for (const table of ["injections", "injection_exclusions", "sessions", "project_aliases", "project_roots"])
    sqlite.prepare(`DELETE FROM ${table} WHERE ${OF_PROJECT}`).run(values);
  sqlite.prepare("DELETE FROM projects WHERE id = @project").run(values);
}

/** Tables that hold content, or speak of rows that are gone; those that others point to last. */
const CONTENT = [
  ...["injection_items", "injections", "injection_exclusions", "review_findings", "memory_pairs", "memory_tags"],
  ...["reflections", "tasks", "memories", "observations", "summaries", "events", "prompts", "turns", "sessions"],
  ...["project_aliases", "project_roots", "projects", "imported_rows", "operation_changes", "operations"],
  ...["vector_entries", "embeddings"],
  // Of the gateway: what was announced to be taken in, answers that are told again, counts. Accounts and their keys stay.
  ...["everme_uploads", "everme_replays", "everme_profiles", "everme_events"],
];

/**
 * Everything but settings, what models cost, the feed, and proofs of deletions. Jobs about rows go with them; `kept` are the kinds
 * that keep house.
 */
export function removeEverything(sqlite: Database, kept: readonly string[]): void {
  for (const kind of Object.values(KINDS))
    sqlite.prepare(`INSERT INTO ${kind}_words(${kind}_words) VALUES ('delete-all')`).run();
  for (const table of CONTENT) sqlite.prepare(`DELETE FROM ${table}`).run();
  sqlite.prepare("DELETE FROM jobs WHERE kind NOT IN (SELECT value FROM json_each(?))").run(JSON.stringify(kept));
}

/** Of the texts those that no row holds any more, so that finding one means that it was not removed. */
export function goneTexts(sqlite: Database, texts: string[]): string[] {
  const places = [
    ...[
      ["memories", "value"],
      ["prompts", "text"],
      ["observations", "summary"],
      ["summaries", "learned"],
      ["events", "text"],
    ],
    ...[
      ["events", "input"],
      ["observations", "facts"],
      ["reflections", "content"],
      ["tasks", "content"],
      ["injections", "text"],
      ["operation_changes", "before"],
      ["operation_changes", "after"],
    ],
  ] as const;
  const held = new Set<string>();
  for (const [table, column] of places) {
    const sql = `SELECT DISTINCT t.value FROM json_each(?) t JOIN ${table} r ON instr(r."${column}", t.value) > 0`;
    for (const text of sqlite.prepare(sql).pluck().all(JSON.stringify(texts)) as string[]) held.add(text);
  }
  return texts.filter((text) => !held.has(text));
}
