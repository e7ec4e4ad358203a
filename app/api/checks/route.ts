import { CheckReport } from "@/lib/contract/checks";
import { readChecks } from "@/lib/health/checks";
import { methods, route } from "@/lib/http/route";

/** What `keepsake doctor` checks, as far as a running server can. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ output: CheckReport }, ({ app }) => readChecks(app)),
});
