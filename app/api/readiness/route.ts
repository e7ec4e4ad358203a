import { Readiness } from "@/lib/contract/stats";
import { readReadiness } from "@/lib/health/service";
import { toJsonResponse } from "@/lib/http/respond";
import { methods, route } from "@/lib/http/route";

/** M26: 200 when the store takes writes, else 503. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ output: Readiness }, ({ app, requestId }) => {
    const readiness = readReadiness(app);
    return toJsonResponse(readiness, readiness.status === "ready" ? 200 : 503, requestId);
  }),
});
