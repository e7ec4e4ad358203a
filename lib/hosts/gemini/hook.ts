/**
 * Gemini CLI's hook payloads, after docs/hooks/reference.md of its repository (as of November 2026). Other names than
 * Claude Code's for the same moments; no id of a tool use. Unknown: whether sub-agents fire these hooks, and how they would
 * be told apart.
 */
import type { Adapted } from "../../contract/capture";
import { isRecord } from "../../text/json-value";
import type { Payload } from "../adapter";
import { exitSaysError } from "../../transcripts/tool-outcome";
import { adaptCommonHook } from "../common-hook";
import { partsText } from "../../text/content-parts";

export function adaptGeminiHook(event: string, payload: Payload): Adapted {
  const common = (name: string, more: Payload = {}): Adapted =>
    adaptCommonHook("gemini", name, { ...payload, ...more });
  switch (event) {
    case "SessionStart":
    case "SessionEnd":
    case "Notification":
      return common(event);
    case "BeforeAgent":
      return common("UserPromptSubmit");
    case "AfterTool": {
      const { output, isError } = resultOf(payload["tool_response"]);
      const isShell = payload["tool_name"] === "run_shell_command" && typeof output === "string";
      return common(isError ? "PostToolUseFailure" : "PostToolUse", {
        tool_response: output,
        is_error: isShell ? exitSaysError(output) : undefined,
      });
    }
    case "AfterAgent":
      return common("Stop", { last_assistant_message: payload["prompt_response"] });
    case "PreCompress":
      return common("PreCompact");
    case "BeforeTool":
    case "BeforeModel":
    case "BeforeToolSelection":
    case "AfterModel":
      return { skip: "bookkeeping" };
    default:
      return { skip: "unknown_event" };
  }
}

/** `llmContent` is what the model read: text, or parts of it. `returnDisplay` says the same for a person. */
function resultOf(response: unknown): { output: unknown; isError: boolean } {
  if (!isRecord(response)) return { output: response, isError: false };
  const { llmContent, returnDisplay, error } = response;
  const isError = error !== undefined && error !== null && error !== false;
  const text = partsText(isRecord(llmContent) ? [llmContent] : llmContent);
  if (text !== "") return { output: text, isError };
  const shown = typeof returnDisplay === "string" ? returnDisplay : undefined;
  const said = isRecord(error) ? error["message"] : error;
  return { output: shown ?? (isError ? said : response), isError };
}
