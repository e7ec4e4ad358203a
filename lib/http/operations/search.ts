/** Addresses of search. */
import {
  MemorySearchAnswer,
  MemorySearchInput,
  MemorySearchQuery,
  SearchAnswer,
  SearchQuery,
} from "../../contract/search";
import type { ApiOperation } from "./types";

export const searchOperations: ApiOperation[] = [
  {
    method: "get",
    path: "/api/search",
    tag: "search",
    summary: "Find by words, by meaning, or both; format=text answers text",
    query: SearchQuery,
    output: SearchAnswer,
  },
  {
    method: "get",
    path: "/api/memory-search",
    tag: "search",
    summary: "EvolvMem's memory_search: memories by words and meaning, 0.6 to 0.4; what is returned counts as used",
    query: MemorySearchQuery,
    output: MemorySearchAnswer,
  },
  {
    method: "post",
    path: "/api/memory-search",
    tag: "search",
    summary: "EvolvMem's memory_search with its fields in a body",
    body: MemorySearchInput,
    output: MemorySearchAnswer,
  },
];
