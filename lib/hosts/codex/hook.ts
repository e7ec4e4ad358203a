/**
 * Codex's hook payloads, after developers.openai.com/codex/hooks and the JSON schemas in its repository
 * (codex-rs/hooks/schema/generated, as of November 2026): Claude Code's names and fields, a `turn_id` beside them.
 * Unknown: what `tool_response` holds for tools other than the shell; it is taken as it comes.
 */
import type { Adapted } from "../../contract/capture";
import type { Payload } from "../adapter";
import { adaptCommonHook } from "../common-hook";

export const adaptCodexHook = (event: string, payload: Payload): Adapted => adaptCommonHook("codex", event, payload);
