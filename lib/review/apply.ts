/** Writes what a comparison came to: each part an operation of its own, that Undo takes back and that is then not redone. */
import type { Tx } from "../context";
import { cleanTags } from "../memories/clean";
import { type MemoryRow, type MemoryValues, updateMemoryRow } from "../memories/repo";
import { recordOperation } from "../operations/record";
import type { NewChange } from "../operations/repo";
import { indexEntity } from "../search/indexing";
import type { Outcome } from "./compare";
import { wasTakenBack } from "./compare-query";
import { hashOfPair, isSettled, type NewPair, recordPair, updatePair, findPair, openPairsOf } from "./repo";

export const COMPARER = { kind: "job", name: "contradictions" } as const;

type Decided = Exclude<Outcome, { kind: "none" }>;

/** True when something was written. What a person decided already, or took back, stays as it is. */
export function applyOutcome(tx: Tx, now: number, outcome: Decided, similarity: number | null): boolean {
  const { older, newer } = outcome;
  const hash = hashOfPair(tx, older.id, newer.id, null);
  if (isSettled(tx, older.id, newer.id, hash) || wasTakenBack(tx, older.id, newer.id, hash)) return false;
  if (outcome.kind === "pair") return openPair(tx, now, outcome, similarity);
  const changes = retire(tx, now, outcome);
  changes.push(...settlePair(tx, now, outcome, similarity));
  recordOperation(tx, now, {
    kind: outcome.kind === "merge" ? "memory.merge" : "memory.supersede",
    title:
      outcome.kind === "merge"
        ? `Merged memory ${older.id} into memory ${newer.id}`
        : `Memory ${newer.id} replaced memory ${older.id}`,
    actor: COMPARER,
    projectId: newer.projectId,
    changes,
  });
  return true;
}

const pairOf = (outcome: Decided, similarity: number | null): NewPair => ({
  kind: outcome.kind === "pair" ? outcome.pairKind : "supersedes",
  projectId: outcome.newer.projectId,
  olderId: outcome.older.id,
  newerId: outcome.newer.id,
  reasons: outcome.kind === "merge" ? ["same_meaning"] : outcome.reasons,
  similarity: similarity ?? undefined,
  actor: COMPARER,
});

function openPair(
  tx: Tx,
  now: number,
  outcome: Extract<Decided, { kind: "pair" }>,
  similarity: number | null,
): boolean {
  const { id, change } = recordPair(tx, now, pairOf(outcome, similarity));
  if (change === null) return false;
  const changes = [change];
  if (outcome.hold !== null && outcome.hold.reviewState === null) {
    changes.push(setFields(tx, now, outcome.hold, { reviewState: "conflict" }));
  }
  recordOperation(tx, now, {
    kind: "pair.record",
    title: `Memory ${outcome.newer.id} stands against memory ${outcome.older.id}: pair ${id} waits for review`,
    actor: COMPARER,
    projectId: outcome.newer.projectId,
    changes,
  });
  return true;
}

/** Says why the older one is over, and that nobody has to decide it any more. */
function settlePair(tx: Tx, now: number, outcome: Decided, similarity: number | null): NewChange[] {
  const { id, change } = recordPair(tx, now, pairOf(outcome, similarity));
  const row = findPair(tx, id);
  if (row === undefined || row.status !== "open") return [];
  const resolved = updatePair(tx, now, row, { status: "resolved", resolution: "take_newer" });
  return [change === null ? resolved : { ...resolved, before: null }];
}

/** The older row leaves the active set first; the newer one of a merge then takes its key (E45). */
function retire(tx: Tx, now: number, outcome: Exclude<Decided, { kind: "pair" }>): NewChange[] {
  const { older, newer } = outcome;
  const over = setFields(tx, now, older, { status: "superseded", supersededBy: newer.id, updatedAt: now });
  const values: MemoryValues = newer.supersedes === null ? { supersedes: older.id } : {};
  if (outcome.kind === "merge") {
    values.tags = cleanTags([older.tags, newer.tags]);
    values.importance = Math.max(older.importance, newer.importance);
    if (older.tier === "pinned") values.tier = "pinned";
    // A late import of what is in force already takes nothing over.
    if (newer.id > older.id) values.key = older.key;
  }
  return Object.keys(values).length === 0 ? [over] : [over, setFields(tx, now, newer, values)];
}

/** `updatedAt` stays unless given: nothing new was said. */
export function setFields(tx: Tx, now: number, row: MemoryRow, values: MemoryValues): NewChange {
  const after = updateMemoryRow(tx, row.id, values);
  indexEntity(tx, now, "memory", after);
  return { table: "memories", id: row.id, before: row, after };
}

/** Lifts the hold of a memory when no open conflict stands against it any more; null when there is nothing to lift. */
export function release(tx: Tx, now: number, row: MemoryRow): NewChange | null {
  if (row.reviewState !== "conflict") return null;
  return openPairsOf(tx, row.id).some((pair) => pair.kind === "conflict" && pair.newerId > 0)
    ? null
    : setFields(tx, now, row, { reviewState: null });
}
