/** From a model's answer to what is stored of a turn: its words, the tools' files, the person's own statements. Pure. */
import type { ExtractedSummary, Extraction, TurnEvidence } from "../../contract/extraction";
import { memoriesFrom } from "./memories";
import { observationsFrom } from "./observations";
import type { ReadAnswer, ReadSummary } from "./schema";
import { safeText } from "./texts";

const MAX = { request: 600, investigated: 1500, learned: 2000, completed: 2000, nextSteps: 1200, notes: 1200 } as const;

/**
 * `byRules`: what the rules made of the same turn. null where the answer tells nothing of a turn that did something: then
 * the rules' reading is the better one.
 */
export function extractionFrom(
  answer: ReadAnswer,
  byRules: Extraction,
  evidence: TurnEvidence,
  uses: readonly number[],
): Extraction | null {
  const observations = observationsFrom(answer.observations, evidence, uses);
  const summary = answer.summary === null ? null : summaryFrom(answer.summary, byRules.summary);
  const hasWork = (byRules.summary?.filesModified.length ?? 0) > 0;
  if (observations.length === 0 && (summary === null || hasWork)) return null;
  return {
    observations,
    summary: summary ?? byRules.summary,
    memories: memoriesFrom(answer.memories, byRules.memories, evidence, uses),
    ...(byRules.withdrawals === undefined ? {} : { withdrawals: byRules.withdrawals }),
  };
}

/** null when it says nothing. */
function summaryFrom(read: ReadSummary, byRules: ExtractedSummary | null): ExtractedSummary | null {
  const texts = {
    request: safeText(read.request, MAX.request),
    investigated: safeText(read.investigated, MAX.investigated),
    learned: safeText(read.learned, MAX.learned),
    completed: safeText(read.completed, MAX.completed),
    nextSteps: safeText(read.next_steps, MAX.nextSteps),
    notes: safeText(read.notes, MAX.notes),
  };
  if (Object.values(texts).every((text) => text === "")) return null;
  return {
    ...texts,
    // What was asked is known, also where the answer leaves it out.
    request: texts.request === "" ? (byRules?.request ?? "") : texts.request,
    filesRead: byRules?.filesRead ?? [],
    filesModified: byRules?.filesModified ?? [],
  };
}
