/** The timeline's rows, newest first, and the tool uses of a turn that follow each other as one line. */
import { setImmediate as turn } from "node:timers/promises";
import type { Handle } from "../context";
import type { Asked } from "./filters";
import { newerFirst, type Place, rankOf, type Source } from "./sources";
import { edgeFor, LAST_ID, type Row, walk, walkAmong, type Walked } from "./walk-query";

export interface Found extends Row {
  kind: Source["kind"];
  rank: number;
}

/** Rows that stand in one line, newest first; more than one of tool uses only. */
export type Line = [Found, ...Found[]];

/** Rows that one look at a page reads at most of tool uses, before they are folded. */
const MAX_ROWS = 1_000;
/** How long a page that is not full is looked for, and one that has nothing yet; each look is bounded (walk-query). */
const LOOK_MS = 20;
const EMPTY_MS = 250;

export const placeOf = ({ at, rank, id }: Found): Place => ({ at, rank, id });
/** Before everything, beginning with rows of that very moment. */
export const placeAt = (at: number): Place => ({ at, rank: Number.MAX_SAFE_INTEGER, id: LAST_ID });

/**
 * At most `limit` lines behind `place`. `next` is where they go on; null = nothing older. Where little passes the filters, there may be
 * fewer lines, or none, and still a `next`.
 */
export async function linesBehind(
  handle: Handle,
  asked: Asked,
  place: Place,
  limit: number,
): Promise<{ lines: Line[]; next: Place | null }> {
  const folds = asked.kinds.includes("tool");
  const rows: Found[] = [];
  let at: Place | null = place;
  let lines: Line[] = [];
  const begin = performance.now();
  while (at !== null) {
    const found = rowsBehind(handle, asked, at, folds ? Math.max(4 * limit, 200) : limit + 1);
    rows.push(...found.rows);
    at = found.next;
    lines = folded(rows);
    // The last line may go on: only one behind it tells.
    const patience = lines.length === 0 ? EMPTY_MS : LOOK_MS;
    if (lines.length > limit || rows.length >= MAX_ROWS || performance.now() - begin > patience) break;
    await turn();
  }
  const shown = lines.slice(0, limit);
  const last = shown.at(-1)?.at(-1);
  return lines.length > shown.length && last !== undefined
    ? { lines: shown, next: placeOf(last) }
    : { lines: shown, next: at };
}

function folded(rows: readonly Found[]): Line[] {
  const lines: Line[] = [];
  for (const row of rows) {
    const last = lines.at(-1);
    const [head] = last ?? [];
    const goesOn =
      head?.kind === "tool" && row.kind === "tool" && head.sessionId === row.sessionId && head.turn === row.turn;
    if (goesOn && last !== undefined) last.push(row);
    else lines.push([row]);
  }
  return lines;
}

/** Each source's next rows, laid into one order as far as all of them are known. */
export function rowsBehind(
  handle: Handle,
  { filters, sources, among }: Asked,
  place: Place,
  limit: number,
): { rows: Found[]; next: Place | null } {
  const ends: Place[] = [];
  const rows: Found[] = [];
  // What lies before the last row of a source that has enough is on a later page.
  let since = filters.since;
  for (const source of sources) {
    const rank = rankOf(source.kind);
    const ids = among.get(source);
    const edge = edgeFor(rank, place);
    const bounded = { ...filters, since };
    const walked: Walked =
      ids === undefined
        ? walk(handle, source, bounded, edge, limit)
        : walkAmong(handle, source, bounded, edge, limit, ids);
    rows.push(...walked.rows.map((row) => ({ ...row, kind: source.kind, rank })));
    if (walked.edge === null) continue;
    ends.push({ ...walked.edge, rank });
    if (walked.rows.length >= limit) since = Math.max(since, walked.edge.at);
  }
  const end = ends.sort(newerFirst)[0] ?? null;
  const known = rows.sort(newerFirst).filter((row) => end === null || newerFirst(row, end) <= 0);
  const shown = known.slice(0, limit);
  const last = shown.at(-1);
  if (known.length > shown.length && last !== undefined) return { rows: shown, next: placeOf(last) };
  return { rows: shown, next: end };
}
