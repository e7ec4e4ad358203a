/** What lists of memories are filtered, counted and sorted by, read from the store; and which rows change after it was read. */
import type { Database } from "better-sqlite3";
import type { Handle } from "../context";
import { prepared } from "../db/prepared";

export const NUMBERS = [
  "created_at",
  "updated_at",
  "last_accessed",
  "expires_at",
  "importance",
  "confidence",
  "access_count",
  "is_held",
] as const;
export type NumberColumn = (typeof NUMBERS)[number];

/** A project is its id. */
export const WORDS = ["project_id", "status", "tier", "origin", "attribute", "kind", "branch", "host", "tags"] as const;
export type WordColumn = (typeof WORDS)[number];

/** Its id, then {@link NUMBERS}, then {@link WORDS}; a text that is null is empty. */
export type ListedRow = [id: number, ...(number | string | null)[]];

const EXPRESSIONS: Partial<Record<NumberColumn | WordColumn, string>> = {
  is_held: "review_state IS NOT NULL",
  branch: "coalesce(branch, '')",
};
const COLUMNS = ["id", ...[...NUMBERS, ...WORDS].map((name) => EXPRESSIONS[name] ?? name)].join(", ");

/** By id, behind `after`. */
export const rowsBehind = (handle: Handle, after: number, limit: number): ListedRow[] =>
  prepared(handle, `SELECT ${COLUMNS} FROM memories WHERE id > ? ORDER BY id LIMIT ?`)
    .raw()
    .all(after, limit) as ListedRow[];

export const listedRows = (handle: Handle, ids: number[]): ListedRow[] =>
  prepared(handle, `SELECT ${COLUMNS} FROM memories WHERE id IN (SELECT value FROM json_each(?))`)
    .raw()
    .all(JSON.stringify(ids)) as ListedRow[];

/** Grows by one with each row that is written or removed. */
export const memoriesVersion = (handle: Handle): number =>
  Number(prepared(handle, "SELECT version FROM list_versions WHERE name = 'memories'").pluck().get() ?? 0);

/**
 * Calls `onTouch` with the id of each memory that this connection writes or removes from now on, whether the transaction is then
 * committed or not. Triggers of the connection alone: the file knows nothing of them.
 */
export function watchMemories(connection: Database, onTouch: (id: number) => void): void {
  connection.function("memory_touched", (id) => {
    onTouch(Number(id));
    return null;
  });
  for (const [event, row] of Object.entries({ INSERT: "NEW", UPDATE: "NEW", DELETE: "OLD" })) {
    connection.exec(
      `CREATE TEMP TRIGGER memory_touched_${event.toLowerCase()} AFTER ${event} ON main.memories BEGIN SELECT memory_touched(${row}.id); END`,
    );
  }
}

/** Ids of memories whose key or value holds `text`; letters of ASCII whatever their case, `%` and `_` as they are (E102). */
export function idsHolding(handle: Handle, text: string): number[] {
  const pattern = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  const rows = prepared(
    handle,
    "SELECT id FROM memories WHERE key LIKE $pattern ESCAPE '\\' OR value LIKE $pattern ESCAPE '\\'",
  );
  return rows.pluck().all({ pattern }) as number[];
}

/** What a project is asked for by. */
export interface ProjectName {
  id: number;
  key: string;
  name: string;
}

export const namedProjects = (handle: Handle): ProjectName[] =>
  prepared(handle, "SELECT id, key, name FROM projects ORDER BY id").all() as ProjectName[];

/** Names that several projects answer to, letter case aside. */
export const sharedAliases = (handle: Handle): Set<string> =>
  new Set(
    prepared(handle, "SELECT alias FROM project_aliases GROUP BY alias HAVING count(DISTINCT project_id) > 1")
      .pluck()
      .all() as string[],
  );
