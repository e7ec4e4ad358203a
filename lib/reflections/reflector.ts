/** Asks a language model to compress, level by level (C33–C36, C38). */
import type { App } from "../context";
import type { CompressionLevel } from "../contract/codewatch";
import type { ModelOutcome } from "../llm/types";
import type { Timing } from "../llm/timing";
import { askWithFallback } from "../metering/service";
import { cutLines, isDegenerate, taggedBlock } from "../text/degenerate";
import { estimateTokens } from "../text/estimate";
import { reflectorMessages } from "./prompt";
import { unrepresented } from "./represented";
import { LEVELS } from "./rules";

export const REFLECT_PURPOSE = "reflect.branch";
/** C33. */
const MIN_OUTPUT_TOKENS = 4096;

/** C33: 60 % of the threshold. */
export const targetOf = (threshold: number): number => Math.floor(threshold * 0.6);

export interface ReflectorTask {
  projectId: number;
  branch: string;
  notes: string;
  /** What must still be said afterwards. */
  sacred: readonly string[];
  start: CompressionLevel;
  max: CompressionLevel;
  target: number;
  /** `app.now()` at which all of it ends. */
  deadline: number;
}

export type ReflectorAnswer =
  | { ok: true; content: string; level: CompressionLevel; task: string | null }
  /** Class of the last failure. */
  | { ok: false; reason: string };

interface Attempt {
  content: string;
  task: string | null;
}

/**
 * C35: from the start level up, each on what the one before made of it; the first answer shorter than the target is it. A level that fails
 * (no answer, one that repeats itself, or that lost something sacred) moves on; when the last one fails, that is the failure. When all
 * were too long, the last level is tried once more and what it says is taken.
 */
export async function askReflector(
  app: App,
  task: ReflectorTask,
  timing: Partial<Timing> = {},
): Promise<ReflectorAnswer> {
  const last = Math.max(task.start, task.max) as CompressionLevel;
  const levels = LEVELS.filter((level) => level >= task.start && level <= last);
  let notes = task.notes;
  for (const level of levels) {
    const made = await attempt(app, task, level, notes, timing);
    if ("reason" in made) {
      // Without a provider, budget or time the next one would fail alike.
      if (level === last || FINAL.has(made.reason)) return { ok: false, reason: made.reason };
      continue;
    }
    if (estimateTokens(made.content.length) < task.target) return { ok: true, level, ...made };
    notes = made.content;
  }
  const again = await attempt(app, task, last, notes, timing);
  return "reason" in again ? { ok: false, reason: again.reason } : { ok: true, level: last, ...again };
}

const FINAL: ReadonlySet<string> = new Set(["no_provider", "budget", "timeout"]);

async function attempt(
  app: App,
  { projectId, branch, sacred, target, deadline }: ReflectorTask,
  level: CompressionLevel,
  notes: string,
  timing: Partial<Timing>,
): Promise<Attempt | { reason: string }> {
  const outcome: ModelOutcome = await askWithFallback(
    app,
    {
      purpose: REFLECT_PURPOSE,
      projectId,
      request: {
        messages: reflectorMessages({ level, branch, current: estimateTokens(notes.length), target, notes }),
        temperature: 0,
        maxOutputTokens: Math.max(2 * target, MIN_OUTPUT_TOKENS),
        deadline,
      },
    },
    timing,
  );
  if (outcome.status !== "ok") return { reason: outcome.reason };
  const content = cutLines(taggedBlock(outcome.text, "observations") ?? outcome.text).trim();
  if (content === "") return { reason: "malformed" };
  if (isDegenerate(content)) return { reason: "degenerate" };
  if (unrepresented(content, sacred).length > 0) return { reason: "lost_sacred" };
  return { content, task: taskIn(outcome.text) };
}

/** C25: what it says is being worked on, unless that is nothing. */
export function taskIn(text: string): string | null {
  const task = taggedBlock(text, "current-task")?.replace(/\s+/g, " ").trim() ?? "";
  return task === "" || /^(?:none|n\/a|无|没有)[.。]?$/i.test(task) ? null : task;
}
