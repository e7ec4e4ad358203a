import { ConsolidateBody, ConsolidateQuery, Consolidation } from "@/lib/contract/housekeeping";
import { consolidate, previewConsolidation } from "@/lib/housekeeping/consolidate";
import { actorOf } from "@/lib/http/request-actor";
import { methods, route } from "@/lib/http/route";

/** GET: near-duplicates, nothing is written. POST: merges the chosen pairs, or all that are alike enough. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ reach: "all", query: ConsolidateQuery, output: Consolidation }, ({ app, query, request }) =>
    previewConsolidation(app, query, actorOf(request)),
  ),
  POST: route({ reach: "all", body: ConsolidateBody, output: Consolidation }, ({ app, body, request }) =>
    consolidate(app, body, actorOf(request)),
  ),
});
