import { LlmTest } from "@/lib/contract/llm";
import { methods, route } from "@/lib/http/route";
import { testModel } from "@/lib/metering/state";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({ output: LlmTest }, ({ app }) => testModel(app)),
});
