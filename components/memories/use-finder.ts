"use client";
/** Finds the terms of a search in a text, to mark them. What folds scripts into one another is fetched only when something is looked for. */
import { useCallback, useEffect, useState } from "react";
import type { Range } from "@/lib/text/tokens-highlight";

export type Finder = (text: string) => Range[];

const NOTHING: Range[] = [];

/** `terms` keeps its identity while it is the same. */
export function useFinder(terms: string[]): Finder {
  const [findRanges, setFindRanges] = useState<((text: string, terms: string[]) => Range[]) | null>(null);
  const isNeeded = terms.length > 0 && findRanges === null;
  // External system: the module itself.
  useEffect(() => {
    if (!isNeeded) return;
    void import("@/lib/text/tokens-highlight").then((module) => setFindRanges(() => module.findRanges));
  }, [isNeeded]);
  return useCallback(
    (text) => (findRanges === null || terms.length === 0 ? NOTHING : findRanges(text, terms)),
    [findRanges, terms],
  );
}
