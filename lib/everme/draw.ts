/** Writes cases, skills and traits of a turn as memories of the account's project: seen, edited and undone like any other. */
import type { App, Tx } from "../context";
import type { SourceRef } from "../contract/memory";
import { findTurnContext, isTouched } from "../extract/repo";
import { sourceSession } from "../extract/source-session";
import { mayBeRead } from "../extract/turn-job";
import { findActiveByKey } from "../memories/repo";
import { proposeMemory } from "../memories/write";
import { recordOperation } from "../operations/record";
import type { NewChange } from "../operations/repo";
import { turnEvidence } from "../sessions/evidence-query";
import { memoriesOfKind } from "./repo";
import { caseOf, caseText, languageOf, skillOf, skillText, stepsOf } from "./rules";

const ACTOR = { kind: "job", name: "extractor" } as const;
/** Newest cases that a new one is compared with. */
const MAX_CASES = 200;
/** Turns in one language that make it a habit. */
const HABIT = 3;

interface Candidate {
  kind: "case" | "skill" | "trait";
  key: string;
  value: string;
  attribute: string;
}

/** Draws from one finished turn, as one operation; nothing where the turn is gone, private, forgotten or in a closed project. */
export function drawFrom(app: App, tx: Tx, sessionId: number, turn: number): void {
  const context = findTurnContext(tx, sessionId, turn);
  const evidence = turnEvidence(tx, sessionId, turn);
  if (context === undefined || evidence === null || !mayBeRead(context)) return;
  const { project, session, promptId } = context;
  const found: Candidate[] = [];
  const one = caseOf(evidence);
  if (one !== null) {
    const cases = memoriesOfKind(tx, project.id, "case", MAX_CASES);
    const key = `everme:case:task:${one.topic}`;
    found.push({ kind: "case", key, value: caseText(one), attribute: "experience" });
    const earlier = cases.filter((row) => row.key !== key).map((row) => stepsOf(row.value));
    const skill = skillOf(one, earlier);
    if (skill !== null) {
      const times = 1 + earlier.filter((steps) => skillOf(one, [steps])?.topic === skill.topic).length;
      const value = skillText(skill, times);
      found.push({ kind: "skill", key: `everme:skill:procedure:${skill.topic}`, value, attribute: "experience" });
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
  if (found.length === 0) return;
  const sources = [{ session_id: sessionId, turn, prompt_id: promptId, event_ids: [] }];
  const now = app.now();
  const changes = found.flatMap((each) =>
    propose(tx, now, each, {
      projectId: project.id,
      mode: project.mode,
      host: session.host,
      sources,
      session: session.hostSessionId,
    }),
  );
  if (changes.length === 0) return;
  recordOperation(tx, now, {
    kind: "everme.extract",
    title: `Drew cases and habits from turn ${turn} of session ${sessionId}`,
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
