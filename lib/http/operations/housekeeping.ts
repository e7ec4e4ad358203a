/** Addresses of housekeeping: near-duplicates, forgetting and their schedule. */
import {
  ConsolidateBody,
  ConsolidateQuery,
  Consolidation,
  Housekeeping,
  HousekeepingAsked,
  HousekeepingBody,
} from "../../contract/housekeeping";
import type { ApiOperation } from "./types";

const tag = "housekeeping";

export const housekeepingOperations: ApiOperation[] = [
  {
    method: "get",
    path: "/api/consolidate",
    tag,
    summary: "Near-duplicates among memories, with both texts; writes nothing",
    query: ConsolidateQuery,
    output: Consolidation,
  },
  {
    method: "post",
    path: "/api/consolidate",
    tag,
    summary: "Merge chosen pairs, or all above the threshold, as one operation",
    body: ConsolidateBody,
    output: Consolidation,
  },
  {
    method: "get",
    path: "/api/housekeeping",
    tag,
    summary: "Last and next runs, and what forgetting would archive now",
    output: Housekeeping,
  },
  {
    method: "post",
    path: "/api/housekeeping",
    tag,
    summary: "Ask for a run of forgetting or consolidation now",
    body: HousekeepingBody,
    output: HousekeepingAsked,
    status: 202,
  },
];
