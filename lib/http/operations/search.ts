/** Addresses of search. */
import { MemorySearchAnswer, MemorySearchInput, MemorySearchQuery, SearchAnswer } from "../../contract/search";
import { SearchHelp, SearchParams, TextBlocks } from "../../contract/search-params";
import type { ApiOperation } from "./types";

/** One way to ask: the parameters of `/api/search`, some of them preset. */
const searching = (path: string, summary: string): ApiOperation => ({
  method: "get",
  path,
  tag: "search",
  summary,
  query: SearchParams,
  output: SearchAnswer.or(TextBlocks),
  acceptTypes: ["text/plain"],
});

export const searchOperations: ApiOperation[] = [
  searching("/api/search", "Find by words, by meaning, or both; format=text answers text blocks"),
  searching("/api/search/observations", "Search among observations"),
  searching("/api/search/sessions", "Search among summaries of sessions"),
  searching("/api/search/prompts", "Search among prompts"),
  searching("/api/search/by-concept", "Observations of a concept or type; needs concept"),
  searching("/api/search/by-file", "Observations and summaries that touched a file; needs filePath"),
  searching("/api/search/by-type", "Observations of a type; needs type"),
  searching("/api/decisions", "Search among decisions"),
  searching("/api/changes", "Search among changes, features, fixes and refactorings"),
  searching("/api/how-it-works", "Search among what tells how something works"),
  {
    method: "get",
    path: "/api/search/help",
    tag: "search",
    summary: "The addresses of search, timeline and context with their parameters",
    output: SearchHelp,
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
