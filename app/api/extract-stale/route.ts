import { StaleStarted, StaleState } from "@/lib/contract/session-extract";
import { methods, route } from "@/lib/http/route";
import { staleState, startStale } from "@/lib/session-extract/stale";

/** GET: whether a run over stale sessions is at work, and how the last one went. POST: begin one now (E92). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ output: StaleState }, ({ app }) => staleState(app)),
  POST: route({ output: StaleStarted, status: 202 }, ({ app }) => startStale(app)),
});
