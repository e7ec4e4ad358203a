/** Takes deleted text out of every row that still holds it, and brings the indexes in step. Part of the deletion's transaction. */
import type { App, Tx } from "../context";
import { formsOf, makeRunScrubber, mapText, MARK, type Needles, replaceForms } from "./needles";
import type { Holder } from "./receipts-repo";
import type { IndexedTable } from "./repo";
import { kindOf, readRow, reindexRow, setFields, INDEXED_TABLES } from "./rows-repo";
import {
  blocksShowing,
  bodiesOf,
  forgetReflections,
  forgetVectors,
  relatedIds,
  rewriteText,
  rowsHolding,
  SCRUB_TABLES,
  type ScrubTable,
  tasksOf,
} from "./scrub-repo";
import type { TurnRef } from "./targets";

/** A memory with less than this left beside the marks says nothing any more. */
const MIN_LEFT = 10;

export interface ScrubRequest {
  needles: Needles;
  /** Where the rows came from. */
  turns: TurnRef[];
  /** The removed rows as traces name them, e.g. `memory:12`. */
  targets: string[];
}

/** Long texts go from every table; sources, derived rows and the blocks that showed them also lose short texts and longer runs of the long ones. */
export function scrubText(app: App, tx: Tx, now: number, what: ScrubRequest): Holder[] {
  const touched = new Map<ScrubTable, Set<number>>();
  const rewrite = (table: ScrubTable, ids: Iterable<number>, change: (text: string) => string): void => {
    for (const id of ids) {
      if (!rewriteText(app.sqlite, table, id, change)) continue;
      touched.set(table, (touched.get(table) ?? new Set()).add(id));
    }
  };
  const { needles, turns } = what;
  const forms = needles.everywhere.flatMap(formsOf).sort((a, b) => b.length - a.length);
  if (forms.length > 0) {
    for (const table of SCRUB_TABLES) {
      rewrite(table, rowsHolding(app.sqlite, table, forms), (text) => replaceForms(text, forms));
    }
  }
  const scrubRuns = makeRunScrubber(needles);
  const inColumn = (text: string): string => mapText(text, scrubRuns);
  const sessions = new Set(turns.map((turn) => turn.sessionId));
  for (const [table, ids] of relatedRows(app, turns)) {
    rewrite(table, ids, inColumn);
    rewrite("operation_changes", bodiesOf(app.sqlite, table, ids), inColumn);
  }
  rewrite("sessions", sessions, inColumn);
  const tasks = tasksOf(app.sqlite, [...sessions]);
  rewrite("tasks", tasks, inColumn);
  // What was compressed of a row that lost something may still say it, in whatever words.
  const reflections = forgetReflections(app.sqlite, [...(touched.get("observations") ?? [])]);
  if (reflections.length > 0) touched.set("reflections", new Set(reflections));
  const derived = [...reflections.map((id) => `reflection:${id}`), ...tasks.map((id) => `task:${id}`)];
  rewrite("injections", blocksShowing(app.sqlite, [...what.targets, ...derived, ...namesOf(touched)]), inColumn);
  settle(app, tx, now, touched);
  return toHolders(touched);
}

const namesOf = (touched: Map<ScrubTable, Set<number>>): string[] =>
  INDEXED_TABLES.flatMap((table) => [...(touched.get(table) ?? [])].map((id) => `${kindOf(table)}:${id}`));

function relatedRows(app: App, turns: TurnRef[]): Map<IndexedTable, number[]> {
  const related = new Map(INDEXED_TABLES.map((table) => [table, new Set<number>()]));
  const seen = new Set<string>();
  for (const { sessionId, turn, eventIds } of turns) {
    for (const id of eventIds) related.get("events")?.add(id);
    if (seen.has(`${sessionId}:${turn}`)) continue;
    seen.add(`${sessionId}:${turn}`);
    for (const [table, ids] of Object.entries(relatedIds(app.sqlite, sessionId, turn))) {
      for (const id of ids) related.get(table as IndexedTable)?.add(id);
    }
  }
  return new Map([...related].map(([table, ids]) => [table, [...ids]]));
}

/** Revisions move on, so that a job that read the old text can't write it; words are made anew, vectors follow by job. */
function settle(app: App, tx: Tx, now: number, touched: Map<ScrubTable, Set<number>>): void {
  for (const table of INDEXED_TABLES) {
    const ids = [...(touched.get(table) ?? [])];
    forgetVectors(app.sqlite, kindOf(table), ids);
    for (const id of ids) {
      const row = readRow(tx, table, id);
      if (row === undefined) continue;
      const values: Record<string, unknown> = {};
      if ("revision" in row) values["revision"] = Number(row["revision"]) + 1;
      if (table === "memories" && row["status"] === "active" && isSpent(String(row["value"])))
        values["status"] = "deleted";
      if (Object.keys(values).length > 0) setFields(tx, table, id, values);
      reindexRow(tx, now, table, id);
    }
  }
}

const isSpent = (value: string): boolean => value.replaceAll(MARK, "").trim().length < MIN_LEFT;

function toHolders(touched: Map<ScrubTable, Set<number>>): Holder[] {
  return [...touched].map(([table, ids]) => ({
    holder: table === "operation_changes" ? "operations" : table,
    found: ids.size,
    removed: ids.size,
  }));
}
