/**
 * Codex's hook payloads, after developers.openai.com/codex/hooks and the JSON schemas in its repository
 * (codex-rs/hooks/schema/generated, as of November 2026): Claude Code's names and fields, a `turn_id` beside them.
 * Unknown: what `tool_response` holds for tools other than the shell; it is taken as it comes. A command that failed is told like
 * any other, its exit code at times in the text.
 */
import type { Adapted } from "../../contract/capture";
import type { Payload } from "../adapter";
import { exitSaysError } from "../../transcripts/tool-outcome";
import { adaptCommonHook } from "../common-hook";

const SHELL = /^(?:bash|shell|exec_command|local_shell|unified_exec)$/i;

export function adaptCodexHook(event: string, payload: Payload): Adapted {
  const { tool_name: name, tool_response: response } = payload;
  const isShell = typeof name === "string" && SHELL.test(name) && typeof response === "string";
  return adaptCommonHook("codex", event, isShell ? { ...payload, is_error: exitSaysError(response) } : payload);
}
