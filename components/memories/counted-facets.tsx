"use client";
/** Counts beside the list, which come after the rows: the last ones stand there until then, so that nothing flashes or moves. */
import { use, useEffect, useState } from "react";
import type { MemoryFacet, MemoryFacets } from "@/lib/contract/memory-list";
import type { Fetched } from "../list/fetch-json";
import { useSame } from "../list/use-same";
import { RetryProblem } from "../states/retry-problem";
import { FacetList } from "./facet-list";

interface CountedFacetsProps {
  /** Never rejects. */
  counting: Promise<Fetched<MemoryFacets>>;
  /** What is counted: counts of other filters are old. */
  filter: string;
  chosen: Partial<Record<MemoryFacet, string>>;
  search: string;
}

/** Waits for counts only where there were none. */
export function CountedFacets({ counting, filter, search, ...rest }: CountedFacetsProps) {
  const chosen = useSame(rest.chosen);
  const [last, setLast] = useState<{ filter: string; counted: Fetched<MemoryFacets> } | null>(null);
  const { filter: of, counted } = last ?? { filter, counted: use(counting) };
  // External system: the server.
  useEffect(() => {
    let isWanted = true;
    void counting.then((next) => {
      if (isWanted) setLast({ filter, counted: next });
    });
    return () => {
      isWanted = false;
    };
  }, [counting, filter]);
  if (!counted.ok) return <RetryProblem {...counted.error} />;
  return <FacetList facets={counted.data} chosen={chosen} search={search} isOld={of !== filter} />;
}
