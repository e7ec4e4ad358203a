/** What Claude Code reads back from a hook, on stdout or as the body of an HTTP hook's answer. */
import type { TextCap } from "../adapter";
import { commonReply } from "../common-hook";

/** Events whose `additionalContext` reaches the model. */
export const CONTEXT_EVENTS = ["SessionStart", "UserPromptSubmit"] as const;

/** Longer context is replaced by a preview of 2,000 characters. */
export const CAP: TextCap = { chars: 10_000 };

/** Never a decision: a memory must not steer permissions. */
export const hookReply = commonReply;
