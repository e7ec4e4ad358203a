"use client";
/** Keeps what is being read where it is when rows come, go or move above it. At the very top, new rows are what one wants to see. */
import type { Virtualizer } from "@tanstack/react-virtual";
import { type RefObject, useLayoutEffect, useRef } from "react";
import type { RowKey } from "./page-state";

interface Sight<T> {
  rows: readonly T[];
  /** Rows in sight and where they began, from the top one on: if one goes, the next is held on to. */
  places: { key: unknown; start: number }[];
}

export function useAnchor<T>(
  rows: readonly T[],
  getKey: (item: T) => RowKey,
  virtual: Virtualizer<HTMLDivElement, Element>,
  scroller: RefObject<HTMLDivElement | null>,
): void {
  const sight = useRef<Sight<T> | null>(null);
  useLayoutEffect(() => {
    const box = scroller.current;
    if (box === null) return;
    const before = sight.current;
    // As it was last heard of: to ask the box after each drawing costs a layout.
    const top = virtual.scrollOffset ?? 0;
    if (before !== null && before.rows !== rows && top > 0) {
      const shift = shiftOf(before, rows, getKey, virtual);
      if (shift !== 0) virtual.scrollToOffset(box.scrollTop + shift);
    }
    const places = virtual
      .getVirtualItems()
      .filter(({ end }) => end > top)
      .map(({ key, start }) => ({ key, start }));
    sight.current = { rows, places };
  });
}

function shiftOf<T>(
  before: Sight<T>,
  rows: readonly T[],
  getKey: (item: T) => RowKey,
  virtual: Virtualizer<HTMLDivElement, Element>,
): number {
  const indexes = new Map<unknown, number>(rows.map((item, index) => [getKey(item), index]));
  for (const { key, start } of before.places) {
    const index = indexes.get(key);
    const now = index === undefined ? undefined : virtual.measurementsCache[index]?.start;
    if (now !== undefined) return now - start;
  }
  return 0;
}
