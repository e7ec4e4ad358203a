import { OperationListQuery, OperationPage } from "@/lib/contract/operations";
import { methods, route } from "@/lib/http/route";
import { listFeed } from "@/lib/operations/feed";

/** What was done, newest first, under filters. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ reach: "all", query: OperationListQuery, output: OperationPage }, ({ app, query }) =>
    listFeed(app, query),
  ),
});
