/**
 * Foreign SQLite files: read from a private copy, so that not even a lock or a log appears beside the original. Nothing
 * that the file brings along is run: only stored columns of plain tables are read, and no value beyond a bound.
 */
import { type Stats, lstatSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";
import Database from "better-sqlite3";
import { AppError } from "../contract/errors";
import { shownPath } from "../transcripts/shown-path";
import { copySteady } from "./steady-copy";

export type Source = Database.Database;

const MAX_BYTES = 4 * 1024 ** 3;
/** SQLite reads a value whole to cut it. */
const MAX_VALUE_BYTES = 16 * 1024 ** 2;
/** More is cut, here too: no value that is kept is longer. */
const MAX_VALUE_CHARS = 40_000;
/** All rows are held at once. */
const MAX_TEXT_CHARS = 256 * 1024 ** 2;
const MAX_ROWS = 1_000_000;
const PREFIX = "keepsake-source-";
/** No import takes longer. */
const LEFT_MS = 60 * 60_000;
/** A folder that may not be entered, too: the system says no more about what is in it. */
const NO_PATH = new Set(["ERR_INVALID_ARG_VALUE", "ENAMETOOLONG", "ENOTDIR", "ELOOP", "EACCES"]);

/**
 * Hands a copy of the database, its write-ahead log included, to `read`. `hint` says how to name it. Throws `not_found`, `validation_failed` for what
 * is no database or lies in `home`, `too_large`.
 */
export async function readingCopy<T>(
  home: string,
  { file, hint }: { file: string; hint: string },
  read: (source: Source) => T | Promise<T>,
): Promise<T> {
  const stat = plainFile(file);
  if (stat === null) throw new AppError("not_found", `There is no database ${shownPath(file)}.`, { hint });
  if (stat.size > MAX_BYTES) throw new AppError("too_large", `${shownPath(file)} is larger than 4 GB.`);
  refuseOwn(home, file);
  removeLeftCopies();
  const folder = mkdtempSync(join(tmpdir(), PREFIX));
  let source: Source | undefined;
  try {
    const copy = join(folder, "source.db");
    await copySteady(file, copy);
    source = new Database(copy);
    source.pragma("trusted_schema = OFF");
    return await read(source);
  } catch (cause) {
    if (!/^SQLITE_(?:CORRUPT|NOTADB|ERROR)/.test(String((cause as { code?: unknown }).code))) throw cause;
    throw new AppError("validation_failed", `${shownPath(file)} is damaged, or is no SQLite database.`, {
      cause,
      hint,
    });
  } finally {
    source?.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What imports left that ended with the process: nobody's memories stay in a folder that nobody looks after. */
function removeLeftCopies(): void {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(PREFIX)) continue;
    const path = join(tmpdir(), name);
    const stat = lstatSync(path, { throwIfNoEntry: false });
    const isOurs = stat?.isDirectory() === true && stat.uid === (process.getuid?.() ?? stat.uid);
    if (isOurs && Date.now() - stat.mtimeMs > LEFT_MS) rmSync(path, { recursive: true, force: true });
  }
}

/** What a path names that can't be followed is no file, as what is not there. Throws what the system refuses otherwise. */
export function plainFile(path: string): Stats | null {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat?.isFile() === true ? stat : null;
  } catch (error) {
    if (NO_PATH.has(String((error as { code?: unknown }).code))) return null;
    throw error;
  }
}

/** Opening and closing our own database would drop the locks that this process has on it; a link to it is no other file. */
function refuseOwn(home: string, file: string): void {
  const inside = (path: string): boolean => `${realpathSync(path)}${sep}`.startsWith(`${realpathSync(home)}${sep}`);
  const nodeOf = (path: string): string | null => {
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat === undefined ? null : `${stat.dev}:${stat.ino}`;
  };
  const own = ["keepsake.db", "keepsake.db-wal", "server.lock.db"].map((name) => nodeOf(join(home, name)));
  for (const path of [file, `${file}-wal`, `${file}-journal`]) {
    const node = nodeOf(path);
    if (node === null || (!inside(path) && !own.includes(node))) continue;
    throw new AppError("validation_failed", `${shownPath(file)} lies in Keepsake's own data folder.`, {
      hint: "Give the store of the other tool. To go back to a backup, restore it.",
    });
  }
}

/** Names of the columns that a plain table stores; empty when there is no such table, or a view stands in its place. */
export function columnsOf(source: Source, table: string): string[] {
  const tables = source.pragma("table_list") as { schema: string; name: string; type: string }[];
  const isPlain = tables.some(({ schema, name, type }) => schema === "main" && name === table && type === "table");
  if (!isPlain) return [];
  const columns = source.pragma(`table_xinfo("${table}")`) as { name: string; hidden: number }[];
  return columns.filter(({ hidden }) => hidden === 0).map(({ name }) => name);
}

/** The wanted columns that the table has, by id. What is too large to be read is null. Throws `too_large` for all together. */
export function rowsOf(source: Source, table: string, wanted: readonly string[]): Record<string, unknown>[] {
  const known = new Set(columnsOf(source, table));
  const columns = wanted.filter((name) => known.has(name)).map((name) => boundedColumn(name));
  const rows: Record<string, unknown>[] = [];
  let chars = 0;
  const found = source.prepare(`SELECT ${columns.join(", ")} FROM main."${table}" ORDER BY "id" LIMIT ?`);
  for (const row of found.iterate(MAX_ROWS) as IterableIterator<Record<string, unknown>>) {
    for (const value of Object.values(row)) if (typeof value === "string") chars += value.length;
    if (chars > MAX_TEXT_CHARS) throw new AppError("too_large", "The database holds more than 256 MB of text.");
    rows.push(row);
  }
  return rows;
}

const boundedColumn = (name: string, maxChars = MAX_VALUE_CHARS): string =>
  `CASE WHEN typeof("${name}") = 'blob' OR octet_length("${name}") > ${MAX_VALUE_BYTES} THEN NULL
     WHEN typeof("${name}") = 'text' THEN substr("${name}", 1, ${maxChars}) ELSE "${name}" END AS "${name}"`;

/** Name of the row id that no column of the table hides; undefined when all three are hidden. */
const rowidOf = (columns: string[]): string | undefined =>
  ["rowid", "_rowid_", "oid"].find((name) => !columns.some((column) => column.toLowerCase() === name));

export interface TableReader {
  total: number;
  /** The next rows in the order of their making, at most `limit` of them. */
  next(limit: number): { row: number; values: Record<string, unknown> }[];
}

/**
 * Reads a plain table piece by piece, so that others are served between: no statement stays open. Texts are cut to
 * `maxChars`. null when there is no such table. Throws `validation_failed` for a table that can't be paged.
 */
export function openTable(
  source: Source,
  table: string,
  wanted: readonly string[],
  maxChars: number,
): TableReader | null {
  const columns = columnsOf(source, table);
  if (columns.length === 0) return null;
  const rowid = rowidOf(columns);
  const isPlain = (source.pragma("table_list") as { schema: string; name: string; wr: number }[]).some(
    ({ schema, name, wr }) => schema === "main" && name === table && wr === 0,
  );
  if (rowid === undefined || !isPlain)
    throw new AppError("validation_failed", `The table ${table} is not one of claude-mem: its rows have no numbers.`);
  const shown = wanted.filter((name) => columns.includes(name)).map((name) => boundedColumn(name, maxChars));
  const page = source.prepare(
    `SELECT ${[`${rowid} AS "row id"`, ...shown].join(", ")} FROM main."${table}" WHERE ${rowid} > ? ORDER BY ${rowid} LIMIT ?`,
  );
  const total = source.prepare(`SELECT count(*) FROM main."${table}"`).pluck().get() as number;
  if (total > MAX_ROWS) throw new AppError("too_large", `The table ${table} holds more than ${MAX_ROWS} rows.`);
  let after = Number.MIN_SAFE_INTEGER;
  return {
    total,
    next(limit) {
      const rows = page.all(after, limit) as Record<string, unknown>[];
      return rows.map(({ "row id": id, ...values }) => {
        after = Number(id);
        return { row: after, values };
      });
    },
  };
}
