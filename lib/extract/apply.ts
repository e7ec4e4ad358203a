/** Writes what was extracted of a turn: rows, withdrawals and memories, as one operation within the caller's transaction. */
import type { Tx } from "../context";
import type { ExtractedMemory, Extraction } from "../contract/extraction";
import type { GateBounds } from "../memories/gate";
import type { MemoryRow } from "../memories/repo";
import { proposeMemory } from "../memories/write";
import { recordOperation } from "../operations/record";
import type { NewChange } from "../operations/repo";
import { isSameStatement } from "./llm/memories";
import { holderOf, keyHistory, keyOfSubject, memoriesOfTurn } from "./memories-repo";
import { EXTRACTION, isTouched, ownScope, type TurnContext } from "./repo";
import { USER_CONFIDENCE } from "./rules/memories";
import { sourceSession } from "./source-session";
import { announce, type ExtractionSource, happenedAt, storeObservations, storeSummary } from "./store";
import { withdraw } from "./withdraw";

const ACTOR = { kind: "job", name: "extractor" } as const;

/** Records no operation where nothing came of it. `bounds`: what memories must meet to be kept. */
export function storeExtraction(
  tx: Tx,
  now: number,
  context: TurnContext,
  extraction: Extraction,
  source: ExtractionSource,
  bounds: GateBounds,
): void {
  const changes = storeObservations(tx, now, context, extraction.observations, source);
  if (extraction.summary !== null) {
    changes.push(...storeSummary(tx, now, context, extraction.summary, source));
  }
  // Before what is said anew, which may name the same.
  changes.push(...withdraw(tx, now, context, extraction.withdrawals ?? []));
  const reading = { source, bounds, told: saidBefore(tx, context, source) };
  for (const memory of extraction.memories) changes.push(...storeMemory(tx, now, context, memory, reading));
  if (changes.length === 0) return;
  recordOperation(tx, now, {
    kind: EXTRACTION,
    title: `Extracted turn ${context.turn.number} of session ${context.session.id}`,
    actor: ACTOR,
    projectId: context.project.id,
    changes,
  });
}

/** What an earlier reading of this turn wrote, where a model read it then or does now: it never words a thing the same way twice. */
function saidBefore(tx: Tx, { turn, project }: TurnContext, source: ExtractionSource): MemoryRow[] {
  if (turn.extractedRevision === 0 || (source === "rules" && turn.extractedBy !== "llm")) return [];
  return memoriesOfTurn(tx, [project.id, ownScope(project)], turn.sessionId, turn.number);
}

/** The key that a person's statement for all projects has. */
const ownKeyOf = (key: string): string => `user${key.slice(key.indexOf(":"))}`;

/** "I changed my mind: …" is of the project where the project says something of the subject, else of the person who said it. */
const followsOwn = (tx: Tx, project: TurnContext["project"], key: string): boolean =>
  holderOf(tx, project.id, key, ownKeyOf(key), ownScope(project)) === "own";

interface Reading {
  source: ExtractionSource;
  bounds: GateBounds;
  /** What an earlier reading of the turn made of it. */
  told: MemoryRow[];
}

/** A turn says a thing once: what a person then did to the memory, or a later turn said instead, is not overruled. */
function storeMemory(
  tx: Tx,
  now: number,
  context: TurnContext,
  extracted: ExtractedMemory,
  { source, bounds, told }: Reading,
): NewChange[] {
  const { turn, session, project } = context;
  // Whatever became of it since: archived by a person, it is not said again in other words.
  if (told.some((row) => row.value !== extracted.value && isSameStatement(row.value, extracted.value))) return [];
  const isOwn = extracted.global || (extracted.follows === true && followsOwn(tx, project, extracted.key));
  const projectId = isOwn ? ownScope(project) : project.id;
  const key = isOwn && !extracted.global ? ownKeyOf(extracted.key) : extracted.key;
  const memory = { ...extracted, key: keyOfSubject(tx, projectId, key) };
  const history = keyHistory(tx, projectId, memory, turn);
  if (history.isKnown || history.isOutdated) return [];
  // What a reading of this turn concluded, the next reading may correct; a person's own word it may not.
  const corrected = told.find(
    (row) => row.status === "active" && row.key === memory.key && row.projectId === projectId,
  );
  const mayCorrect = corrected !== undefined && !isTouched(tx, "memories", corrected.id);
  if (corrected !== undefined && corrected.confidence >= USER_CONFIDENCE && memory.confidence < USER_CONFIDENCE)
    return [];
  const { status, id, changes } = proposeMemory(
    tx,
    now,
    {
      key: memory.key,
      value: memory.value,
      attribute: memory.attribute,
      tags: memory.tags,
      importance: memory.importance,
      tier: memory.tier,
      confidence: memory.confidence,
      // What the agent reports, it reports at the turn's end; what the person says, at its beginning.
      at: memory.eventIds.length > 0 ? happenedAt(context, now) : turn.startedAt,
    },
    {
      actor: ACTOR,
      projectId,
      origin: source,
      host: session.host,
      sourceSession: sourceSession(session.hostSessionId),
      sources: [
        { session_id: turn.sessionId, turn: turn.number, prompt_id: context.promptId, event_ids: memory.eventIds },
      ],
      mode: memory.unheard === true && project.mode === "auto" ? "ask" : project.mode,
      explicit: memory.confidence >= USER_CONFIDENCE || mayCorrect,
      bounds,
    },
  );
  if (id !== null && (status === "added" || status === "replaced")) {
    announce(tx, now, context, status === "added" ? "memory.added" : "memory.replaced", "memory", id);
  }
  return changes;
}
