/** Writes cases, skills and traits of a turn as memories of the account's project: seen, edited and undone like any other. */
import type { App, Tx } from "../context";
import type { SourceRef } from "../contract/memory";
import { isSameStatement } from "../extract/llm/memories";
import { memoriesOfTurn } from "../extract/memories-repo";
import { findTurnContext, isTouched, ownScope, type TurnContext } from "../extract/repo";
import { memoryKey } from "../extract/rules/keys";
import { sourceSession } from "../extract/source-session";
import { mayBeRead } from "../extract/turn-job";
import { findActiveByKey, type MemoryRow } from "../memories/repo";
import { proposeMemory } from "../memories/write";
import { recordOperation } from "../operations/record";
import type { NewChange } from "../operations/repo";
import { turnEvidence } from "../sessions/evidence-query";
import { personalFactsOf } from "./personal-facts";
import { memoriesOfKind, profileRows } from "./repo";
import { caseOf, caseText, habitOf, languageOf, skillOf, skillText, stepsOf } from "./rules";

const ACTOR = { kind: "job", name: "extractor" } as const;
/** Newest cases that a new one is compared with. */
const MAX_CASES = 200;
/** Facts of the person that a new one is compared with. */
const MAX_KNOWN = 1000;
/** Turns in one language that make it a habit. */
const HABIT = 3;

interface Candidate {
  kind: "case" | "skill" | "trait" | "fact";
  key: string;
  value: string;
  attribute: string;
}

/**
 * Draws from one finished turn, as one operation; nothing where the turn is gone, private, forgotten or in a closed project.
 * `isPersonal`: the conversation is about the person, so that what they state of themselves is a fact of their profile (V7).
 */
export function drawFrom(
  app: App,
  tx: Tx,
  { sessionId, turn, isPersonal }: { sessionId: number; turn: number; isPersonal: boolean },
): void {
  const context = findTurnContext(tx, sessionId, turn);
  const evidence = turnEvidence(tx, sessionId, turn);
  if (context === undefined || evidence === null || !mayBeRead(context)) return;
  const { project, session, promptId } = context;
  const found: Candidate[] = [];
  const one = caseOf(evidence);
  if (one !== null) {
    const key = `everme:case:task:${one.topic}`;
    found.push({ kind: "case", key, value: caseText(one), attribute: "experience" });
    const cases = memoriesOfKind(tx, project.id, "case", MAX_CASES);
    const earlier = cases.filter((row) => row.key !== key).map((row) => stepsOf(row.value));
    const skill = skillOf(one, earlier);
    if (skill !== null) {
      const times = 1 + earlier.filter((steps) => skillOf(one, [steps])?.topic === skill.topic).length;
      const value = skillText(skill, times);
      found.push({ kind: "skill", key: `everme:skill:procedure:${skill.topic}`, value, attribute: "experience" });
    }
    const habit = habitOf(evidence, earlier);
    if (habit !== null) {
      const value = `Way of working: \`${habit.command}\` is run in task after task`;
      found.push({ kind: "trait", key: `user:trait:habit:${habit.topic}`, value, attribute: "user_profile" });
    }
  }
  const language = languageOf(evidence.prompt);
  const before = evidence.earlier.slice(1 - HABIT);
  if (
    language !== null &&
    before.length >= HABIT - 1 &&
    before.every(({ request }) => languageOf(request) === language)
  ) {
    const value = `Language: writes to agents in ${language}, turn after turn`;
    found.push({ kind: "trait", key: "user:trait:habit:language", value, attribute: "user_profile" });
  }
  const now = app.now();
  const facts = isPersonal ? factsIn(tx, now, context, evidence.prompt) : [];
  if (found.length + facts.length === 0) return;
  const sources = [{ session_id: sessionId, turn, prompt_id: promptId, event_ids: [] }];
  const place = { mode: project.mode, host: session.host, sources, session: session.hostSessionId };
  const changes = [
    ...found.flatMap((each) => propose(tx, now, each, { ...place, projectId: project.id })),
    ...facts.flatMap((each) => propose(tx, now, each, { ...place, projectId: ownScope(project) })),
  ];
  if (changes.length === 0) return;
  recordOperation(tx, now, {
    kind: "everme.extract",
    title: `Drew cases, habits and facts from turn ${turn} of session ${sessionId}`,
    actor: ACTOR,
    projectId: project.id,
    changes,
  });
}

interface Place {
  projectId: number;
  mode: "auto" | "ask" | "read-only" | "off";
  host: string;
  session: string;
  sources: SourceRef[];
}

/** What the person states of themselves, and nothing of the profile says yet. */
function factsIn(tx: Tx, now: number, { project, turn }: TurnContext, prompt: string): Candidate[] {
  const stated = personalFactsOf(prompt);
  if (stated.length === 0) return [];
  const within = [project.id, ownScope(project)];
  const told = memoriesOfTurn(tx, within, turn.sessionId, turn.number).filter(isOfProfile);
  const known = profileRows(tx, "facts", within, now, MAX_KNOWN).map(({ value }) => wordsOf(value));
  return stated
    .filter((value) => !told.some((row) => isSameStatement(row.value, value)))
    .filter((value) => !known.some((words) => words.includes(wordsOf(value))))
    .map((value) => ({ kind: "fact", key: memoryKey("user", "profile", value), value, attribute: "user_profile" }));
}

/** Letters and digits alone: the rules add an end to a sentence, and people leave theirs out. */
const wordsOf = (text: string): string => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(" ");

/** What extraction made of the same sentence, where that is of the profile. */
const isOfProfile = ({ key, attribute }: MemoryRow): boolean =>
  attribute === "preference" || attribute === "user_profile" || key.startsWith("user:");

/** A person's edit stands. */
function propose(tx: Tx, now: number, { kind, key, value, attribute }: Candidate, place: Place): NewChange[] {
  const held = findActiveByKey(tx, place.projectId, key);
  if (held !== undefined && (held.value === value || isTouched(tx, "memories", held.id))) return [];
  const candidate = { key, value, kind, attribute, tier: "reference" as const, importance: 4, confidence: 0.6 };
  return proposeMemory(tx, now, candidate, {
    actor: ACTOR,
    projectId: place.projectId,
    origin: "rules",
    host: place.host,
    sourceSession: sourceSession(place.session),
    sources: place.sources,
    mode: place.mode,
    explicit: true,
    bounds: { min: 1, max: 500 },
  }).changes;
}
