/**
 * Remembers where every few hundred rows of a list stand, so that any offset is a mark and a short walk: page 10,000
 * costs what page 1 costs. What was remembered holds as long as the list's version stays.
 */
import type { App } from "../context";
import { type ListScope, listVersion, type Place, placesAfter } from "./lists-query";

const STEP = 512;
const MAX_LISTS = 32;

interface Marks {
  version: number;
  /** The n-th is the last of the first (n + 1) · {@link STEP} places. */
  places: Place[];
}

/** Per app, so that two stores of one process (tests) share nothing; of each list the latest asked for come last. */
const caches = new WeakMap<App, Map<string, Marks>>();

/** From which place the row at `offset` is reached by skipping fewer than {@link STEP} others; null beyond the end. */
export function approach(app: App, scope: ListScope, offset: number): { after: Place | null; skip: number } | null {
  const wanted = Math.floor(offset / STEP);
  const skip = offset % STEP;
  if (wanted === 0) return { after: null, skip };
  const { places } = marksOf(app, scope);
  while (places.length < wanted) {
    const next = placesAfter(app.db, scope, places.at(-1) ?? null, STEP - 1, 1)[0];
    if (next === undefined) return null;
    places.push(next);
  }
  return { after: places[wanted - 1] ?? null, skip };
}

function marksOf(app: App, scope: ListScope): Marks {
  let lists = caches.get(app);
  if (lists === undefined) caches.set(app, (lists = new Map<string, Marks>()));
  const name = `${scope.table}:${scope.projectIds === null ? "*" : scope.projectIds.join(",")}`;
  const version = listVersion(app.db, scope.table);
  const known = lists.get(name);
  const marks = known?.version === version ? known : { version, places: [] };
  lists.delete(name);
  if (lists.size >= MAX_LISTS) lists.delete(lists.keys().next().value ?? "");
  lists.set(name, marks);
  return marks;
}
