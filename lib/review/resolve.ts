/** A person's decisions: about a pair, and about a memory that is held back. Each is one operation that Undo takes back whole. */
import type { App, Tx } from "../context";
import type { Actor } from "../contract/common";
import { AppError } from "../contract/errors";
import type { MemoryChange } from "../contract/memory";
import type { MemoryApproval, PairCandidate, PairDecision, PairResolution, PairResolved } from "../contract/review";
import { write } from "../db/write";
import { applyValues, recordChanges, requireRow } from "../memories/change";
import { rejectionError } from "../memories/clean";
import { requireMemory } from "../memories/query";
import { findActiveByKey, findMemory, type MemoryRow, projectMode } from "../memories/repo";
import { writeRules, type WriteRules } from "../memories/rules";
import { proposeMemory } from "../memories/write";
import { recordOperation } from "../operations/record";
import type { NewChange } from "../operations/repo";
import { release, setFields } from "./apply";
import { candidateOf } from "./candidate";
import { findPair, hashOfPair, type MemoryPairRow, openPairsOf, updatePair } from "./repo";
import { noPair, requirePair } from "./service";

/**
 * Decides a pair. Throws `not_found`; `conflict` when it was decided already, when it or one of its halves changed so that
 * there is nothing to decide, or when `revision` is not the pair's; `forbidden` for anybody but a person;
 * `validation_failed` with the gate's reason when a candidate can't be written.
 */
export function resolvePair(app: App, id: number, decision: PairDecision, actor: Actor): PairResolved {
  requirePerson(actor);
  const rules = writeRules(app);
  const operation = write(app, (tx) => {
    const now = app.now();
    const pair = findPair(tx, id);
    if (pair === undefined) throw noPair(id);
    requireOpen(pair, decision.revision);
    const { resolution } = decision;
    const changes = settlePair(tx, now, pair, resolution, { actor, rules });
    return recordOperation(tx, now, {
      kind: "pair.resolve",
      title: `Decided pair ${id}: ${TITLES[resolution]}`,
      actor,
      projectId: pair.projectId,
      changes,
    });
  });
  return { ok: true, pair: requirePair(app, id), operation_id: operation };
}

/**
 * What a decision about an open pair writes, the pair's own change first: the last to be put back by Undo. Throws as
 * {@link resolvePair} does.
 */
export function settlePair(
  tx: Tx,
  now: number,
  pair: MemoryPairRow,
  resolution: PairResolution,
  { actor, rules }: { actor: Actor; rules: WriteRules },
): NewChange[] {
  const older = requireLive(findMemory(tx, pair.olderId), pair, now);
  const changes =
    pair.newerId === 0
      ? resolveClaim(tx, now, { older, resolution, candidate: requireCandidate(pair), actor, rules })
      : resolveRows(tx, now, older, requireLive(findMemory(tx, pair.newerId), pair, now), resolution);
  changes.unshift(closePair(tx, now, pair, resolution));
  if (pair.newerId > 0 && resolution === "keep_both") changes.push(...releaseBoth(tx, now, pair));
  return changes;
}

/** Says how it was decided, for the texts as they are now. */
export function closePair(tx: Tx, now: number, pair: MemoryPairRow, resolution: PairResolution): NewChange {
  const candidate = pair.candidate === null ? null : requireCandidate(pair);
  const candidateHash = hashOfPair(tx, pair.olderId, pair.newerId, candidate);
  return updatePair(tx, now, pair, { status: "resolved", resolution, candidateHash });
}

const TITLES: Record<PairResolution, string> = {
  keep_older: "the older one stays",
  take_newer: "the newer one holds",
  keep_both: "both hold",
};

/** What is over is superseded by what holds; what is dropped is archived, and can be restored. */
function resolveRows(tx: Tx, now: number, older: MemoryRow, newer: MemoryRow, resolution: PairResolution): NewChange[] {
  if (resolution === "keep_both") return [];
  if (resolution === "keep_older") return present(applyValues(tx, now, newer, { status: "archived" }));
  return [
    setFields(tx, now, older, { status: "superseded", supersededBy: newer.id, updatedAt: now }),
    ...approved(tx, now, newer, newer.supersedes ?? older.id),
  ];
}

function approved(tx: Tx, now: number, newer: MemoryRow, supersedes: number): NewChange[] {
  if (newer.reviewState === null && newer.supersedes === supersedes) return [];
  return [setFields(tx, now, newer, { reviewState: null, supersedes })];
}

function releaseBoth(tx: Tx, now: number, pair: MemoryPairRow): NewChange[] {
  return [pair.olderId, pair.newerId].flatMap((id) => {
    const row = findMemory(tx, id);
    return row === undefined ? [] : present(release(tx, now, row));
  });
}

interface Claim {
  older: MemoryRow;
  candidate: PairCandidate;
  resolution: PairResolution;
  actor: Actor;
  rules: WriteRules;
}

/** A claim that holds is written now, by the person who says so: under the older one's key, or under one of its own. */
function resolveClaim(tx: Tx, now: number, { older, candidate, resolution, actor, rules }: Claim): NewChange[] {
  if (resolution === "keep_older") return [];
  const { expires_at: expiresAt, at: _at, source_session = "", sources = [], origin, host, ...fields } = candidate;
  const key = resolution === "take_newer" ? older.key : freeKey(tx, older);
  const proposed = proposeMemory(
    tx,
    now,
    { ...fields, key, expiresAt },
    {
      actor,
      projectId: older.projectId,
      sourceSession: source_session,
      sources,
      // Its words stay those of who stated it.
      origin,
      host,
      mode: projectMode(tx, older.projectId),
      explicit: true,
      bounds: rules.bounds,
    },
  );
  if (proposed.status === "rejected") {
    throw rejectionError({ code: proposed.code ?? "empty", reason: proposed.reason ?? "The claim can't be written." });
  }
  return proposed.changes;
}

const MAX_KEY = 200;
const MAX_TRIES = 1_000;

function freeKey(tx: Tx, { projectId, key }: MemoryRow): string {
  for (let number = 2; number < MAX_TRIES; number += 1) {
    const ending = `-${number}`;
    const free = `${key.slice(0, MAX_KEY - ending.length)}${ending}`;
    if (findActiveByKey(tx, projectId, free) === undefined) return free;
  }
  throw new AppError("conflict", "This key has too many memories beside it.", { hint: "Write it under another key." });
}

/**
 * Lets a memory that was held back be injected; conflicts that stand against it are decided as "both hold". Throws
 * `not_found`, `forbidden` for anybody but a person, `conflict` when it is not active or not of the given revision. One
 * that is not held back is left as it is.
 */
export function approveMemory(app: App, id: number, { revision }: MemoryApproval, actor: Actor): MemoryChange {
  requirePerson(actor);
  const operation = write(app, (tx) => {
    const now = app.now();
    const row = requireRow(tx, id);
    if (revision !== undefined && revision !== row.revision) {
      throw new AppError("conflict", `Memory ${id} was changed since you opened it (revision ${row.revision}).`, {
        hint: "Load it again and look once more.",
        details: [{ path: "revision", message: String(row.revision) }],
      });
    }
    if (row.status !== "active") {
      throw new AppError("conflict", `Memory ${id} is ${row.status}; only an active one can be approved.`, {
        hint: "Restore it first.",
      });
    }
    if (row.reviewState === null) return null;
    const changes = approve(tx, now, row);
    const title = `Approved memory ${id}`;
    return recordChanges(tx, now, { kind: "memory.approve", title, actor, projectId: row.projectId, changes });
  });
  return { ok: true, memory: requireMemory(app, id), operation_id: operation };
}

/** Lifts the hold of a memory and decides the conflicts that stand against it as "both hold". */
export const approve = (tx: Tx, now: number, row: MemoryRow): NewChange[] => [
  setFields(tx, now, row, { reviewState: null }),
  ...closeConflicts(tx, now, row.id),
];

export const closeConflicts = (tx: Tx, now: number, memoryId: number): NewChange[] =>
  openPairsOf(tx, memoryId)
    .filter((pair) => pair.kind === "conflict" && pair.newerId > 0)
    .map((pair) => updatePair(tx, now, pair, { status: "resolved", resolution: "keep_both" }));

const present = (change: NewChange | null): NewChange[] => (change === null ? [] : [change]);

/** An agent that could approve what it wrote would make review worthless. */
export function requirePerson(actor: Actor): void {
  if (actor.kind === "person") return;
  throw new AppError("forbidden", "Only a person decides what waits for review.", {
    hint: "Decide it in the console, or by `keepsake review` and `keepsake approve`.",
  });
}

function requireOpen(pair: MemoryPairRow, revision: number | undefined): void {
  if (pair.status === "open" && (revision === undefined || revision === pair.revision)) return;
  const what = pair.status === "open" ? `was changed (revision ${pair.revision})` : `was decided already`;
  throw new AppError("conflict", `Pair ${pair.id} ${what}.`, {
    hint: "Load the review again.",
    details: [{ path: "revision", message: String(pair.revision) }],
  });
}

function requireCandidate(pair: MemoryPairRow): PairCandidate {
  const candidate = candidateOf(pair);
  if (candidate === null) throw nothingToDecide(pair, "what was claimed was deleted for good");
  return candidate;
}

function requireLive(row: MemoryRow | undefined, pair: MemoryPairRow, now: number): MemoryRow {
  if (row === undefined) throw nothingToDecide(pair, "one of its memories was deleted for good");
  const isExpired = row.expiresAt !== null && row.expiresAt <= now;
  if (row.status !== "active" || isExpired) {
    throw nothingToDecide(pair, `memory ${row.id} is ${isExpired ? "expired" : row.status}`);
  }
  return row;
}

const nothingToDecide = (pair: MemoryPairRow, why: string): AppError =>
  new AppError("conflict", `There is nothing to decide about pair ${pair.id}: ${why}.`, {
    hint: "Restore the memory if you want to decide, else leave it.",
  });
