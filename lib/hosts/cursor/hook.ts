/**
 * Cursor's hook payloads, after cursor.com/docs/hooks (as of November 2026, Cursor 2.x): a conversation is the session (K13),
 * the first workspace root its folder, since hooks of the user run in `~/.cursor` (K14). `postToolUse` tells of every tool;
 * `afterShellExecution`, `afterMCPExecution` and `afterFileEdit` are what older versions have instead.
 * Unknown: whether a root of a remote workspace is a path of this machine; it is taken as one.
 */
import { z } from "zod";
import type { Adapted } from "../../contract/capture";
import { isRecord, parseJson } from "../../text/json-value";
import type { Payload } from "../adapter";
import { adaptCommonHook, type EventPart, oneEvent } from "../common-hook";
import { optionalString, SessionId } from "../fields";
import { partsText, stringOf } from "../../text/content-parts";
import { readTime } from "../../text/read-time";

const CursorPayload = z.looseObject({
  conversation_id: z.unknown().optional(),
  session_id: z.unknown().optional(),
  workspace_roots: z.array(z.unknown()).optional().catch(undefined),
  cwd: optionalString,
  timestamp: z.unknown().optional(),
  status: optionalString,
  loop_count: z.number().optional().catch(undefined),
  text: z.unknown().optional(),
  trigger: optionalString,
});

export function adaptCursorHook(event: string, payload: Payload): Adapted {
  const hook = CursorPayload.parse(payload);
  const session = { session_id: SessionId.parse(hook.conversation_id ?? hook.session_id), cwd: folderOf(hook) };
  const common = (name: string, more: Payload = {}): Adapted =>
    adaptCommonHook("cursor", name, { ...payload, ...more, ...session });
  const one = (part: EventPart): Adapted =>
    oneEvent(
      {
        host: "cursor",
        hostSessionId: session.session_id,
        at: readTime(hook.timestamp),
        cwd: session.cwd,
        fromTranscript: false,
      },
      part,
    );
  switch (event) {
    case "sessionStart":
      return one({ type: "session_start" });
    case "sessionEnd":
      return common("SessionEnd");
    case "beforeSubmitPrompt":
      return common("UserPromptSubmit");
    case "postToolUse":
      return common("PostToolUse", {
        tool_input: opened(payload["tool_input"]),
        tool_response: opened(payload["tool_output"]),
      });
    case "postToolUseFailure":
      return common("PostToolUseFailure", {
        tool_input: opened(payload["tool_input"]),
        error: payload["error_message"],
      });
    case "afterShellExecution": {
      const { command, output } = payload;
      return common("PostToolUse", { tool_name: "Shell", tool_input: { command }, tool_response: output });
    }
    case "afterMCPExecution": {
      const { tool_input, result_json } = payload;
      return common("PostToolUse", { tool_input: opened(tool_input), tool_response: opened(result_json) });
    }
    case "afterFileEdit": {
      const { file_path, edits } = payload;
      return common("PostToolUse", { tool_name: "Edit", tool_input: { file_path, edits }, tool_response: "" });
    }
    case "afterAgentResponse": {
      const text = partsText(hook.text);
      return text === "" ? { skip: "empty" } : one({ type: "message", text });
    }
    case "stop":
      return one({
        type: "turn_end",
        outcome: hook.status === undefined || hook.status === "completed" ? "done" : "interrupted",
        isRepeat: (hook.loop_count ?? 0) > 0,
      });
    case "preCompact":
      return one({ type: "compaction", trigger: hook.trigger });
    case "subagentStart":
    case "subagentStop":
      return { skip: "subagent" };
    case "afterAgentThought":
      return { skip: "reasoning" };
    case "preToolUse":
    case "beforeShellExecution":
    case "beforeMCPExecution":
    case "beforeReadFile":
    case "beforeTabFileRead":
    case "afterTabFileEdit":
      return { skip: "bookkeeping" };
    default:
      return { skip: "unknown_event" };
  }
}

function folderOf({ workspace_roots: roots, cwd }: z.infer<typeof CursorPayload>): string | undefined {
  const root = (roots ?? []).map(stringOf).find((one) => one !== undefined);
  // Cursor writes a drive as `/c:/folder`.
  if (root !== undefined) return /^\/[A-Za-z]:/.test(root) ? root.slice(1) : root;
  return cwd !== undefined && /[\\/]\.cursor[\\/]?$/.test(cwd) ? undefined : cwd;
}

/** Longer JSON in a string stays a string. */
const MAX_OPENED = 1_000_000;

/** Inputs and outputs come as JSON in a string; what is no JSON object stays as it is. */
function opened(value: unknown): unknown {
  if (typeof value !== "string" || value.length > MAX_OPENED || !/^\s*[[{]/.test(value)) return value;
  const parsed = parseJson(value);
  return isRecord(parsed) || Array.isArray(parsed) ? parsed : value;
}
