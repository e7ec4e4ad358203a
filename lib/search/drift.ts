/**
 * Whether the vector index says the same as SQLite (E25, E26): not only how many rows, but which, in which project and
 * with which status, since a filter inside the index never shows a row that it files wrongly.
 */
import { setImmediate } from "node:timers/promises";
import type { App } from "../context";
import { SearchKind } from "../contract/common";
import { JOB } from "../jobs/kinds";
import { waitingKeys } from "../jobs/query";
import { addMark, type Marks } from "../vectors/mark";
import { vectorPlaces } from "./vectors-query";

const PAGE = 2_000;

export type Drift = "counts_differ" | "rows_differ";

/**
 * Null = they agree. Rows whose vector job waits are left out, they are on their way: the index is read first, then the
 * rows, then the jobs, so that whatever changes meanwhile has its job by then. Runs in the lane that writes the index.
 */
export async function findDrift(app: App): Promise<Drift | null> {
  const held = await app.vectors.marks();
  const wanted = new Map<SearchKind, Marks>();
  for (const kind of SearchKind.options) wanted.set(kind, await wantedMarks(app, kind));
  const isWaiting = waitingKeys(app.db, JOB.indexVector);
  let [missing, extra, other] = [0, 0, 0];
  for (const kind of SearchKind.options) {
    const [want, have] = [wanted.get(kind) ?? new Map(), held.get(kind) ?? new Map<number, number>()];
    for (const [id, mark] of want) {
      if (have.get(id) === mark || isWaiting.has(`${kind}:${id}`)) continue;
      if (have.has(id)) other += 1;
      else missing += 1;
    }
    for (const id of have.keys()) if (!want.has(id) && !isWaiting.has(`${kind}:${id}`)) extra += 1;
  }
  if (missing !== extra) return "counts_differ";
  return missing + other > 0 ? "rows_differ" : null;
}

async function wantedMarks(app: App, kind: SearchKind): Promise<Marks> {
  const marks: Marks = new Map();
  for (let after = { entityId: 0, chunk: -1 }; ;) {
    const places = vectorPlaces(app.db, kind, app.embedder.model, after, PAGE);
    const last = places.at(-1);
    if (last === undefined) return marks;
    for (const place of places) addMark(marks, place);
    after = { entityId: last.entityId, chunk: last.chunk };
    await setImmediate();
  }
}
