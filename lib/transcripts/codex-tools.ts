/** Calls and results among the items of a Codex rollout. Pure. */
import { partsText, stringOf } from "../text/content-parts";
import { isRecord } from "../text/json-value";
import { exitSaysError } from "./tool-outcome";

type Fields = Record<string, unknown>;

export type CodexEvent =
  | { type: "message"; text: string; messageId?: string | undefined }
  | { type: "turn_end"; outcome: "done" | "interrupted" }
  | {
      type: "tool";
      toolUseId?: string | undefined;
      name?: string | undefined;
      input?: unknown;
      output?: unknown;
      isError?: boolean | undefined;
    };

/** null for an item that is neither. */
export function codexTool(type: string, payload: Fields, parse: (text: string) => unknown): CodexEvent | null {
  const toolUseId = stringOf(payload["call_id"]) ?? stringOf(payload["id"]);
  switch (type) {
    case "function_call": {
      const given = payload["arguments"];
      const parsed = typeof given === "string" ? parse(given) : given;
      return {
        type: "tool",
        toolUseId,
        name: stringOf(payload["name"]),
        input: isRecord(parsed) ? parsed : { arguments: given ?? "" },
      };
    }
    case "custom_tool_call":
      return { type: "tool", toolUseId, name: stringOf(payload["name"]), input: { input: payload["input"] } };
    case "local_shell_call": {
      const action = isRecord(payload["action"]) ? payload["action"] : {};
      return { type: "tool", toolUseId, name: "local_shell", input: { command: action["command"] } };
    }
    case "web_search_call":
      // Its results are never written.
      return {
        type: "tool",
        toolUseId,
        name: "web_search",
        input: isRecord(payload["action"]) ? payload["action"] : {},
        output: "",
        isError: false,
      };
    case "function_call_output":
    case "custom_tool_call_output":
      return { type: "tool", toolUseId, ...outputOf(payload["output"], parse) };
    default:
      return null;
  }
}

/** Text; JSON text with the exit code beside the output; `{content, success}`; or content parts. */
function outputOf(given: unknown, parse: (text: string) => unknown): { output: unknown; isError: boolean } {
  if (typeof given === "string") {
    const parsed = given.startsWith("{") ? parse(given) : undefined;
    if (isRecord(parsed) && typeof parsed["output"] === "string") {
      const meta = isRecord(parsed["metadata"]) ? parsed["metadata"] : {};
      return { output: parsed["output"], isError: typeof meta["exit_code"] === "number" && meta["exit_code"] !== 0 };
    }
    return { output: given, isError: exitSaysError(given) === true };
  }
  if (isRecord(given)) return { output: given["content"] ?? given, isError: given["success"] === false };
  return { output: partsText(given), isError: false };
}
