"use client";
/** Moves the focus through the rows of a virtual list, also to rows that are not in the page yet. */
import { defaultRangeExtractor, type Range, type Virtualizer } from "@tanstack/react-virtual";
import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { ROW_MOVE } from "./row-moves";

interface RowMovesOptions {
  scroller: RefObject<HTMLDivElement | null>;
  virtual: Virtualizer<HTMLDivElement, Element>;
  count: number;
  /** Row that had the focus last, else the open one; -1 = none. */
  from: number;
  /** Row that is open beside the list; -1 = none. */
  current: number;
  hasMore: boolean;
  loadMore: () => void;
}

export function useRowMoves({ scroller, virtual, count, from, current, hasMore, loadMore }: RowMovesOptions): void {
  /** Row that gets the focus as soon as it is in the page. */
  const target = useRef<number | null>(null);

  const settle = () => {
    const index = target.current;
    if (index === null || index >= count) return;
    const row = scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"] [data-row]`);
    if (row === null || row === undefined) {
      virtual.scrollToIndex(index, { align: "auto" });
      return;
    }
    target.current = null;
    virtual.scrollToIndex(index, { align: "auto" });
    row.focus({ preventScroll: true });
  };
  const move = useEffectEvent((event: Event) => {
    const step = (event as CustomEvent<number>).detail;
    const index = step === 0 ? current : from < 0 ? (step > 0 ? 0 : count - 1) : from + step;
    if (count === 0 || index < 0) {
      if (count > 0 && step < 0) event.preventDefault();
      return;
    }
    event.preventDefault();
    if (index >= count && !hasMore) return;
    target.current = index;
    if (index >= count) loadMore();
    else settle();
  });
  // External system: the document's keys, through components/frame/keyboard.tsx.
  useEffect(() => {
    const box = scroller.current;
    box?.addEventListener(ROW_MOVE, move);
    return () => box?.removeEventListener(ROW_MOVE, move);
  }, [scroller]);
  useEffect(settle);
}

/** The rows in sight and one more, which keeps the focus it has while it is scrolled away. */
export const rangeWith =
  (kept: number) =>
  (range: Range): number[] => {
    const shown = defaultRangeExtractor(range);
    if (kept < 0 || kept >= range.count || shown.includes(kept)) return shown;
    return kept < (shown[0] ?? 0) ? [kept, ...shown] : [...shown, kept];
  };
