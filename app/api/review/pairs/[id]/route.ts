import { PairDecision, PairParams, PairResolved, ReviewPair } from "@/lib/contract/review";
import { actorOf } from "@/lib/http/request-actor";
import { methods, route } from "@/lib/http/route";
import { resolvePair } from "@/lib/review/resolve";
import { requirePair } from "@/lib/review/service";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ reach: "pair", params: PairParams, output: ReviewPair }, ({ app, params }) =>
    requirePair(app, params.id),
  ),
  POST: route(
    { reach: "pair", params: PairParams, body: PairDecision, output: PairResolved },
    ({ app, params, body, request }) => resolvePair(app, params.id, body, actorOf(request)),
  ),
});
