import { Version } from "@/lib/contract/stats";
import { readVersion } from "@/lib/health/service";
import { methods, route } from "@/lib/http/route";

/** M26. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ output: Version }, ({ app }) => readVersion(app)),
});
