/**
 * Hook payloads as Claude Code writes them and others after it: same event names, `snake_case` fields. Parsed loosely: the
 * shape is not ours, unknown fields and events are no error.
 */
import { z } from "zod";
import type { Adapted, CaptureEvent, Host } from "../contract/capture";
import { isRecord } from "../text/json-value";
import type { Payload } from "./adapter";
import { optionalFlag, optionalString, SessionId } from "./fields";
import { partsText, stringOf } from "../text/content-parts";
import { readTime } from "../text/read-time";

const HookPayload = z.looseObject({
  session_id: SessionId,
  cwd: optionalString,
  gitBranch: optionalString,
  /** Present inside a sub-agent. */
  agent_id: optionalString,
  source: optionalString,
  reason: optionalString,
  trigger: optionalString,
  prompt: z.unknown().optional(),
  tool_name: optionalString,
  tool_use_id: optionalString,
  tool_call_id: optionalString,
  tool_input: z.unknown().optional(),
  tool_response: z.unknown().optional(),
  tool_result: z.unknown().optional(),
  tool_output: z.unknown().optional(),
  error: z.unknown().optional(),
  is_error: optionalFlag,
  is_interrupt: optionalFlag,
  last_assistant_message: z.unknown().optional(),
  stop_hook_active: optionalFlag,
  timestamp: z.unknown().optional(),
});
type HookPayload = z.infer<typeof HookPayload>;

type BaseKey = "host" | "hostSessionId" | "at" | "cwd" | "branch" | "fromTranscript" | "key";
type Base = Pick<CaptureEvent, BaseKey>;
/** `Omit` that keeps the union apart. */
type Distribute<T> = T extends unknown ? Omit<T, BaseKey> : never;
export type EventPart = Distribute<CaptureEvent>;

/** One event of a session. */
export const oneEvent = (base: Base, part: EventPart): Adapted => ({ events: [{ ...base, ...part } as CaptureEvent] });

/** One hook event as events to store. Unknown and purely technical events are skipped with a reason. */
export function adaptCommonHook(host: Host, event: string, payload: Payload): Adapted {
  const hook = HookPayload.parse(payload);
  const base: Base = {
    host,
    hostSessionId: hook.session_id,
    at: readTime(hook.timestamp),
    cwd: hook.cwd,
    branch: hook.gitBranch,
    fromTranscript: false,
  };
  const one = (part: EventPart): Adapted => oneEvent(base, part);
  switch (event) {
    case "SessionStart":
      return one({ type: "session_start", source: hook.source });
    case "SessionEnd":
      return one({ type: "session_end", reason: hook.reason });
    case "UserPromptSubmit":
      // What an agent asks its sub-agent is no person's prompt.
      if (hook.agent_id !== undefined) return { skip: "subagent" };
      return one({ type: "prompt", text: partsText(hook.prompt) });
    case "PostToolUse":
      return one({ ...toolOf(hook), isError: errorOf(host, hook) });
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
    case "Interrupt":
      if (hook.agent_id !== undefined) return { skip: "subagent" };
      return one({ type: "turn_end", outcome: "interrupted" });
    case "PreCompact":
    case "PostCompact":
      if (hook.agent_id !== undefined) return { skip: "subagent" };
      return one({ type: "compaction", trigger: hook.trigger });
    // What a sub-agent found out comes as the output of the tool that started it.
    case "SubagentStart":
    case "SubagentStop":
      return { skip: "subagent" };
    case "PreToolUse":
    case "Notification":
    case "PermissionRequest":
    case "PermissionDenied":
    case "PermissionResult":
      return { skip: "bookkeeping" };
    default:
      return { skip: "unknown_event" };
  }
}

const output = (hook: HookPayload): unknown => hook.tool_response ?? hook.tool_result ?? hook.tool_output ?? hook.error;

const toolOf = (hook: HookPayload) => ({
  type: "tool" as const,
  toolUseId: hook.tool_use_id ?? hook.tool_call_id,
  name: hook.tool_name,
  input: hook.tool_input,
  output: output(hook),
});

/** Hosts that tell of a failed use by another event: with the usual one it went well. */
const TELLS_FAILURES: ReadonlySet<Host> = new Set(["claude-code", "kimi"]);

/** undefined = the host does not say. */
function errorOf(host: Host, hook: HookPayload): boolean | undefined {
  return saysError(output(hook)) ?? hook.is_error ?? (TELLS_FAILURES.has(host) ? false : undefined);
}

/** Only a flag or an exit code counts; what a text says about success is the extractor's to judge. undefined = neither is there. */
export function saysError(response: unknown): boolean | undefined {
  if (!isRecord(response)) return undefined;
  if (response["is_error"] === true || response["isError"] === true || response["success"] === false) return true;
  const code = exitCodeOf(response) ?? (isRecord(response["metadata"]) ? exitCodeOf(response["metadata"]) : undefined);
  return code === undefined ? undefined : code !== 0;
}

function exitCodeOf(fields: Record<string, unknown>): number | undefined {
  const code = fields["exitCode"] ?? fields["exit_code"];
  return typeof code === "number" ? code : undefined;
}

/** Answer that Claude Code reads, and that others took over: nothing to say, or context for the model. Never a decision. */
export function commonReply(event: string, context: string | null): object {
  const quiet = { continue: true, suppressOutput: true };
  if (context === null || context === "") return quiet;
  return { ...quiet, hookSpecificOutput: { hookEventName: event, additionalContext: context } };
}
