/** What waits for a person: the list, its counts, and one memory's part of it. */
import { z } from "zod";
import type { App } from "../context";
import { type AppError, noSuch } from "../contract/errors";
import {
  type ReviewCounts,
  type ReviewFilter,
  ReviewKind,
  type ReviewPage,
  type ReviewPair,
  type ReviewQuery,
} from "../contract/review";
import type { ReviewItemNow } from "../contract/review-decide";
import { NEEDED_KINDS } from "../contract/review-decisions";
import { getMemory } from "../memories/query";
import { decodeCursor, encodeCursor, pageOf } from "../paging";
import { reviewBounds } from "./bounds";
import { countWaiting, listWaiting, stillWaits, type WaitingFilter, type WaitingRow } from "./list-query";
import { isSecret, secretIds } from "./looks";
import { findPair, openPairsOf } from "./repo";
import { projectScope } from "./scope";
import { loadSubject, rowsOf } from "./subject";
import { toItem, toPair } from "./view";

const LIST = "review";
/** Place of the kind, what it is ordered by, and id of the last one shown. */
const Place = z.tuple([z.number().int().min(0), z.number(), z.number().int()]);

const NEEDED: ReadonlySet<ReviewFilter> = new Set(NEEDED_KINDS);

/**
 * A page by keyset, kind by kind in the order of {@link ReviewKind}, within a kind the newest first (what expires, the
 * soonest; what is doubtful, the least sure; what is unused, the oldest). What is out of force, or is half of a pair
 * whose other half is, is left out. `project` names one or several projects, `global` those of none; an unknown name finds
 * nothing.
 */
export function listReview(app: App, query: ReviewQuery): ReviewPage {
  const filter = filterOf(app, query.project);
  const kinds = kindsOf(query.kind);
  const after = decodeCursor(LIST, Place, query.cursor) ?? null;
  const found = waitingAfter(app, kinds, filter, after, query.limit + 1);
  const { items, nextCursor } = pageOf(found, query.limit, ({ kind, sort, id }) =>
    encodeCursor(LIST, ReviewKind.options.indexOf(kind), sort, id),
  );
  const counts = countsOf(app, filter);
  return {
    items: items.map((row) => toItem(app, row)).filter((item) => item !== undefined),
    nextCursor,
    counts,
    total: ReviewKind.options.reduce((sum, kind) => sum + (counts[kind] ?? 0), 0),
    needed: sumOf(counts),
  };
}

/** How much of what waits only a person can settle: conflicts, what is new where the person is asked, what is held back. Cheap: for a badge on every page. */
export function countReview(app: App, project?: string): number {
  const filter = filterOf(app, project);
  return ReviewKind.options.reduce((sum, kind) => sum + (NEEDED.has(kind) ? countWaiting(app.db, kind, filter) : 0), 0);
}

/** Whether it still waits, and as what; for a view that shows an item which was changed elsewhere. */
export function reviewItem(app: App, ref: Pick<WaitingRow, "kind" | "id">): ReviewItemNow {
  const subject = loadSubject(app.db, ref);
  if (subject === undefined) return { item: null, memory: null };
  const [first] = rowsOf(subject);
  const secrets = first !== undefined && isSecret(first.value) ? [first.id] : [];
  const waits = stillWaits(app.db, ref.kind, ref.id, { projectIds: null, bounds: reviewBounds(app), secrets });
  return {
    item: waits ? (toItem(app, ref) ?? null) : null,
    memory: first === undefined ? null : (getMemory(app, first.id) ?? null),
  };
}

const filterOf = (app: App, project: string | undefined): WaitingFilter => ({
  projectIds: projectScope(app, project),
  bounds: reviewBounds(app),
  secrets: secretIds(app),
});

const kindsOf = (kind: ReviewFilter | undefined): readonly ReviewKind[] =>
  kind === undefined ? ReviewKind.options : kind === "quarantined" ? ["instruction", "secret"] : [kind];

function waitingAfter(
  app: App,
  kinds: readonly ReviewKind[],
  filter: WaitingFilter,
  after: readonly [place: number, sort: number, id: number] | null,
  limit: number,
): WaitingRow[] {
  const found: WaitingRow[] = [];
  for (const kind of kinds) {
    const place = ReviewKind.options.indexOf(kind);
    if (after !== null && place < after[0]) continue;
    const from = after !== null && place === after[0] ? ([after[1], after[2]] as const) : null;
    found.push(...listWaiting(app.db, kind, filter, from, limit - found.length));
    if (found.length >= limit) break;
  }
  return found;
}

function countsOf(app: App, filter: WaitingFilter): ReviewCounts {
  const counts = Object.fromEntries(
    ReviewKind.options.map((kind) => [kind, countWaiting(app.db, kind, filter)]),
  ) as ReviewCounts;
  return { ...counts, quarantined: (counts.instruction ?? 0) + (counts.secret ?? 0) };
}

const sumOf = (counts: ReviewCounts): number => [...NEEDED].reduce((sum, kind) => sum + (counts[kind] ?? 0), 0);

/** Open pairs that this memory is a half of, stale ones left out. */
export const pairsOfMemory = (app: App, memoryId: number): ReviewPair[] =>
  openPairsOf(app.db, memoryId)
    .map((row) => toPair(app, row))
    .filter((pair) => !pair.stale);

/** Throws `not_found`. */
export function requirePair(app: App, id: number): ReviewPair {
  const row = findPair(app.db, id);
  if (row === undefined) throw noPair(id);
  return toPair(app, row);
}

export const noPair = (id: number): AppError => noSuch("pair", id, "GET /api/review and `keepsake review` list them.");
