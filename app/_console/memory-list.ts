/** What the page of memories reads from its address: filters, the memory that is open, how the list is drawn. */
import type { App } from "@/lib/context";
import type { SavedView } from "@/lib/contract/setting-groups";
import {
  filterOfList,
  MEMORY_FACETS,
  type MemoryFacet,
  type MemoryFilter,
  MemoryListQuery,
} from "@/lib/contract/memory-list";
import { getMemory } from "@/lib/memories/query";
import { flatten, parseId, parseParams, type RawParams } from "./params";

/** What is pasted or typed to open one memory: `#12`, `memory 12`, `记忆 12`. */
const ID_TEXT = /^(?:#|memory\s+#?|记忆\s*#?)([1-9]\d{0,15})$/i;

export interface ListAddress {
  query: MemoryListQuery;
  filter: MemoryFilter;
  peekId: number | null;
  /** The query string for links of the page. */
  search: string;
  /** What naming this list keeps: all of the address but what is open. */
  kept: string;
  /** Facets that are narrowed, in their order. */
  chosen: [facet: MemoryFacet, value: string][];
}

/** A text that names a memory that exists opens it, and the list stays as it is; otherwise it is looked for like any other. */
export function readAddress(app: App, raw: RawParams): ListAddress {
  const flat = flatten(raw);
  const named = parseId(ID_TEXT.exec((flat["q"] ?? "").trim())?.[1]);
  const isId = named !== null && getMemory(app, named) !== undefined;
  if (isId) delete flat["q"];
  if (isId) flat["peek"] = String(named);
  const query = parseParams(MemoryListQuery, flat);
  const search = new URLSearchParams(flat);
  const kept = new URLSearchParams(flat);
  for (const name of ["peek", "cursor", "compare"]) kept.delete(name);
  kept.sort();
  return {
    query,
    filter: filterOfList(query),
    peekId: parseId(flat["peek"]),
    search: search.toString(),
    kept: kept.toString(),
    chosen: MEMORY_FACETS.flatMap((facet): [MemoryFacet, string][] => {
      const value = query[facet];
      return value === undefined || (facet === "status" && value === "active") ? [] : [[facet, value]];
    }),
  };
}

/** The saved view that this address is. */
export const currentView = (views: readonly SavedView[], kept: string): string | null =>
  views.find(({ query }) => query === kept)?.name ?? null;
