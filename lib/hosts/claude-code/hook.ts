/** Claude Code's hook payloads. Parsed loosely: the shape is not ours, unknown fields and events are no error. */
import { z } from "zod";
import type { Adapted, CaptureEvent } from "../../contract/capture";
import { isRecord } from "../../text/json-value";
import type { Payload } from "../adapter";
import { optionalFlag, optionalString, partsText, SessionId, stringOf } from "../fields";
import { readTime } from "../time";

const HookPayload = z.looseObject({
  session_id: SessionId,
  cwd: optionalString,
  gitBranch: optionalString,
  /** Present inside a sub-agent. */
  agent_id: optionalString,
  source: optionalString,
  reason: optionalString,
  prompt: z.unknown().optional(),
  tool_name: optionalString,
  tool_use_id: optionalString,
  tool_input: z.unknown().optional(),
  tool_response: z.unknown().optional(),
  tool_result: z.unknown().optional(),
  error: z.unknown().optional(),
  is_interrupt: optionalFlag,
  last_assistant_message: z.unknown().optional(),
  stop_hook_active: optionalFlag,
  timestamp: z.unknown().optional(),
});
type HookPayload = z.infer<typeof HookPayload>;

/** One hook event as events to store. Unknown and purely technical events are skipped with a reason. */
export function adaptHook(event: string, payload: Payload): Adapted {
  const hook = HookPayload.parse(payload);
  const base = {
    host: "claude-code" as const,
    hostSessionId: hook.session_id,
    at: readTime(hook.timestamp),
    cwd: hook.cwd,
    branch: hook.gitBranch,
    fromTranscript: false,
  };
  const one = (part: Distribute<CaptureEvent>): Adapted => ({ events: [{ ...base, ...part } as CaptureEvent] });
  switch (event) {
    case "SessionStart":
      return one({ type: "session_start", source: hook.source });
    case "SessionEnd":
      return one({ type: "session_end", reason: hook.reason });
    case "UserPromptSubmit":
      return one({ type: "prompt", text: partsText(hook.prompt) });
    case "PostToolUse":
      return one({ ...toolOf(hook), isError: saysError(output(hook)) ? true : undefined });
    case "PostToolUseFailure":
      return one({ ...toolOf(hook), isError: true });
    case "Stop":
      if (hook.agent_id !== undefined) return { skip: "subagent" };
      return one({
        type: "turn_end",
        outcome: "done",
        lastMessage: stringOf(partsText(hook.last_assistant_message)),
        isRepeat: hook.stop_hook_active,
      });
    case "StopFailure":
      return one({ type: "turn_end", outcome: "interrupted" });
    case "SubagentStart":
    case "SubagentStop":
      return { skip: "subagent" };
    case "PreToolUse":
    case "PreCompact":
    case "PostCompact":
    case "Notification":
    case "PermissionRequest":
      return { skip: "bookkeeping" };
    default:
      return { skip: "unknown_event" };
  }
}

/** `Omit` that keeps the union apart. */
type Distribute<T> = T extends unknown
  ? Omit<T, "host" | "hostSessionId" | "at" | "cwd" | "branch" | "fromTranscript" | "key">
  : never;

const output = (hook: HookPayload): unknown => hook.tool_response ?? hook.tool_result ?? hook.error;

const toolOf = (hook: HookPayload) => ({
  type: "tool" as const,
  toolUseId: hook.tool_use_id,
  name: hook.tool_name,
  input: hook.tool_input,
  output: output(hook),
});

/** Only a flag counts; what a text says about success is the extractor's to judge. */
export function saysError(response: unknown): boolean {
  if (!isRecord(response)) return false;
  return response["is_error"] === true || response["isError"] === true || response["success"] === false;
}
