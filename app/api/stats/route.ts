import { Stats } from "@/lib/contract/stats";
import { readStats } from "@/lib/health/service";
import { methods, route } from "@/lib/http/route";

/** M22, E100, E101. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ output: Stats }, ({ app }) => readStats(app)),
});
