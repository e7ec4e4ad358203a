import { LlmCallListQuery, LlmCallPage } from "@/lib/contract/llm";
import { methods, route } from "@/lib/http/route";
import { listCalls } from "@/lib/metering/state";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ reach: "all", query: LlmCallListQuery, output: LlmCallPage }, ({ app, query }) => listCalls(app, query)),
});
