/** How much happened when: bars over the filtered span, days of the reader's own zone. */
import { setImmediate as turn } from "node:timers/promises";
import type { App } from "../context";
import type { DensityBucket, TimelineDensity, TimelineDensityQuery, TimelineKind } from "../contract/timeline-entries";
import { storeVersion } from "../db/version";
import { type Bar, barsOf, calendarOf } from "./days";
import { countBetween, deletedEventTimes, endOf } from "./density-query";
import { type Asked, readFilters } from "./filters";
import type { IdSet } from "./id-set";
import { SOURCES, type Source } from "./sources";
import { conditions, type Edge, LAST_ID, walk, walkAmong, type Walked } from "./walk-query";
import { deletedEvents, timesHolding } from "./words-query";

/** Times of a source's rows, where no index can count them by bar. */
type Times = readonly number[];

interface Known {
  version: string;
  /** When it was counted, where that took long; null = quick. Milliseconds UTC. */
  slowAt: number | null;
  answer: TimelineDensity;
}

const known = new WeakMap<App, Map<string, Known>>();
const MAX_KNOWN = 20;
/** What took long to count is shown again for a while, though something was written since. */
const SLOW_MS = 250;
const KEEP_SLOW_MS = 30_000;

/** Counted over indexes where they know; else row by row, in steps that let others in between. */
export async function timelineDensity(app: App, query: TimelineDensityQuery): Promise<TimelineDensity> {
  const key = JSON.stringify(query);
  const answers = known.get(app) ?? new Map<string, Known>();
  known.set(app, answers);
  const last = answers.get(key);
  const version = storeVersion(app.db);
  const begin = performance.now();
  if (last !== undefined && (last.version === version || isKept(last, app.now()))) return last.answer;
  const answer = await count(app, query);
  const isSlow = performance.now() - begin > SLOW_MS;
  answers.delete(key);
  answers.set(key, { version, answer, slowAt: isSlow ? app.now() : null });
  for (const old of [...answers.keys()].slice(0, Math.max(0, answers.size - MAX_KNOWN))) answers.delete(old);
  return answer;
}

/** A clock that was set back must not keep it for longer. */
const isKept = ({ slowAt }: Known, now: number): boolean => slowAt !== null && Math.abs(now - slowAt) < KEEP_SLOW_MS;

async function count(app: App, query: TimelineDensityQuery): Promise<TimelineDensity> {
  const asked = readFilters(app, query);
  const to = asked.until + 1;
  const times = new Map<Source, Times>();
  let first = Infinity;
  let last = -Infinity;
  const reach = (at: number | null): void => {
    if (at === null) return;
    first = Math.min(first, at);
    last = Math.max(last, at);
  };
  for (const source of asked.sources) {
    if (isCounted(source, asked)) {
      for (const side of ["first", "last"] as const)
        reach(endOf(app.db, source, asked.filters, side, asked.filters.since, to));
      continue;
    }
    const found = await timesOf(app, asked, source);
    times.set(source, found);
    reach(found.at(0) ?? null);
    reach(found.at(-1) ?? null);
  }
  const kinds = otherKinds(app, asked, to);
  if (first > last) return { unit: "day", buckets: [], total: 0, kinds };
  const { unit, bars } = barsOf(calendarOf(query.zone), first, last);
  const buckets: DensityBucket[] = bars.map((bar) => ({ ...bar, count: 0 }));
  for (const source of asked.sources) {
    const counts = times.has(source) ? byBar(bars, times.get(source) ?? []) : counted(app, asked, source, bars, to);
    counts.forEach((value, index) => {
      const bucket = buckets[index];
      if (bucket !== undefined) bucket.count += value;
    });
    kinds[source.kind] = (kinds[source.kind] ?? 0) + sum(counts);
    await turn();
  }
  return { unit, buckets, total: sum(buckets.map((bucket) => bucket.count)), kinds };
}

/** True when an index tells how many there are between two moments. */
const isCounted = (source: Source, asked: Asked): boolean =>
  !asked.among.has(source) && asked.filters.holding === null && isPlain(source, asked);

/** True when rows pass by what their index holds. */
const isPlain = (source: Source, { filters }: Asked): boolean =>
  (filters.file === null || source.files.length === 0) &&
  conditions(source, filters, source.projectIndex !== null).length === 0;

/** Kinds that were not asked for, where counting them is cheap: what choosing them would bring. */
function otherKinds(app: App, asked: Asked, to: number): Partial<Record<TimelineKind, number>> {
  const kinds: Partial<Record<TimelineKind, number>> = Object.fromEntries(
    asked.sources.map(({ kind }) => [kind, 0] as const),
  );
  if (asked.filters.file !== null || asked.filters.holding !== null) return kinds;
  for (const source of SOURCES) {
    if (asked.kinds.includes(source.kind) || !isCounted(source, asked)) continue;
    const bars = [{ day: "", start: asked.filters.since, end: to }];
    kinds[source.kind] = (kinds[source.kind] ?? 0) + sum(counted(app, asked, source, bars, to));
  }
  return kinds;
}

function counted(app: App, asked: Asked, source: Source, bars: readonly Bar[], to: number): number[] {
  const { since } = asked.filters;
  const counts = bars.map(({ start, end }, index) =>
    countBetween(
      app.db,
      source,
      asked.filters,
      // Years that no calendar has stand in the bars at the ends.
      index === 0 ? since : Math.max(start, since),
      index === bars.length - 1 ? to : Math.min(end, to),
    ),
  );
  if (source.table !== "events") return counts;
  const gone = byBar(
    bars,
    deletedEventTimes(app.db, source.kind, since, to).sort((a, b) => a - b),
  );
  return counts.map((value, index) => value - (gone[index] ?? 0));
}

/** Oldest first. */
async function timesOf(app: App, asked: Asked, source: Source): Promise<Times> {
  const times: number[] = [];
  const holds = asked.filters.holding?.get(source.table);
  const isIndexed = source.alive === null || source.table === "events";
  if (holds !== undefined && !asked.among.has(source) && isIndexed && isPlain(source, asked))
    return timesByWords(app, asked, source, holds);
  let edge: Edge | null = { at: asked.until, id: LAST_ID };
  const ids = asked.among.get(source);
  while (edge !== null) {
    const found: Walked =
      ids === undefined
        ? walk(app.db, source, asked.filters, edge, Infinity)
        : walkAmong(app.db, source, asked.filters, edge, Infinity, ids);
    for (const { at } of found.rows) times.push(at);
    edge = found.edge;
    await turn();
  }
  return times.reverse();
}

/** Of rows that hold common words, by the index of their times. */
async function timesByWords(app: App, asked: Asked, source: Source, holds: IdSet): Promise<Times> {
  const times: number[] = [];
  const gone = source.table === "events" ? new Set(deletedEvents(app.db)) : null;
  for (const project of asked.filters.projectIds ?? [null]) {
    let edge: Edge | null = { at: asked.until, id: LAST_ID };
    while (edge !== null) {
      const read = timesHolding(app.db, source, asked.filters, project, edge, holds);
      for (const { id, at } of read.rows) if (gone?.has(id) !== true) times.push(at);
      edge = read.next;
      await turn();
    }
  }
  return times.sort((a, b) => a - b);
}

/** `times` oldest first. */
function byBar(bars: readonly Bar[], times: Times): number[] {
  const counts = bars.map(() => 0);
  let bar = 0;
  for (const at of times) {
    while (bar < bars.length - 1 && at >= (bars[bar]?.end ?? Infinity)) bar += 1;
    counts[bar] = (counts[bar] ?? 0) + 1;
  }
  return counts;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
