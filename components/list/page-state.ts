/** Rows of a list that grows page by page, and what becomes of them when the server draws the first page anew. Pure. */

export interface ListPage<T> {
  items: readonly T[];
  /** null on the last page. */
  nextCursor: string | null;
}

export type RowKey = string | number;

export interface PageState<T> {
  /** As the server drew it last. */
  first: ListPage<T>;
  /** What the first page was drawn for; the same text means the same rows. */
  version: string;
  rows: readonly T[];
  /** Where the rows go on. */
  next: string | null;
  /** The rows behind the first page are older than it: they are asked for again. */
  isStale: boolean;
}

export const beginPages = <T>(first: ListPage<T>, version: string): PageState<T> => ({
  first,
  version,
  rows: first.items,
  next: first.nextCursor,
  isStale: false,
});

/** A first page of another version: its rows, then those that stood behind it, until they are fetched again. */
export function renewPages<T>(
  state: PageState<T>,
  first: ListPage<T>,
  version: string,
  getKey: (item: T) => RowKey,
): PageState<T> {
  const tail = first.nextCursor === null ? [] : tailBehind(first.items, state.rows, getKey);
  if (tail.length === 0) return beginPages(first, version);
  return { first, version, rows: [...first.items, ...tail], next: state.next, isStale: true };
}

/** Of `old`, what stands behind the last row that both have; from the end, since one row may have moved to the top. */
function tailBehind<T>(fresh: readonly T[], old: readonly T[], getKey: (item: T) => RowKey): T[] {
  const places = new Map(old.map((item, index) => [getKey(item), index]));
  const isFresh = new Set(fresh.map(getKey));
  const last = fresh.findLast((item) => places.has(getKey(item)));
  const place = last === undefined ? undefined : places.get(getKey(last));
  return place === undefined ? [] : old.slice(place + 1).filter((item) => !isFresh.has(getKey(item)));
}

/** `rows` with a further page; what moved between two pages stands once. */
export function withPage<T>(rows: readonly T[], page: ListPage<T>, getKey: (item: T) => RowKey): T[] {
  const known = new Set(rows.map(getKey));
  return [...rows, ...page.items.filter((item) => !known.has(getKey(item)))];
}
