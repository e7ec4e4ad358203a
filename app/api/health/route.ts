import { Health } from "@/lib/contract/system";
import { readHealth } from "@/lib/health/service";
import { methods, route } from "@/lib/http/route";

/** M25: how the server is; answers 200 even when degraded. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ output: Health }, ({ app }) => readHealth(app)),
});
