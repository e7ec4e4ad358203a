/** Without a language model the rules read the whole session at once, turn by turn (contract §0). Linear, writes nothing. */
import { setImmediate } from "node:timers/promises";
import type { TurnEvidence, TurnItem } from "../contract/extraction";
import { USER_CONFIDENCE } from "../extract/rules/memories";
import { subjectKey } from "../extract/rules/keys";
import { extractTurn } from "../extract/rules/turn";
import type { KimiTurn } from "../hosts/kimi/conversation";
import { rollUp, type TurnTold } from "../observations/roll-up";
import { headOf } from "../text/caps";
import { cleanText } from "../text/clean";
import { joinSentences } from "../text/sentence-ends";
import type { Candidate } from "./candidate";

/** Earlier turns that a short answer may lean on. */
const MAX_EARLIER = 100;

export interface RulesReading {
  /** "" when nothing was done or learned. */
  summary: string;
  candidates: Candidate[];
}

/** `maxChars` bounds the summary. Only cleaned text is looked at; between turns requests get theirs. */
export async function readByRules(
  turns: readonly KimiTurn[],
  projectName: string,
  maxChars: number,
): Promise<RulesReading> {
  const byKey = new Map<string, Candidate>();
  const told: TurnTold[] = [];
  let previousMessage: string | null = null;
  for (const [index, turn] of turns.entries()) {
    await setImmediate();
    const evidence = evidenceOf(turn, index + 1, projectName, previousMessage);
    const extraction = extractTurn({ ...evidence, earlier: told.slice(-MAX_EARLIER) });
    if (extraction.summary !== null) told.push(extraction.summary);
    for (const memory of extraction.memories) {
      const key = subjectKey(memory.key);
      // The later word on a subject holds, but an agent's report does not overrule the person.
      const isExplicit = memory.confidence >= USER_CONFIDENCE;
      if (byKey.get(key)?.explicit === true && !isExplicit) continue;
      const { attribute, confidence, importance, tags, tier, value } = memory;
      byKey.set(key, {
        key: memory.key,
        value,
        attribute,
        tags: tags.slice(0, 8),
        confidence,
        importance,
        tier,
        explicit: isExplicit,
        at: turn.at,
      });
    }
    const last = evidence.items.at(-1);
    if (last?.kind === "message") previousMessage = last.text;
  }
  return { summary: summaryOf(told, maxChars), candidates: [...byKey.values()] };
}

function evidenceOf(turn: KimiTurn, number: number, projectName: string, previousMessage: string | null): TurnEvidence {
  const prompts: string[] = [];
  const items: TurnItem[] = [];
  for (const { role, text, at } of turn.messages) {
    const clean = cleanText(text).text.trim();
    if (clean === "") continue;
    if (role === "user") prompts.push(clean);
    else items.push({ kind: "message", eventId: 0, text: clean, at: at ?? turn.at ?? 0 });
  }
  return {
    sessionId: 0,
    turn: number,
    prompt: prompts.join("\n\n"),
    promptId: null,
    outcome: "done",
    items,
    previousMessage,
    earlier: [],
    roots: [],
    projectName,
    branch: null,
    fromTranscript: true,
  };
}

/** What was asked and what came of it, as far as there is room. */
function summaryOf(told: TurnTold[], maxChars: number): string {
  if (told.length === 0) return "";
  const session = rollUp(told);
  const lines = [session.request, session.completed, session.learned].flatMap((text) => text.split("\n"));
  let summary = "";
  for (const line of new Set(lines.map((text) => text.trim()).filter((text) => text !== ""))) {
    const next = joinSentences([summary, line].filter((text) => text !== ""));
    if ([...next].length > maxChars) break;
    summary = next;
  }
  return summary === "" ? headOf(lines[0] ?? "", maxChars) : summary;
}
