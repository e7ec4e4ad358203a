import { LlmState } from "@/lib/contract/llm";
import { methods, route } from "@/lib/http/route";
import { readLlmState } from "@/lib/metering/state";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ output: LlmState }, ({ app }) => readLlmState(app)),
});
