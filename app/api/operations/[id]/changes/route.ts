import { OperationChangePage, OperationChangeQuery, OperationParams } from "@/lib/contract/operations";
import { methods, route } from "@/lib/http/route";
import { listChanges } from "@/lib/operations/query";

/** The rows that an operation changed, page by page. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(
    { reach: "operation", params: OperationParams, query: OperationChangeQuery, output: OperationChangePage },
    ({ app, params, query }) => listChanges(app, params.id, query),
  ),
});
