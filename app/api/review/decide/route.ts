import { ReviewDecide, ReviewDecided } from "@/lib/contract/review-decide";
import { actorOf } from "@/lib/http/request-actor";
import { methods, route } from "@/lib/http/route";
import { decideReview } from "@/lib/review/decide";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({ reach: "all", body: ReviewDecide, output: ReviewDecided }, ({ app, body, request }) =>
    decideReview(app, body, actorOf(request)),
  ),
});
