/** What Kimi Code reads back: at a prompt alone, as plain text; JSON without a message would be shown to the model as it is. */
import type { TextCap } from "../adapter";

/** The output of its SessionStart reaches nobody. */
export const KIMI_CONTEXT_EVENTS = ["UserPromptSubmit"] as const;

/** Its docs name no bound; ours holds. */
export const KIMI_CAP: TextCap = { chars: 10_000 };

export const kimiReply = (_event: string, context: string | null): object =>
  context === null || context === "" ? {} : { message: context };

export const kimiPrint = (_event: string, context: string): string => `${context}\n`;
