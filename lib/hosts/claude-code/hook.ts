/**
 * Claude Code's hook payloads, after its hooks reference (code.claude.com/docs/en/hooks, as of November 2026).
 * What the docs do not say is not relied upon: unknown fields and events are no error.
 */
import type { Adapted } from "../../contract/capture";
import type { Payload } from "../adapter";
import { adaptCommonHook } from "../common-hook";

export const adaptHook = (event: string, payload: Payload): Adapted => adaptCommonHook("claude-code", event, payload);
