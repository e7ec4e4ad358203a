import { ExclusionParams, ExclusionRemoved } from "@/lib/contract/exclusion";
import { actorOf } from "@/lib/http/request-actor";
import { methods, route } from "@/lib/http/route";
import { includeAgain } from "@/lib/inject/exclusions";

/** Allows again what was excluded. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  DELETE: route({ params: ExclusionParams, output: ExclusionRemoved }, ({ app, params, request }) =>
    includeAgain(app, params.id, actorOf(request)),
  ),
});
