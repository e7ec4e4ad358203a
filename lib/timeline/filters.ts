/** What the timeline's questions ask for, as its queries take it. */
import type { App } from "../context";
import { DEFAULT_KINDS, type TimelineFilters, type TimelineKind } from "../contract/timeline-entries";
import { projectIdsOf } from "../projects/service";
import { askedFile, wordsOfName } from "../worker/by-file";
import { baseName, isAsked } from "../worker/file-forms";
import { calendarOf } from "./days";
import { SOURCES, type Source } from "./sources";
import { type FileFilter, idsByWords, LAST_ID, type RowFilters, sessionsAmong } from "./walk-query";

export interface Asked {
  filters: RowFilters;
  /** Milliseconds, inclusive. */
  until: number;
  kinds: readonly TimelineKind[];
  sources: readonly Source[];
  /** Ids that a source's rows are among, where few can be; absent = its rows are walked. */
  among: ReadonlyMap<Source, number[]>;
}

const FIRST = -8.64e15;
const LAST = 8.64e15;
const FILE_KINDS: readonly TimelineKind[] = ["session", "tool", "observation", "summary"];

/** An unknown project leaves nothing. */
export function readFilters(app: App, query: TimelineFilters): Asked {
  const kinds = query.kind === undefined || query.kind.length === 0 ? DEFAULT_KINDS : query.kind;
  const file = query.file === undefined ? null : fileFilter(app, query.file);
  const filters: RowFilters = {
    projectIds: projectIdsOf(app, query.project),
    host: query.host ?? null,
    branch: query.branch ?? null,
    since: momentOf(query.from, query.zone, "start") ?? FIRST,
    file,
  };
  const sources = SOURCES.filter(({ kind }) => kinds.includes(kind) && (file === null || FILE_KINDS.includes(kind)));
  return {
    filters,
    until: momentOf(query.to, query.zone, "end") ?? LAST,
    kinds,
    sources,
    among: new Map(
      sources.flatMap((source) => {
        const ids = idsFor(app, source, filters);
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

function idsFor(app: App, source: Source, filters: RowFilters): number[] | null {
  const { file } = filters;
  if (file === null) return null;
  return source.kind === "session" ? sessionsNaming(app, filters) : idsByWords(app.db, source, file.words);
}

/** Sessions of the rows that name the file. Where a name is that of thousands, those of its newest rows. */
function sessionsNaming(app: App, filters: RowFilters): number[] {
  const naming = SOURCES.filter(({ files }) => files.length > 0);
  // Their own host and branch are asked for: those of the rows may be others.
  const rows = { ...filters, host: null, branch: null };
  const edge = { at: LAST, id: LAST_ID };
  return [...new Set(naming.flatMap((source) => sessionsAmong(app.db, source, rows, edge, idsFor(app, source, rows))))];
}
