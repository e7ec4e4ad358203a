/**
 * What lists of memories are filtered, counted and sorted by, column by column in this process: a dozen facets over 100,000 rows
 * are a walk over arrays of numbers (milliseconds) where SQLite would group for two seconds. SQLite stays the truth: each
 * look first reads again the rows that were written since, and everything when that can't be told.
 */
import { setImmediate } from "node:timers/promises";
import type { App } from "../context";
import {
  type ListedRow,
  listedRows,
  memoriesVersion,
  type NumberColumn,
  NUMBERS,
  rowsBehind,
  watchMemories,
  type WordColumn,
  WORDS,
} from "./columns-query";

/** A column of few different texts, each as a number. */
export interface Words {
  codes: Int32Array;
  values: string[];
  codeOf: Map<string, number>;
}

export interface Columns {
  /** Rows in use, at the positions from 0 on, in no order. */
  size: number;
  ids: Float64Array;
  /** A null is NaN. */
  numbers: Record<NumberColumn, Float64Array>;
  words: Record<WordColumn, Words>;
  positionOf: Map<number, number>;
  /** `list_versions.version` that they show. */
  version: number;
}

interface Watched {
  columns: Columns | null;
  /** Under way: others wait for the same. */
  loading: Promise<void> | null;
  /** Rows written since `columns.version`, and how many times one was. */
  touched: Set<number>;
  touches: number;
}

const ROWS_AT_ONCE = 5_000;
const FIRST_CAPACITY = 1_024;
/** Of so many rows it costs less to read all. */
const MAX_TOUCHED = 20_000;

/** On the process, since pages and routes get instances of this module of their own, and a connection takes its triggers once. */
const KEY = Symbol.for("keepsake.memory-columns");
type Slot = { [KEY]?: WeakMap<App["sqlite"], Watched> };
const watchedBy = ((globalThis as Slot)[KEY] ??= new WeakMap<App["sqlite"], Watched>());

/** The columns as of now; reads all rows where none were read yet, which takes some 2 ms a thousand. */
export function columnsOf(app: App): Columns {
  const watched = watch(app);
  const version = memoriesVersion(app.db);
  const { columns } = watched;
  // A transaction that was rolled back, or a writer beside this connection: more or fewer were written than were seen.
  const isKnown = columns !== null && version - columns.version === watched.touches;
  if (isKnown && watched.touched.size <= MAX_TOUCHED) {
    reread(app, columns, watched.touched);
    return settle(watched, columns, version);
  }
  const fresh = emptyColumns();
  for (let rows = nextRows(app, fresh, 0); rows.length > 0; rows = nextRows(app, fresh, rows.at(-1)?.[0] ?? 0));
  return settle(watched, fresh, version);
}

/** Reads all rows where none were read yet, a part at a time, so that others get their turn between. */
export async function warmColumns(app: App): Promise<void> {
  const watched = watch(app);
  if (watched.columns !== null) return;
  watched.loading ??= load(app, watched).finally(() => {
    watched.loading = null;
  });
  await watched.loading;
}

async function load(app: App, watched: Watched): Promise<void> {
  const fresh = emptyColumns();
  watched.touched = new Set();
  watched.touches = 0;
  fresh.version = memoriesVersion(app.db);
  let rows = nextRows(app, fresh, 0);
  while (rows.length > 0) {
    await setImmediate();
    // Somebody could not wait and has read them all.
    if (watched.columns !== null) return;
    rows = nextRows(app, fresh, rows.at(-1)?.[0] ?? 0);
  }
  watched.columns = fresh;
}

function watch(app: App): Watched {
  const known = watchedBy.get(app.sqlite);
  if (known !== undefined) return known;
  const watched: Watched = { columns: null, loading: null, touched: new Set(), touches: 0 };
  watchMemories(app.sqlite, (id) => {
    watched.touches += 1;
    // Beyond that all are read anyway.
    if (watched.touched.size <= MAX_TOUCHED) watched.touched.add(id);
  });
  watchedBy.set(app.sqlite, watched);
  return watched;
}

function settle(watched: Watched, columns: Columns, version: number): Columns {
  columns.version = version;
  watched.columns = columns;
  if (watched.touches > 0) {
    watched.touched = new Set();
    watched.touches = 0;
  }
  return columns;
}

function nextRows(app: App, columns: Columns, after: number): ListedRow[] {
  const rows = rowsBehind(app.db, after, ROWS_AT_ONCE);
  for (const row of rows) put(columns, row);
  return rows;
}

function reread(app: App, columns: Columns, touched: Set<number>): void {
  if (touched.size === 0) return;
  const gone = new Set(touched);
  for (const row of listedRows(app.db, [...touched])) {
    gone.delete(row[0]);
    put(columns, row);
  }
  for (const id of gone) drop(columns, id);
}

function emptyColumns(): Columns {
  const numbers = Object.fromEntries(NUMBERS.map((name) => [name, new Float64Array(FIRST_CAPACITY)]));
  const words = Object.fromEntries(
    WORDS.map((name): [WordColumn, Words] => [
      name,
      { codes: new Int32Array(FIRST_CAPACITY), values: [], codeOf: new Map() },
    ]),
  );
  return {
    size: 0,
    ids: new Float64Array(FIRST_CAPACITY),
    numbers: numbers as Columns["numbers"],
    words: words as Columns["words"],
    positionOf: new Map(),
    version: 0,
  };
}

function put(columns: Columns, [id, ...values]: ListedRow): void {
  const at = columns.positionOf.get(id) ?? append(columns, id);
  NUMBERS.forEach((name, n) => {
    const value = values[n];
    columns.numbers[name][at] = value === null ? NaN : Number(value);
  });
  WORDS.forEach((name, n) => {
    columns.words[name].codes[at] = codeOf(columns.words[name], String(values[NUMBERS.length + n]));
  });
}

function append(columns: Columns, id: number): number {
  const at = columns.size;
  if (at === columns.ids.length) grow(columns);
  columns.ids[at] = id;
  columns.positionOf.set(id, at);
  columns.size += 1;
  return at;
}

function grow(columns: Columns): void {
  const larger = <T extends Float64Array | Int32Array>(list: T, empty: T): T => {
    empty.set(list);
    return empty;
  };
  const capacity = columns.ids.length * 2;
  columns.ids = larger(columns.ids, new Float64Array(capacity));
  for (const name of NUMBERS) columns.numbers[name] = larger(columns.numbers[name], new Float64Array(capacity));
  for (const name of WORDS) columns.words[name].codes = larger(columns.words[name].codes, new Int32Array(capacity));
}

/** The last row takes its place. */
function drop(columns: Columns, id: number): void {
  const at = columns.positionOf.get(id);
  if (at === undefined) return;
  const last = columns.size - 1;
  for (const list of [columns.ids, ...NUMBERS.map((name) => columns.numbers[name])]) list[at] = list[last] ?? 0;
  for (const name of WORDS) columns.words[name].codes[at] = columns.words[name].codes[last] ?? 0;
  columns.positionOf.set(columns.ids[at] ?? 0, at);
  columns.positionOf.delete(id);
  columns.size = last;
}

function codeOf(words: Words, value: string): number {
  let code = words.codeOf.get(value);
  if (code === undefined) {
    code = words.values.length;
    words.values.push(value);
    words.codeOf.set(value, code);
  }
  return code;
}
