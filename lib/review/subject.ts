/** What an item of the inbox is about: its rows as they are now, and a mark that stands for all that is shown of them. */
import { createHash } from "node:crypto";
import type { Handle } from "../context";
import { AppError, noSuch } from "../contract/errors";
import type { PairCandidate, ReviewKind } from "../contract/review";
import type { ReviewRef } from "../contract/review-decide";
import { findMemories, findMemory, type MemoryRow } from "../memories/repo";
import type { ReviewBounds } from "./bounds";
import { candidateOf } from "./candidate";
import { rankTwins } from "./rank";
import { findFinding, type ReviewFindingRow } from "./findings-repo";
import { stillWaits } from "./list-query";
import { isSecret } from "./looks";
import { findPair, type MemoryPairRow } from "./repo";

interface Base {
  kind: ReviewKind;
  id: number;
}

export type Subject =
  | (Base & { type: "memory"; memory: MemoryRow })
  | (Base & { type: "rows"; pair: MemoryPairRow; older: MemoryRow; newer: MemoryRow })
  | (Base & { type: "claim"; pair: MemoryPairRow; older: MemoryRow; candidate: PairCandidate })
  /** The memory is the one that a merge keeps. */
  | (Base & { type: "twins"; finding: ReviewFindingRow; memory: MemoryRow; other: MemoryRow })
  | (Base & { type: "file"; finding: ReviewFindingRow; memory: MemoryRow });

const PAIR_KINDS: ReadonlySet<ReviewKind> = new Set(["conflict", "supersedes"]);
const FINDING_KINDS: ReadonlySet<ReviewKind> = new Set(["near_duplicate", "file_changed"]);

export const typeOf = (kind: ReviewKind): "pair" | "finding" | "memory" =>
  PAIR_KINDS.has(kind) ? "pair" : FINDING_KINDS.has(kind) ? "finding" : "memory";

/** Throws `not_found`, and `conflict` when it waits no more or is not what `seen` stands for. */
export function requireSubject(handle: Handle, bounds: ReviewBounds, ref: ReviewRef): Subject {
  const subject = loadSubject(handle, ref);
  if (subject === undefined) throw noSuch(typeOf(ref.kind), ref.id, "GET /api/review lists what waits.");
  const secrets = subject.type === "memory" && isSecret(subject.memory.value) ? [subject.memory.id] : [];
  if (!stillWaits(handle, ref.kind, ref.id, { projectIds: null, bounds, secrets })) {
    throw new AppError("conflict", `There is nothing to decide about ${nameOf(ref)} any more.`, {
      hint: "It was decided or changed elsewhere. Load the review again.",
      details: [{ path: "item", message: "gone" }],
    });
  }
  if (ref.seen !== undefined && ref.seen !== seenOf(subject)) {
    throw new AppError("conflict", `What waits in ${nameOf(ref)} was changed since you looked at it.`, {
      hint: "Look at it once more, then decide.",
      details: [{ path: "seen", message: seenOf(subject) }],
    });
  }
  return subject;
}

const nameOf = ({ kind, id }: Pick<ReviewRef, "kind" | "id">): string => `${typeOf(kind)} ${id}`;

/** undefined = a row of it is gone for good. */
export function loadSubject(handle: Handle, { kind, id }: Pick<ReviewRef, "kind" | "id">): Subject | undefined {
  const type = typeOf(kind);
  if (type === "memory") {
    const memory = findMemory(handle, id);
    return memory === undefined ? undefined : { type, kind, id, memory };
  }
  return type === "pair" ? loadPair(handle, kind, id) : loadFinding(handle, kind, id);
}

function loadPair(handle: Handle, kind: ReviewKind, id: number): Subject | undefined {
  const pair = findPair(handle, id);
  if (pair === undefined) return undefined;
  const older = findMemory(handle, pair.olderId);
  if (older === undefined) return undefined;
  if (pair.newerId === 0) {
    const candidate = candidateOf(pair);
    return candidate === null ? undefined : { type: "claim", kind, id, pair, older, candidate };
  }
  const newer = findMemory(handle, pair.newerId);
  return newer === undefined ? undefined : { type: "rows", kind, id, pair, older, newer };
}

function loadFinding(handle: Handle, kind: ReviewKind, id: number): Subject | undefined {
  const finding = findFinding(handle, id);
  if (finding === undefined) return undefined;
  const [memory, other] = findMemories(handle, [finding.memoryId, finding.otherId]);
  if (memory === undefined) return undefined;
  if (kind === "file_changed") return { type: "file", kind, id, finding, memory };
  if (other === undefined) return undefined;
  const [kept, dropped] = rankTwins(memory, other);
  return { type: "twins", kind, id, finding, memory: kept, other: dropped };
}

/** The memories that it is about, the claim left out. */
export function rowsOf(subject: Subject): MemoryRow[] {
  switch (subject.type) {
    case "rows":
      return [subject.older, subject.newer];
    case "claim":
      return [subject.older];
    case "twins":
      return [subject.memory, subject.other];
    case "file":
    case "memory":
      return [subject.memory];
  }
}

/** Whose it is: of a pair the newer half, which brought it here. */
export const mainRowOf = (subject: Subject): MemoryRow =>
  subject.type === "rows" ? subject.newer : subject.type === "claim" ? subject.older : subject.memory;

/** Sixteen hexadecimal digits; a count of uses or an expiry that is not asked about changes nothing. */
export function seenOf(subject: Subject): string {
  const parts: unknown[] = [subject.kind, subject.id, ...rowsOf(subject).map((row) => shownOf(row, subject.kind))];
  if (subject.type === "claim") parts.push(subject.candidate);
  if (subject.type === "file") parts.push(subject.finding.detail);
  return digest(parts);
}

const shownOf = (row: MemoryRow, kind: ReviewKind): unknown[] => [
  row.id,
  row.status,
  row.key,
  row.value,
  row.attribute,
  row.tags,
  row.tier,
  row.importance,
  row.projectId,
  row.reviewState,
  kind === "expiring" ? row.expiresAt : null,
  kind === "low_confidence" ? row.confidence : null,
];

export const digest = (parts: unknown): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 16);
