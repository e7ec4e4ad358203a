/** What Codex reads back. It refuses an answer with any field that it does not know, so that there are no others. */
import type { TextCap } from "../adapter";

export const CODEX_CONTEXT_EVENTS = ["SessionStart", "UserPromptSubmit"] as const;

/** 2,500 tokens, which Codex reckons as a quarter of the bytes; what is longer it saves to a file and shows in part. */
export const CODEX_CAP: TextCap = { chars: 10_000, bytes: 9_900 };

export function codexReply(event: string, context: string | null): object {
  if (context === null || context === "") return {};
  return { hookSpecificOutput: { hookEventName: event, additionalContext: context } };
}
