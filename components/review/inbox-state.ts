/** What the inbox shows: the items that are left, which one is open, and what was taken out and may come back. Pure. */
import type { ReviewCounts, ReviewItem, ReviewPage } from "@/lib/contract/review";
import { keyOf, memoryIdsOf } from "./item";

type Page = Pick<ReviewPage, "items" | "nextCursor" | "counts">;

export interface InboxState {
  items: readonly ReviewItem[];
  cursor: string | null;
  /** Key of the one that is open. */
  current: string | null;
  /** Keys of those that were decided here. */
  decided: ReadonlySet<string>;
  counts: ReviewCounts;
}

/** What a decision took out, to be put back where it was. */
export interface Taken {
  entries: { item: ReviewItem; index: number }[];
}

/** `at`: key of the one to open. */
export function begin(page: Page, at: string | null): InboxState {
  const isThere = page.items.some((item) => keyOf(item) === at);
  return {
    items: page.items,
    cursor: page.nextCursor,
    current: isThere ? at : firstKey(page.items),
    decided: new Set(),
    counts: page.counts,
  };
}

const firstKey = (items: readonly ReviewItem[]): string | null => (items[0] === undefined ? null : keyOf(items[0]));

export const currentOf = ({ items, current }: InboxState): ReviewItem | null =>
  items.find((item) => keyOf(item) === current) ?? null;

export const indexOf = ({ items }: InboxState, key: string | null): number =>
  key === null ? -1 : items.findIndex((item) => keyOf(item) === key);

export function moved(state: InboxState, step: 1 | -1): InboxState {
  const at = indexOf(state, state.current);
  const next = state.items[Math.min(state.items.length - 1, Math.max(0, at + step))];
  return next === undefined ? state : { ...state, current: keyOf(next) };
}

export const selected = (state: InboxState, key: string): InboxState => ({ ...state, current: key });

/** Takes the item out, with all others about memories that go out of force with it; the next one is open then. */
export function take(state: InboxState, key: string, leaving: readonly number[]): [InboxState, Taken] {
  const gone = new Set(leaving);
  const goes = (item: ReviewItem): boolean => keyOf(item) === key || memoryIdsOf(item).some((id) => gone.has(id));
  const entries = state.items.flatMap((item, index) => (goes(item) ? [{ item, index }] : []));
  const items = state.items.filter((item) => !goes(item));
  const at = indexOf(state, key);
  const before = state.items.slice(0, at).filter((item) => !goes(item)).length;
  const next = items[before] ?? items.at(-1);
  const isOpen = state.current === key || entries.some(({ item }) => keyOf(item) === state.current);
  return [
    {
      ...state,
      items,
      current: isOpen ? (next === undefined ? null : keyOf(next)) : state.current,
      decided: new Set([...state.decided, ...entries.map(({ item }) => keyOf(item))]),
      counts: counted(
        state.counts,
        entries.map(({ item }) => item),
        -1,
      ),
    },
    { entries },
  ];
}

/** Puts back those that wait again, as they are now, where they were; `open` opens the first of them. */
export function putBack(state: InboxState, { entries }: Taken, open: boolean): InboxState {
  const keys = new Set(entries.map(({ item }) => keyOf(item)));
  const items = state.items.filter((item) => !keys.has(keyOf(item)));
  const doubled = state.items.length - items.length;
  for (const { item, index } of entries) items.splice(Math.min(index, items.length), 0, item);
  const first = entries[0];
  return {
    ...state,
    items,
    current: first !== undefined && (open || state.current === null) ? keyOf(first.item) : state.current,
    decided: new Set([...state.decided].filter((key) => !keys.has(key))),
    counts: counted(
      state.counts,
      entries.slice(doubled).map(({ item }) => item),
      1,
    ),
  };
}

/** Puts an item that changed underneath right behind the one that is open, so that no key that is on its way meets it. */
export function putNext(state: InboxState, item: ReviewItem): InboxState {
  const at = indexOf(state, state.current);
  return putBack(state, { entries: [{ item, index: at + 1 }] }, false);
}

/** A further page, or what the page drawn anew brings: unknown items go to the end, so that nothing shifts. */
export function withMore(state: InboxState, page: Page, isNextPage: boolean): InboxState {
  const known = new Set([...state.items.map(keyOf), ...state.decided]);
  const items = [...state.items, ...page.items.filter((item) => !known.has(keyOf(item)))];
  return {
    ...state,
    items,
    cursor: isNextPage ? page.nextCursor : state.cursor,
    current: state.current ?? firstKey(items),
    counts: isNextPage ? state.counts : page.counts,
  };
}

function counted(counts: ReviewCounts, items: readonly ReviewItem[], step: 1 | -1): ReviewCounts {
  const next = { ...counts };
  for (const { kind } of items) next[kind] = Math.max(0, (next[kind] ?? 0) + step);
  return next;
}
