"use client";
/** Goes on where the list was left when one comes back to it or loads the page anew; a link begins at the top (U09). */
import type { Virtualizer } from "@tanstack/react-virtual";
import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { type Place, recallPlace, rememberPlace } from "./places";

interface PlaceOptions {
  /** Names the view and what its list is of. */
  list: string;
  scroller: RefObject<HTMLDivElement | null>;
  virtual: Virtualizer<HTMLDivElement, Element>;
  headHeight: number;
  count: number;
  /** Whether further rows can be asked for now. */
  canLoad: boolean;
  loadMore: () => void;
}

export function usePlace({ list, scroller, virtual, headHeight, count, canLoad, loadMore }: PlaceOptions): void {
  const goal = useRef<Place | null>(null);

  // External systems: the tab's storage, and the person, who has the last word on where to scroll.
  useLayoutEffect(() => {
    const box = scroller.current;
    if (box === null) return;
    goal.current = recallPlace(list);
    const giveUp = () => (goal.current = null);
    const remember = () => {
      // As it was last heard of: to ask the box while the next list is being put in its place costs a layout.
      const top = (virtual.scrollOffset ?? 0) + headHeight;
      const first = virtual.getVirtualItemForOffset(top);
      if (first !== undefined && goal.current === null) {
        rememberPlace(list, { index: first.index, hidden: top - first.start });
      }
    };
    box.addEventListener("wheel", giveUp, { passive: true });
    box.addEventListener("pointerdown", giveUp);
    window.addEventListener("pagehide", remember);
    return () => {
      remember();
      box.removeEventListener("wheel", giveUp);
      box.removeEventListener("pointerdown", giveUp);
      window.removeEventListener("pagehide", remember);
    };
  }, [list, scroller, virtual, headHeight]);

  useEffect(() => {
    if (goal.current === null) return;
    const { index, hidden } = goal.current;
    if (index >= count && canLoad) {
      loadMore();
      return;
    }
    goal.current = null;
    const [start] = virtual.getOffsetForIndex(Math.min(index, count - 1), "start") ?? [0];
    virtual.scrollToOffset(start + hidden);
  });
}
