/** Statements to memories: key, tier, importance, and the subject that makes a short value stand by itself. */
import type { ExtractedMemory, TurnEvidence } from "../../contract/extraction";
import { domainsOf, type KeyType, memoryKey, subjectKey } from "./keys";
import { requestGist } from "./request";
import type { Answer } from "./short-answer";
import { isEphemeral, type Statement, withSubject } from "./statements";

/** E85: the most that one pass may write. */
const MAX_MEMORIES = 8;
/** From here on a memory is the user's own word, which may replace what stood under its key. */
export const USER_CONFIDENCE = 0.8;

const TYPE: Record<Statement["kind"], KeyType> = {
  decision: "decision",
  constraint: "decision",
  preference: "decision",
  cause: "cause",
  profile: "profile",
  fact: "decision",
};
/** C30 through the bridge high → 8, medium → 5; a rule said with always/never/must stands above. */
const IMPORTANCE: Record<Statement["kind"], number> = {
  decision: 8,
  constraint: 7,
  preference: 8,
  cause: 6,
  profile: 8,
  fact: 6,
};
/** Told where it is asked for; nothing that a session must begin with. */
const DEED_IMPORTANCE = 4;
const ATTRIBUTE: Record<Statement["kind"], ExtractedMemory["attribute"]> = {
  decision: "decision",
  constraint: "constraint",
  preference: "preference",
  cause: "fact",
  profile: "user_profile",
  fact: "fact",
};

function toMemory(statement: Statement, evidence: TurnEvidence, eventIds: number[]): ExtractedMemory {
  const isUser = statement.speaker === "user";
  const value = withSubject(statement.text, statement.global ? null : evidence.projectName);
  const isPinned = isUser && statement.strong;
  const subject = statement.subject ?? statement.text;
  return {
    key: memoryKey(
      statement.global ? "user" : evidence.projectName,
      TYPE[statement.kind],
      subject,
      statement.speaker === "user" ? subject : `${subject}\n${requestGist(evidence.prompt)}`,
    ),
    value,
    attribute: ATTRIBUTE[statement.kind],
    // Only a rule that the person put as always/never/must is injected unconditionally; the pinned layer has room for ten.
    tier: isPinned ? "pinned" : "normal",
    importance: isPinned ? 9 : IMPORTANCE[statement.kind] - (isUser ? 0 : 1),
    confidence: isUser ? 0.9 : 0.6,
    tags: domainsOf(statement.text),
    global: statement.global,
    ...(statement.follows === true ? { follows: true } : {}),
    eventIds,
  };
}

const isSound = ({ value, key }: ExtractedMemory): boolean =>
  value.trim().length >= 10 &&
  value.length <= 500 &&
  key.length <= 200 &&
  key.split(":").every((part) => part !== "") &&
  !/[?？](?:\s|$)/u.test(value);

/** Ranked as E84 (pinned, importance, confidence, order), one a key, at most eight. */
export function memoriesOf(
  evidence: TurnEvidence,
  statements: Statement[],
  answer: Answer | null,
  closingEventId: number | null,
): ExtractedMemory[] {
  const all = statements.map((statement) =>
    toMemory(statement, evidence, statement.speaker === "assistant" && closingEventId !== null ? [closingEventId] : []),
  );
  if (answer !== null && !answer.passing && !isEphemeral(answer.chosen)) {
    all.push({
      key: memoryKey(evidence.projectName, "decision", answer.subject, answer.text),
      value: withSubject(answer.text, evidence.projectName),
      attribute: answer.kind,
      tier: "normal",
      importance: answer.isDeed ? DEED_IMPORTANCE : 7,
      confidence: USER_CONFIDENCE,
      tags: domainsOf(answer.text),
      global: false,
      eventIds: [],
    });
  }
  const byKey = new Map<string, ExtractedMemory>();
  for (const memory of all) {
    const key = `${memory.global}:${subjectKey(memory.key)}`;
    const known = byKey.get(key);
    if (!isSound(memory) || (known !== undefined && known.confidence > memory.confidence)) continue;
    // The later word on a subject holds.
    byKey.set(key, memory);
  }
  return [...byKey.values()]
    .sort(
      (a, b) =>
        Number(b.tier === "pinned") - Number(a.tier === "pinned") ||
        b.importance - a.importance ||
        b.confidence - a.confidence,
    )
    .slice(0, MAX_MEMORIES);
}
