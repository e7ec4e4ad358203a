/** Claude Code's hooks on the agent SDK: every turn once, out of its transcript (V69). */
import type { HookInput, HostAdapter } from "../runtime/adapter";
import { readTranscript } from "../runtime/transcript";
import { claudeMessages, lastUuid } from "./claude-messages";
import { hookInputOf, transcriptEvent } from "./hook-input";
import { storeBatches } from "./store-batches";

/** `configDir`: Claude Code's folder, usually `~/.claude`; `envFile` instead of the `everme.env` in it. */
export function claudeCodeAdapter({ configDir, envFile }: { configDir: string; envFile?: string }): HostAdapter {
  const linesOf = onceAnInput((path) => readTranscript(path));
  return {
    platform: "claude-code",
    envFile: envFile ?? `${configDir}/everme.env`,
    normalizeInput: hookInputOf,
    mapEvent: transcriptEvent,
    turnBoundary: "stop",
    resolveTurnId: async (input) => lastUuid(await linesOf(input)),
    readStoreBatches: async (input, from) =>
      storeBatches(claudeMessages(await linesOf(input)), from, { wholeTasks: false }),
  };
}

/** A hook asks twice, and a transcript may be waited for: it is read once for one input. */
export function onceAnInput(
  read: (path: string) => Promise<Record<string, unknown>[]>,
): (input: HookInput) => Promise<Record<string, unknown>[]> {
  const reads = new WeakMap<HookInput, Promise<Record<string, unknown>[]>>();
  return (input) => {
    const known = reads.get(input);
    if (known !== undefined) return known;
    const lines = input.transcriptPath === undefined ? Promise.resolve([]) : read(input.transcriptPath);
    reads.set(input, lines);
    return lines;
  };
}
