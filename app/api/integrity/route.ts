import { IntegrityState } from "@/lib/contract/checks";
import { readIntegrity, startIntegrity } from "@/lib/health/integrity";
import { methods, route } from "@/lib/http/route";

/** Whether the store is whole: POST begins a check, GET tells how far it is and what the last one found. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ output: IntegrityState }, ({ app }) => readIntegrity(app)),
  POST: route({ output: IntegrityState, status: 202 }, ({ app }) => startIntegrity(app)),
});
