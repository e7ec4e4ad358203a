/** A model's memories beside what the person said explicitly, each thing once. Pure. */
import type { ExtractedMemory, TurnEvidence } from "../../contract/extraction";
import { likeness, tokensOf } from "../../text/likeness";
import { looksLikeSecret } from "../../text/suspicious";
import { cleanText } from "../../text/clean";
import { domainsOf, type KeyType, memoryKey, subjectKey } from "../rules/keys";
import { USER_CONFIDENCE } from "../rules/memories";
import { isEphemeral, withSubject } from "../rules/statements";
import { eventIdsOf } from "./observations";
import type { MemoryKind, ReadMemory } from "./schema";
import { nearestKind } from "./vocabulary";

/** E85: the most that one pass may write. */
const MAX_MEMORIES = 8;
/** Below a person's own word: what a model wrote never replaces what stands under its key without being asked about. */
const CONFIDENCE = 0.7;
/** Above stand the rules of a person alone. */
const MAX_IMPORTANCE = 8;
const MAX_SUBJECT = 200;
/** Shares of the shorter statement's words from which two say the same, within a turn and between two readings of it. */
const ALIKE = 0.75;
const CONTAINED = 0.9;
const MIN_WORDS = 3;
/** Words that every statement has. */
const EMPTY = new Set(
  "an the this that is are was be we it its they and or of to in on at for from by with as so our use uses used now not".split(
    " ",
  ),
);

const TYPE: Readonly<Record<MemoryKind, KeyType>> = {
  decision: "decision",
  preference: "decision",
  constraint: "decision",
  fact: "decision",
  cause: "cause",
  user_profile: "profile",
};

/** Of what the rules found, the person's own words; of the model's, what these do not say already. */
export function memoriesFrom(
  read: readonly ReadMemory[],
  byRules: readonly ExtractedMemory[],
  evidence: TurnEvidence,
  uses: readonly number[],
): ExtractedMemory[] {
  const kept = byRules.filter(({ confidence }) => confidence >= USER_CONFIDENCE);
  for (const one of read) {
    if (kept.length >= MAX_MEMORIES) break;
    const memory = toMemory(one, evidence, uses);
    if (memory !== null && !kept.some((other) => saysSame(memory, other))) kept.push(memory);
  }
  return kept.slice(0, MAX_MEMORIES);
}

/** Length and whatever else holds for every memory is the gate's to judge. */
function toMemory(read: ReadMemory, evidence: TurnEvidence, uses: readonly number[]): ExtractedMemory | null {
  const statement = cleanText(read.statement).text.trim();
  // A statement around a mark tells of a secret; one that holds only for the moment is none.
  if (statement === "" || /\[redacted:/.test(statement) || looksLikeSecret(statement) || isEphemeral(statement))
    return null;
  const kind = nearestKind(read.kind);
  const isPersonal = kind === "preference" || kind === "user_profile";
  const mayBeGlobal = read.everywhere && (isPersonal || kind === "constraint");
  const unheard = (isPersonal || mayBeGlobal) && !isBacked(statement, evidence);
  const isGlobal = mayBeGlobal && !unheard;
  const subject = cleanText(read.subject).text.trim().slice(0, MAX_SUBJECT);
  return {
    key: memoryKey(
      isGlobal ? "user" : evidence.projectName,
      TYPE[kind],
      subject === "" ? statement : subject,
      `${subject}\n${statement}`,
    ),
    value: withSubject(statement, isGlobal ? null : evidence.projectName),
    attribute: kind === "cause" ? "fact" : kind,
    tier: "normal",
    importance: importanceOf(read.importance),
    confidence: CONFIDENCE,
    tags: domainsOf(statement),
    global: isGlobal,
    eventIds: eventIdsOf(read.uses, uses),
    ...(unheard ? { unheard } : {}),
  };
}

/** Share of a statement's words that the person must have used, or been asked about, for it to be theirs. */
const BACKED = 0.3;
/** An answer as short as this is about what was asked. */
const SHORT_ANSWER = 120;

/**
 * What holds for the person everywhere, or is said of them, can only come from them: a page or a log that the agent read may
 * have been written to be remembered.
 */
function isBacked(statement: string, { prompt, previousMessage, earlier }: TurnEvidence): boolean {
  const asked = prompt.length <= SHORT_ANSWER ? [(previousMessage ?? "").slice(-1000)] : [];
  const said = new Set(
    [prompt, ...asked, ...earlier.map(({ request }) => request)].flatMap((text) => [...stemsOf(text)]),
  );
  const words = stemsOf(statement);
  const shared = [...words].filter((word) => said.has(word)).length;
  return words.size > 0 && shared / words.size >= BACKED;
}

/** How a note speaks of whoever said it. */
const OF_PERSONS = new Set(
  "person user prefers prefer wants want likes like always never must should all every".split(" "),
);

/** "prefers" and "prefer", "leads" and "lead" are one. */
const stemsOf = (text: string): Set<string> =>
  new Set(
    [...contentOf(text)]
      .filter((word) => !OF_PERSONS.has(word))
      .map((word) => (word.length > 4 ? word.slice(0, Math.max(4, word.length - 2)) : word)),
  );

const importanceOf = (given: number): number =>
  Number.isFinite(given) ? Math.min(MAX_IMPORTANCE, Math.max(1, Math.round(given))) : 5;

/** Within one turn nobody says two things of one subject in the same words. */
function saysSame(one: ExtractedMemory, other: ExtractedMemory): boolean {
  if (one.global === other.global && subjectKey(one.key) === subjectKey(other.key)) return true;
  if (numbersOf(one.value) !== numbersOf(other.value)) return false;
  return likeness(tokensOf(one.value), tokensOf(other.value)) >= ALIKE;
}

/** Two wordings of one thing: the words of one are the other's, numbers included. "Redis holds carts" and "Memcached holds carts" are not. */
export function isSameStatement(one: string, other: string): boolean {
  if (numbersOf(one) !== numbersOf(other)) return false;
  const [words, others] = [contentOf(one), contentOf(other)];
  return Math.min(words.size, others.size) >= MIN_WORDS && likeness(words, others) >= CONTAINED;
}

const contentOf = (text: string): Set<string> => new Set([...tokensOf(text)].filter((word) => !EMPTY.has(word)));

const numbersOf = (text: string): string => [...new Set(text.match(/\d+/g) ?? [])].sort().join(" ");
