/** What Gemini CLI reads back: one JSON object on stdout, nothing else. */
import type { TextCap } from "../adapter";

/** At the start the context becomes the first turn, at a prompt it stands behind it for that turn. */
export const GEMINI_CONTEXT_EVENTS = ["SessionStart", "BeforeAgent"] as const;

/** Its docs name no bound; ours holds. */
export const GEMINI_CAP: TextCap = { chars: 10_000 };

export function geminiReply(event: string, context: string | null): object {
  if (context === null || context === "") return {};
  return { suppressOutput: true, hookSpecificOutput: { hookEventName: event, additionalContext: context } };
}
