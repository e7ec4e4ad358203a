import { OperationFacets, OperationFilter } from "@/lib/contract/operations";
import { methods, route } from "@/lib/http/route";
import { feedFacets } from "@/lib/operations/feed";

/** For each filter of the feed, how many operations it would leave. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ reach: "all", query: OperationFilter, output: OperationFacets }, ({ app, query }) =>
    feedFacets(app, query),
  ),
});
