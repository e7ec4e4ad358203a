/** What the timeline's questions ask for, as its queries take it. */
import type { App } from "../context";
import { DEFAULT_KINDS, type TimelineFilters, type TimelineKind } from "../contract/timeline-entries";
import { storeVersion } from "../db/version";
import { projectIdsOf } from "../projects/service";
import { isFiller } from "../search/fillers";
import { isProse, parseQuery, type QueryTerm } from "../text/tokens-query";
import { askedFile, wordsOfName } from "../worker/by-file";
import { baseName, isAsked } from "../worker/file-forms";
import { calendarOf } from "./days";
import { SOURCES, type Source } from "./sources";
import { type IdSet, idSet } from "./id-set";
import { type FileFilter, idsByWords, idsOfHost, LAST_ID, type RowFilters, sessionsAmong } from "./walk-query";
import { idsHolding, idsSaying, READ_TABLES, sessionsHolding, TABLES } from "./words-query";

export interface Asked {
  filters: RowFilters;
  /** Milliseconds, inclusive. */
  until: number;
  kinds: readonly TimelineKind[];
  sources: readonly Source[];
  /** Ids that a source's rows are among, where few can be; absent = its rows are walked. */
  among: ReadonlyMap<Source, number[]>;
}

/** Rows that hold the words and are looked up one by one; more are walked in the order of time. */
const MAX_HOLDING = 4_000;
const FIRST = -8.64e15;
const LAST = 8.64e15;
const FILE_KINDS: readonly TimelineKind[] = ["session", "tool", "observation", "summary"];

/** An unknown project leaves nothing. */
export function readFilters(app: App, query: TimelineFilters): Asked {
  const kinds = query.kind === undefined || query.kind.length === 0 ? DEFAULT_KINDS : query.kind;
  const file = query.file === undefined ? null : fileFilter(app, query.file);
  const terms = query.q === undefined ? null : allTerms(query.q);
  const words = terms === null ? null : terms.map((term) => `(${term.strict})`).join(" AND ");
  const held = terms === null || words === null || words === "" ? null : heldBy(app, words, terms);
  const filters: RowFilters = {
    projectIds: projectIdsOf(app, query.project),
    host: query.host ?? null,
    branch: query.branch ?? null,
    since: momentOf(query.from, query.zone, "start") ?? FIRST,
    file,
    holding: held?.sets ?? null,
  };
  const sources = SOURCES.filter(
    // Signs alone are in no index: nothing holds them.
    ({ kind }) => words !== "" && kinds.includes(kind) && (file === null || FILE_KINDS.includes(kind)),
  );
  return {
    filters,
    until: momentOf(query.to, query.zone, "end") ?? LAST,
    kinds,
    sources,
    among: new Map(
      sources.flatMap((source) => {
        const ids = idsFor(app, source, filters, held);
        return ids === null ? [] : [[source, ids] as const];
      }),
    ),
  };
}

/** A day begins and ends in the zone. */
export function momentOf(when: number | string | undefined, zone: string, side: "start" | "end"): number | null {
  if (when === undefined || typeof when === "number") return when ?? null;
  const calendar = calendarOf(zone);
  return side === "start" ? calendar.startOf(when) : calendar.endOf(when) - 1;
}

/** A row holds all of them, in any form; a sentence of an unspaced script by its pairs. Empty = no words. */
function allTerms(text: string): QueryTerm[] {
  const { terms } = parseQuery(text);
  const telling = terms.filter((term) => !isFiller(term.highlight));
  return (telling.length === 0 ? terms : telling).flatMap((term) => (isProse(term) ? term.relaxed : [term]));
}

function fileFilter(app: App, path: string): FileFilter {
  const asked = askedFile(app, path);
  const name = baseName(asked.text);
  // SQLite folds ASCII alone, and the column is JSON: a name beyond both is left to the exact check.
  const isPlain = /^[\x20\x21\x23-\x5b\x5d-\x7e]+$/.test(name);
  return {
    words: wordsOfName(asked.text),
    part: isPlain ? name.toLowerCase() : "",
    isNamed: (files, projectId) => files.some((file) => isAsked(asked, file, projectId)),
  };
}

/** null = more than are looked at one by one: its rows are walked. */
function idsFor(app: App, source: Source, filters: RowFilters, held: Held | null): number[] | null {
  const { file, host } = filters;
  if (source.kind === "session") {
    const naming = file === null ? null : sessionsNaming(app, filters);
    const holding = held === null ? null : sessionsHolding(app.db, held.words);
    if (naming === null || holding === null) return naming ?? (holding === null ? null : [...holding]);
    return naming.filter((id) => holding.has(id));
  }
  const naming = file === null ? null : idsByWords(app.db, source, file.words);
  const ids = held === null ? null : (held.ids.get(source.table) ?? []);
  if (naming !== null)
    return ids === null ? naming : naming.filter((id) => filters.holding?.get(source.table)?.has(id));
  if (ids !== null) return ids.length > MAX_HOLDING ? null : ids;
  return host === null || file !== null ? null : idsOfHost(app.db, source, host);
}

/** What rows hold the words that are asked for, by table. */
interface Held {
  version: string;
  words: string;
  ids: ReadonlyMap<string, number[]>;
  sets: ReadonlyMap<string, IdSet>;
}

/** Further pages and the bars ask for the same words. */
const lastHeld = new WeakMap<App, Held>();

function heldBy(app: App, words: string, terms: readonly QueryTerm[]): Held {
  const last = lastHeld.get(app);
  const version = storeVersion(app.db);
  if (last !== undefined && last.words === words && last.version === version) return last;
  const parts = terms.map(({ highlight }) => highlight);
  const ids = new Map<string, number[]>([
    ...TABLES.map((table) => [table, idsHolding(app.db, table, words)] as const),
    ...READ_TABLES.map((table) => [table, idsSaying(app.db, table, parts)] as const),
  ]);
  const sets = new Map([...ids].map(([table, found]) => [table, idSet(found)] as const));
  const held: Held = { version, words, ids, sets };
  lastHeld.set(app, held);
  return held;
}

/** Sessions of the rows that name the file. Where a name is that of thousands, those of its newest rows. */
function sessionsNaming(app: App, filters: RowFilters): number[] {
  const naming = SOURCES.filter(({ files }) => files.length > 0);
  // Their own host and branch are asked for: those of the rows may be others.
  const rows = { ...filters, host: null, branch: null, holding: null };
  const edge = { at: LAST, id: LAST_ID };
  return [
    ...new Set(naming.flatMap((source) => sessionsAmong(app.db, source, rows, edge, idsFor(app, source, rows, null)))),
  ];
}
