"use client";
/** Remembers the counts that were shown last: they stand dimmed while new ones are counted, so that nothing flashes or moves. */
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import type { MemoryFacet, MemoryFacets } from "@/lib/contract/memory-list";
import { FacetList } from "./facet-list";

interface Shown {
  facets: MemoryFacets;
}
interface MemoryValue {
  last: Shown | null;
  remember: (shown: Shown) => void;
}

const Remembered = createContext<MemoryValue>({ last: null, remember: () => undefined });

export function FacetMemory({ children }: { children: ReactNode }) {
  const [last, remember] = useState<Shown | null>(null);
  return <Remembered value={{ last, remember }}>{children}</Remembered>;
}

interface FacetsProps {
  chosen: Partial<Record<MemoryFacet, string>>;
  search: string;
}

export function FreshFacets({ facets, ...rest }: FacetsProps & { facets: MemoryFacets }) {
  const { remember } = useContext(Remembered);
  useEffect(() => remember({ facets }), [facets, remember]);
  return <FacetList facets={facets} {...rest} />;
}

export function LastFacets(props: FacetsProps) {
  const { last } = useContext(Remembered);
  return last === null ? <div className="min-h-96" aria-busy /> : <FacetList facets={last.facets} {...props} isOld />;
}
