import { Stats } from "@/lib/contract/stats";
import { readStats } from "@/lib/health/service";
import { actorOf } from "@/lib/http/request-actor";
import { methods, route } from "@/lib/http/route";

/** M22, E100, E101. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ output: Stats }, ({ app, request }) => readStats(app, actorOf(request).kind === "person")),
});
