/** The input of hooks as Claude Code writes it and Codex after it. Pure. */
import { partsText, stringOf } from "../../../text/content-parts";
import type { HookInput } from "../runtime/adapter";
import { HOOK_EVENTS, type HookEventName } from "../runtime/deadlines";

/** What gateways take as a conversation's id. */
const MAX_ID = 200;

/** null = nothing of ours: no session, or a sub-agent's own hook, whose work comes back as the result of a tool. */
export function hookInputOf(raw: Readonly<Record<string, unknown>>): HookInput | null {
  const sessionId = stringOf(raw["session_id"]);
  if (sessionId === undefined || sessionId.length > MAX_ID || stringOf(raw["agent_id"]) !== undefined) return null;
  const prompt = partsText(raw["prompt"]);
  return {
    sessionId,
    cwd: stringOf(raw["cwd"]),
    prompt: prompt === "" ? undefined : prompt,
    transcriptPath: stringOf(raw["transcript_path"]),
    isRepeat: raw["stop_hook_active"] === true,
    raw,
  };
}

/**
 * SubagentStop is no end of a turn, and tool calls stand in the transcript: neither is anything to do for hosts that
 * keep one.
 */
export function transcriptEvent(name: string): HookEventName | null {
  const event = HOOK_EVENTS.find((one) => one === name);
  return event === undefined || event === "SubagentStop" || event === "PostToolUse" ? null : event;
}
