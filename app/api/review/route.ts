import { ReviewPage, ReviewQuery } from "@/lib/contract/review";
import { methods, route } from "@/lib/http/route";
import { listReview } from "@/lib/review/service";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ reach: "all", query: ReviewQuery, output: ReviewPage }, ({ app, query }) => listReview(app, query)),
});
