import { ExclusionListQuery, ExclusionPage, ExclusionResult, NewExclusion } from "@/lib/contract/exclusion";
import { actorOf } from "@/lib/http/request-actor";
import { toJsonResponse } from "@/lib/http/respond";
import { methods, route } from "@/lib/http/route";
import { exclude, listExclusions } from "@/lib/inject/exclusions";

/** What is never injected, and where. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ reach: "all", query: ExclusionListQuery, output: ExclusionPage }, ({ app, query }) =>
    listExclusions(app, query),
  ),
  POST: route({ body: NewExclusion, output: ExclusionResult, status: 201 }, ({ app, body, request, requestId }) => {
    const result = exclude(app, body, actorOf(request));
    return toJsonResponse(result, result.operation_id === null ? 200 : 201, requestId);
  }),
});
