/** Codex's hooks on the agent SDK: its long turns are cut along tasks (V69, V71). Without a rollout nothing is kept. */
import { stringOf } from "../../../text/content-parts";
import type { HostAdapter } from "../runtime/adapter";
import { readTranscript } from "../runtime/transcript";
import { onceAnInput } from "./claude-code";
import { codexMessages, hasAnswered } from "./codex-messages";
import { hookInputOf, transcriptEvent } from "./hook-input";
import { storeBatches } from "./store-batches";

/** `configDir`: Codex's folder, usually `~/.codex`; `envFile` instead of the `everme.env` in it. */
export function codexAdapter({ configDir, envFile }: { configDir: string; envFile?: string }): HostAdapter {
  const linesOf = onceAnInput((path) => readTranscript(path, hasAnswered));
  return {
    platform: "codex",
    envFile: envFile ?? `${configDir}/everme.env`,
    normalizeInput: hookInputOf,
    mapEvent: transcriptEvent,
    turnBoundary: "stop",
    taskBatching: true,
    resolveTurnId: async ({ raw }) => stringOf(raw["turn_id"]) ?? null,
    readStoreBatches: async (input, from) =>
      storeBatches(codexMessages(await linesOf(input)), from, { wholeTasks: true }),
    // It refuses an answer with a field that it does not know.
    formatOutput: (event, additionalContext) =>
      JSON.stringify({ hookSpecificOutput: { hookEventName: event, additionalContext } }),
  };
}
