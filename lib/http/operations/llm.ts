/** Addresses of the language model: state, list of calls, trial. */
import { LlmCallListQuery, LlmCallPage, LlmState, LlmTest } from "../../contract/llm";
import type { ApiOperation } from "./types";

const tag = "llm";

export const llmOperations: ApiOperation[] = [
  {
    method: "get",
    path: "/api/llm",
    tag,
    summary:
      "Which language model is on, who named it, what today cost by model and what batching saved; never its key",
    output: LlmState,
  },
  {
    method: "get",
    path: "/api/llm/calls",
    tag,
    summary: "What went to language models, newest first: purpose, tokens, cost, outcome; never text",
    query: LlmCallListQuery,
    output: LlmCallPage,
  },
  { method: "post", path: "/api/llm/test", tag, summary: "One small request to the language model", output: LlmTest },
];
