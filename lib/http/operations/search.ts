/** Address of search. */
import { SearchAnswer, SearchQuery } from "../../contract/search";
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
];
