/** Lists of memories: pages in every order, the bare array of E102, and the rows that a filter means. */
import { z } from "zod";
import type { App } from "../context";
import type { MemoryArrayRow } from "../contract/memory";
import { memoryOrder, type MemoryListQuery, type MemoryPage, type MemorySort } from "../contract/memory-list";
import { decodeCursor, encodeCursor, pageOf } from "../paging";
import { type Columns, warmColumns } from "./columns";
import type { NumberColumn } from "./columns-query";
import { arrayRowsById, memoriesById } from "./query";
import { findRanked, type Ranked } from "./ranked";
import { type Filters, positionsOf, select } from "./selection";
import { topOf } from "./top";
import { halvesAmong } from "./waiting-query";

/** Rows of the bare array (E102). */
const ARRAY_LIMIT = 500;
const PAGE = 50;

type ListQuery = Filters & Partial<Pick<MemoryListQuery, "sort" | "order" | "limit" | "pages" | "cursor">>;

/** Sort value and id. */
const SortKey = z.tuple([z.number().nullable(), z.number().int()]);
type SortKey = z.infer<typeof SortKey>;

/**
 * A page by keyset on (sort value, id), nulls last in both orders; `total` counts all pages. Default: 50, best or newest write first.
 * `q` by words or meaning: `found` says how. Throws `validation_failed` for a cursor of another list.
 */
export async function listMemoryPage(app: App, query: ListQuery): Promise<MemoryPage> {
  await warmColumns(app);
  const ranked = await findRanked(app, query);
  return pageFrom(app, query, ranked);
}

/** The same at once; `q` is a substring whatever the mode. */
export const listMemories = (app: App, query: ListQuery): MemoryPage => pageFrom(app, { ...query, mode: "text" }, null);

function pageFrom(app: App, query: ListQuery, ranked: Ranked | null): MemoryPage {
  const { sort, order } = memoryOrder(query);
  const limit = (query.limit ?? PAGE) * (query.pages ?? 1);
  const list = `memories ${sort} ${order}`;
  const last = decodeCursor(list, SortKey, query.cursor);
  const selection = select(app, query, ranked?.fits);
  const { columns } = selection;
  const positions = positionsOf(selection);
  const valueOf = sortValue(columns, sort, ranked);
  const compare = inOrder(columns, valueOf, order, order);
  const behind =
    last === undefined ? positions : positions.filter((at) => compareKey(columns, valueOf, order, at, last) > 0);
  const top = topOf(behind, limit + 1, compare);
  const { items, nextCursor } = pageOf(top, limit, (at) =>
    encodeCursor(list, orNull(valueOf(at)), columns.ids[at] ?? 0),
  );
  const ids = items.map((at) => columns.ids[at] ?? 0);
  const rows = memoriesById(app.db, ids);
  return {
    items: rows,
    nextCursor,
    total: positions.length,
    halves: [...halvesAmong(app.db, ids, app.now())],
    ...(ranked === null ? {} : { found: foundOf(ranked, rows) }),
  };
}

/** E102: the bare array, most used first unless told, ties by id ascending, at most 500 rows. */
export function listMemoryArray(app: App, query: ListQuery): MemoryArrayRow[] {
  const { sort, order } = memoryOrder({ ...query, mode: "text" }, "access_count");
  const selection = select(app, query);
  const { columns } = selection;
  const compare = inOrder(columns, sortValue(columns, sort, null), order, "asc");
  const top = topOf(positionsOf(selection), ARRAY_LIMIT, compare);
  return arrayRowsById(
    app.db,
    top.map((at) => columns.ids[at] ?? 0),
  );
}

/** Ids that a filter means, ascending: those that the list shows on all its pages. */
export async function matchingIds(app: App, filters: Filters): Promise<number[]> {
  await warmColumns(app);
  const selection = select(app, filters, (await findRanked(app, filters))?.fits);
  return positionsOf(selection)
    .map((at) => selection.columns.ids[at] ?? 0)
    .sort((a, b) => a - b);
}

const foundOf = ({ mode, terms, degraded, isCapped, fits }: Ranked, rows: { id: number }[]): MemoryPage["found"] => ({
  mode,
  terms,
  degraded,
  isCapped,
  fits: rows.flatMap(({ id }) => fits.get(id) ?? []),
});

/** NaN stands for null. */
type ValueOf = (at: number) => number;
type Order = "asc" | "desc";

function sortValue({ ids, numbers }: Columns, sort: MemorySort, ranked: Ranked | null): ValueOf {
  if (sort === "relevance") return (at) => ranked?.fits.get(ids[at]!)?.rank ?? 0;
  const values = numbers[sort satisfies NumberColumn];
  return (at) => values[at]!;
}

const orNull = (value: number): number | null => (Number.isNaN(value) ? null : value);

/** Nulls come last in both orders. */
function compareValues(a: number, b: number, order: Order): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
  return order === "asc" ? a - b : b - a;
}

const inOrder =
  ({ ids }: Columns, valueOf: ValueOf, order: Order, ties: Order) =>
  (a: number, b: number): number =>
    compareValues(valueOf(a), valueOf(b), order) || (ties === "asc" ? ids[a]! - ids[b]! : ids[b]! - ids[a]!);

/** Where a row stands to the last one shown: above zero = behind it. */
const compareKey = ({ ids }: Columns, valueOf: ValueOf, order: Order, at: number, [value, id]: SortKey): number =>
  compareValues(valueOf(at), value ?? NaN, order) || (order === "asc" ? ids[at]! - id : id - ids[at]!);
