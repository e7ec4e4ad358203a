/** What our plugin for OpenCode reads back: the text that it lays before the model. */
import type { TextCap } from "../adapter";

/** At a session's start there is no message yet that it could stand in. */
export const OPENCODE_CONTEXT_EVENTS = ["UserPromptSubmit"] as const;

/** OpenCode has no bound; ours holds. */
export const OPENCODE_CAP: TextCap = { chars: 10_000 };

export const opencodeReply = (_event: string, context: string | null): object => ({ context: context ?? "" });
