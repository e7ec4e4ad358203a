/**
 * Kimi Code's hook payloads, after docs/en/customization/hooks.md of its repository (as of November 2026): Claude Code's names
 * with `tool_output` and `tool_call_id`, and no path of a transcript. A prompt may be content parts (K15).
 * `Stop` says only that the turn is over: its words come from the session's log (`lib/capture/kimi-answer`).
 */
import type { Adapted } from "../../contract/capture";
import type { Payload } from "../adapter";
import { adaptCommonHook } from "../common-hook";

/** Moments that say nothing of what was done, or that another event tells. */
const BOOKKEEPING = new Set(["UserPromptQueued", "TurnStarted", "TaskStarted", "SessionHeartbeat"]);

export const adaptKimiHook = (event: string, payload: Payload): Adapted =>
  BOOKKEEPING.has(event) ? { skip: "bookkeeping" } : adaptCommonHook("kimi", event, payload);
