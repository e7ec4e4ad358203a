import { SummaryOrSession, SummaryOrSessionParams } from "@/lib/contract/worker-lists";
import { methods, route } from "@/lib/http/route";
import { requireSummaryOrSession } from "@/lib/worker/single";

/** M20. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ params: SummaryOrSessionParams, output: SummaryOrSession }, ({ app, params }) =>
    requireSummaryOrSession(app, params.id),
  ),
});
