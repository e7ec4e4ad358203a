"use client";
/**
 * A list of any length in a scroll area of its own, of which only the rows in sight are in the page.
 *
 * The server draws the first page (`items`, `nextCursor`, `total`); a small client component around this one says how a
 * row looks and how further pages are fetched:
 *
 *     const fetchPage = useCallback(
 *       (cursor: string) => fetchJson<SessionPage>("/api/session-views", { params: { ...query, cursor, limit: 100 } }),
 *       [query],
 *     );
 *     <VirtualList label={t("list")} items={page.items} nextCursor={page.nextCursor} total={page.total}
 *       listKey={JSON.stringify(query)} fetchPage={fetchPage} getKey={sessionKey} estimate={64}
 *       renderRow={(session, { previous }) => <SessionRow session={session} />} />
 *
 * - `fetchPage` and `getKey` keep their identity between renders; `renderRow` need not. `fetchPage` is told how many rows
 *   there are, so that the pages may grow for whoever goes far.
 * - `listKey` names what the list is of (filters, sort): another one begins anew at the top.
 * - `version` changes when rows may have changed (default: the first page as text). Then the new first page goes on top
 *   and as many rows as were looked at are fetched anew; what is being read stays where it is.
 * - A row puts `data-row` on the one element that takes the focus (its link), `aria-current="true"` when it is open;
 *   `currentKey` names the open row, so that Esc finds it even when it is far away. J and K move through all rows.
 * - `previous` lets a row draw a heading above itself where a group (a day) begins; heights are measured unless all are even.
 * - `kind="table"`: rows hold elements of role `cell`; `head` is the sticky row of `columnheader`s, `headHeight` its height.
 * - Back and reload lead to where the list was left, as far down as that was; a link begins at the top.
 * - Nothing to show is the owner's to say: draw EmptyState or NoMatch instead of the list.
 * - Printing draws all loaded rows.
 */
import { useVirtualizer } from "@tanstack/react-virtual";
import { usePathname } from "next/navigation";
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { cn } from "@/lib/cn";
import { ListEnd } from "./list-end";
import type { RowKey } from "./page-state";
import { type FetchPage, usePages } from "./use-pages";
import { usePlace } from "./use-place";
import { usePrinting } from "./use-printing";
import { useAnchor } from "./use-anchor";
import { rangeWith, useRowMoves } from "./use-row-moves";

export interface RowPlace<T> {
  index: number;
  /** The row above; undefined for the first. */
  previous: T | undefined;
}

export interface ListHandle<T> {
  /** All rows that are loaded, in order. */
  rows: () => readonly T[];
  /** Gives the focus to the scroll area, e.g. after what had it is gone. */
  focus: () => void;
}

export interface VirtualListProps<T> {
  label: string;
  items: readonly T[];
  nextCursor: string | null;
  /** Of all pages, where it is known. */
  total?: number | undefined;
  listKey?: string;
  version?: string;
  /** Left out: the first page is all there is. */
  fetchPage?: FetchPage<T>;
  getKey: (item: T) => RowKey;
  renderRow: (item: T, place: RowPlace<T>) => ReactNode;
  /** Height of a usual row in pixels. */
  estimate: number;
  /** Every row is exactly that high: none is measured. */
  isEven?: boolean;
  currentKey?: RowKey | null;
  kind?: "list" | "table";
  head?: ReactNode;
  headHeight?: number;
  /** Of the rows' wrapper, e.g. the least width of a table. */
  className?: string;
  rowsClassName?: string | undefined;
  rowClassName?: string;
  onKeyDown?: (event: KeyboardEvent<HTMLDivElement>) => void;
  ref?: Ref<ListHandle<T>>;
}

export function VirtualList<T>({ listKey = "", ...props }: VirtualListProps<T>) {
  const list = `${usePathname()} ${listKey}`;
  return <Rows key={listKey} list={list} {...props} />;
}

/** Rows beyond the edges: J and K always find the next one in the page. */
const OVERSCAN = 8;
/** Rows before the end at which the next page is asked for. */
const NEAR_END = 30;
/** What the server draws before anyone knows how high the window is. */
const FIRST_RECT = { width: 800, height: 900 };

type RowsProps<T> = Omit<VirtualListProps<T>, "listKey"> & { list: string };

function Rows<T>({
  list,
  label,
  items,
  nextCursor,
  total,
  version,
  fetchPage,
  getKey,
  renderRow,
  estimate,
  isEven = false,
  currentKey = null,
  kind = "list",
  head,
  headHeight = 0,
  className,
  rowsClassName,
  rowClassName,
  onKeyDown,
  ref,
}: RowsProps<T>) {
  const scroller = useRef<HTMLDivElement>(null);
  const first = { items, nextCursor };
  const pages = usePages({ first, version: version ?? JSON.stringify(items), fetchPage, getKey });
  const { rows, hasMore, error, loadMore, setWanted } = pages;
  const printing = usePrinting();
  const isAlive = useSyncExternalStore(noChanges, onPage, onServer);
  const isTable = kind === "table";
  /** Row that had the focus last. */
  const [focusKey, setFocusKey] = useState<RowKey | null>(null);
  const indexOf = (key: RowKey | null) => (key === null ? -1 : rows.findIndex((item) => getKey(item) === key));
  const focused = indexOf(focusKey);
  const current = indexOf(currentKey);
  const keyOf = useCallback((index: number) => keyAt(rows, index, getKey), [rows, getKey]);

  // The virtualizer is its own store; nothing here is memoised by what it answers.
  // eslint-disable-next-line react-hooks/incompatible-library
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimate,
    getItemKey: keyOf,
    overscan: OVERSCAN,
    initialRect: FIRST_RECT,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
    rangeExtractor: rangeWith(focused),
  });
  const from = focused < 0 ? current : focused;
  useRowMoves({ scroller, virtual, count: rows.length, from, current, hasMore, loadMore });
  useAnchor(rows, getKey, virtual, scroller);
  const canLoad = hasMore && error === null;
  usePlace({ list, scroller, virtual, headHeight, count: rows.length, canLoad, loadMore });
  useImperativeHandle(
    ref,
    () => ({ rows: () => rows, focus: () => scroller.current?.focus({ preventScroll: true }) }),
    [rows],
  );

  const shown = virtual.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  // External system: the server, asked when the end comes near.
  useEffect(() => {
    setWanted(last + NEAR_END);
    if (canLoad && last >= rows.length - NEAR_END) loadMore();
  }, [last, canLoad, rows.length, loadMore, setWanted]);

  const onFocus = (event: FocusEvent<HTMLDivElement>) => {
    const index = (event.target as Element).closest("[data-index]")?.getAttribute("data-index");
    const item = index === null || index === undefined ? undefined : rows[Number(index)];
    if (item !== undefined) setFocusKey(getKey(item));
  };
  // Drawn by the server, rows of unknown height stand one below the other: put where they were guessed to be, they would jump.
  const isFlow = printing || (!isAlive && !isEven);
  const places = printing ? rows.map((_, index) => ({ index, key: keyOf(index), start: 0 })) : shown;
  const count = total ?? (hasMore ? -1 : rows.length);
  return (
    <div
      ref={scroller}
      role="region"
      aria-label={label}
      tabIndex={0}
      data-virtual-list
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      className={cn(
        "scroll-area min-h-0 min-w-0 flex-1 [overflow-anchor:none]",
        isTable && "overflow-x-auto",
        className,
      )}
    >
      <div
        className={rowsClassName}
        {...(isTable ? { role: "table", "aria-label": label, "aria-rowcount": count < 0 ? -1 : count + 1 } : {})}
      >
        {head !== undefined && (
          <div role="rowgroup" className="sticky top-0 z-10">
            {head}
          </div>
        )}
        <div
          role={isTable ? "rowgroup" : "list"}
          className="relative"
          style={isFlow ? undefined : { height: virtual.getTotalSize() }}
        >
          {places.map(({ index, key, start }) => {
            const item = rows[index];
            if (item === undefined) return null;
            return (
              <div
                key={key}
                ref={printing || isEven ? undefined : virtual.measureElement}
                data-index={index}
                {...(isTable
                  ? { role: "row", "aria-rowindex": index + 2 }
                  : { role: "listitem", "aria-posinset": index + 1, "aria-setsize": count })}
                className={cn(!isFlow && "absolute inset-x-0", rowClassName)}
                style={isFlow ? undefined : { top: start - headHeight }}
              >
                {renderRow(item, { index, previous: rows[index - 1] })}
              </div>
            );
          })}
        </div>
      </div>
      <ListEnd
        hasMore={hasMore}
        error={error}
        onRetry={loadMore}
        count={rows.length}
        total={total}
        rowHeight={estimate}
      />
    </div>
  );
}

const noChanges = () => () => undefined;
const onPage = (): boolean => true;
const onServer = (): boolean => false;

function keyAt<T>(rows: readonly T[], index: number, getKey: (item: T) => RowKey): RowKey {
  const item = rows[index];
  return item === undefined ? index : getKey(item);
}
