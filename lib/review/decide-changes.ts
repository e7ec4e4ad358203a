/** What a decision about one item writes. The caller records the changes as an operation. */
import type { Tx } from "../context";
import type { Actor } from "../contract/common";
import type { MemoryPatch } from "../contract/memory";
import type { ReviewDecision } from "../contract/review-decide";
import { USER_CONFIDENCE } from "../extract/rules/memories";
import { mergeRows } from "../housekeeping/apply-pairs";
import { applyValues, requireFreeKey } from "../memories/change";
import { findMemory, type MemoryRow, type MemoryValues } from "../memories/repo";
import type { WriteRules } from "../memories/rules";
import { archiveValues, patchValues } from "../memories/service";
import type { NewChange } from "../operations/repo";
import { setFields } from "./apply";
import { RESOLUTIONS } from "./fates";
import { dismissFinding, dismissUnused } from "./findings-repo";
import { byAge } from "./rank";
import { approve, closeConflicts, closePair, settlePair } from "./resolve";
import type { Subject } from "./subject";

export interface Decision {
  decision: ReviewDecision;
  patch?: Omit<MemoryPatch, "revision" | "project"> | undefined;
  actor: Actor;
  rules: WriteRules;
}

/** Throws `conflict` where a key is taken, `validation_failed` where an edited text does not pass the gate. */
export function decideSubject(tx: Tx, now: number, subject: Subject, made: Decision): NewChange[] {
  switch (subject.type) {
    case "rows":
    case "claim":
      return decidePair(tx, now, subject, made);
    case "twins":
      return decideTwins(tx, now, subject, made);
    case "file":
    case "memory":
      return decideOne(tx, now, subject, made);
  }
}

const present = (...changes: (NewChange | null)[]): NewChange[] => changes.filter((change) => change !== null);

type OfKind<T extends Subject["type"]> = Extract<Subject, { type: T }>;

function decidePair(tx: Tx, now: number, subject: OfKind<"rows"> | OfKind<"claim">, made: Decision): NewChange[] {
  const { pair, older } = subject;
  const { decision } = made;
  if (decision === "keep" || decision === "newer" || decision === "older") {
    return settlePair(tx, now, pair, RESOLUTIONS[decision], made);
  }
  const both = subject.type === "rows" ? [older, subject.newer] : [older];
  // The pair stays open: it asks again when what it is about is restored.
  if (decision === "archive") return both.flatMap((row) => present(archive(tx, now, row)));
  if (subject.type === "claim") {
    const edited = editRow(tx, now, older, made);
    return [closePair(tx, now, pair, "take_newer"), ...edited];
  }
  const { newer } = subject;
  if (decision === "merge") {
    const merged = mergeRows(tx, now, newer, older);
    const lifted = release(tx, now, newer.id);
    return [closePair(tx, now, pair, "take_newer"), ...merged, ...lifted];
  }
  const over = supersede(tx, now, older, newer);
  const edited = editRow(tx, now, findMemory(tx, newer.id) ?? newer, made, { reviewState: null });
  return [closePair(tx, now, pair, "take_newer"), ...over, ...edited];
}

function decideTwins(tx: Tx, now: number, { finding, memory, other }: OfKind<"twins">, made: Decision): NewChange[] {
  const [older, newer] = byAge(memory, other);
  switch (made.decision) {
    case "keep":
      return [dismissFinding(tx, now, finding)];
    case "newer":
      return supersede(tx, now, older, newer);
    case "older":
      return present(archive(tx, now, newer));
    case "archive":
      return present(archive(tx, now, older), archive(tx, now, newer));
    case "edit":
    case "merge": {
      const merged = mergeRows(tx, now, memory, other);
      if (made.decision === "merge") return merged;
      return [...merged, ...editRow(tx, now, findMemory(tx, memory.id) ?? memory, made)];
    }
  }
}

function decideOne(tx: Tx, now: number, subject: OfKind<"memory"> | OfKind<"file">, made: Decision): NewChange[] {
  const { memory } = subject;
  if (made.decision === "archive") return present(archive(tx, now, memory));
  if (made.decision === "edit") {
    const edited = editRow(tx, now, memory, made, keptValues(subject, made.patch));
    if (edited.length > 0) {
      return memory.reviewState === null ? edited : [...edited, ...closeConflicts(tx, now, memory.id)];
    }
  }
  return keepOne(tx, now, subject);
}

function keepOne(tx: Tx, now: number, subject: OfKind<"memory"> | OfKind<"file">): NewChange[] {
  const { memory } = subject;
  if (subject.type === "file") return [dismissFinding(tx, now, subject.finding)];
  if (subject.kind === "unused") return [dismissUnused(tx, now, memory)];
  // Nothing new was said: when it was written stays.
  if (memory.reviewState === null) return [setFields(tx, now, memory, keptValues(subject))];
  return approve(tx, now, memory);
}

/** What "it holds" makes of a memory. */
function keptValues({ kind, memory }: OfKind<"memory"> | OfKind<"file">, patch?: Decision["patch"]): MemoryValues {
  if (kind === "expiring") return patch?.expires_at === undefined ? { expiresAt: null } : {};
  if (kind === "low_confidence") return { confidence: USER_CONFIDENCE };
  return memory.reviewState === null ? {} : { reviewState: null };
}

function editRow(tx: Tx, now: number, row: MemoryRow, made: Decision, kept: MemoryValues = {}): NewChange[] {
  const values = {
    ...patchValues(tx, row, made.patch ?? {}, { actor: made.actor, bounds: made.rules.bounds }),
    ...kept,
  };
  if (values.key !== undefined && values.key !== row.key) requireFreeKey(tx, { ...row, key: values.key });
  return present(applyValues(tx, now, row, values));
}

const archive = (tx: Tx, now: number, row: MemoryRow): NewChange | null =>
  applyValues(tx, now, row, archiveValues(row));

function supersede(tx: Tx, now: number, older: MemoryRow, newer: MemoryRow): NewChange[] {
  const over = setFields(tx, now, older, { status: "superseded", supersededBy: newer.id, updatedAt: now });
  return newer.supersedes === null ? [over, setFields(tx, now, newer, { supersedes: older.id })] : [over];
}

function release(tx: Tx, now: number, id: number): NewChange[] {
  const row = findMemory(tx, id);
  return row === undefined || row.reviewState === null ? [] : [setFields(tx, now, row, { reviewState: null })];
}
