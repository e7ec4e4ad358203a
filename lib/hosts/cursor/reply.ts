/** What Cursor reads back. Only a session's start takes context; a prompt can but be let through. */
import type { TextCap } from "../adapter";

export const CURSOR_CONTEXT_EVENTS = ["sessionStart"] as const;

/** Its docs name no bound; ours holds. */
export const CURSOR_CAP: TextCap = { chars: 10_000 };

export function cursorReply(event: string, context: string | null): object {
  if (event === "beforeSubmitPrompt") return { continue: true };
  return context === null || context === "" ? {} : { additional_context: context };
}
