/** The one way a memory comes to be: cleaned, gated, decided, and never a second active row of a key (E9–E11, E41–E44). */
import { appendActivity } from "../activity/repo";
import type { Tx } from "../context";
import type { Actor } from "../contract/common";
import type { MemoryTier, ReviewState, SourceRef } from "../contract/memory";
import type { NewChange } from "../operations/repo";
import { isBuried } from "../operations/tombstones";
import { indexEntity } from "../search/indexing";
import { cleanText } from "../text/clean";
import { looksLikeInstruction, looksLikeSecret } from "../text/suspicious";
import { decideConflict } from "./decide";
import { joinTags } from "./fields";
import { checkQuality, type GateBounds } from "./gate";
import { findActiveByKey, insertMemory, type MemoryRow, updateMemoryRow } from "./repo";

export interface MemoryCandidate {
  key: string;
  value: string;
  /** What is left out is inherited from the row that is replaced, else the default of E3 (E11). */
  attribute?: string | undefined;
  tags?: string[] | string | undefined;
  importance?: number | undefined;
  tier?: MemoryTier | undefined;
  /** 0–1. */
  confidence?: number | undefined;
  /** Milliseconds UTC. */
  expiresAt?: number | null | undefined;
  kind?: string | undefined;
  branch?: string | null | undefined;
  /** When it was said, milliseconds UTC, at most the present; default now. */
  at?: number | undefined;
}

export interface WriteContext {
  actor: Actor;
  /** 0 = global. */
  projectId: number;
  sourceSession: string;
  sources: SourceRef[];
  /** The project's mode: `ask` makes what others than a person write wait for review. */
  mode: "auto" | "ask" | "read-only" | "off";
  /** A person's word, or an agent's "replace": wins over the active row. */
  explicit: boolean;
  bounds?: GateBounds | undefined;
  /** Of a new key without a given attribute; empty at store level (E4). */
  defaultAttribute?: string | undefined;
}

export interface Proposed {
  status: "added" | "skipped" | "conflict" | "replaced" | "rejected";
  /** The new row; for `skipped` and `conflict` the row that holds the key; null when rejected. */
  id: number | null;
  /** Why nothing was written, in a sentence that does not quote the value. */
  reason?: string;
  /** For the operation that the caller records. */
  changes: NewChange[];
}

const rejected = (reason: string): Proposed => ({ status: "rejected", id: null, reason, changes: [] });

/** Writes a memory within the caller's transaction, indexes it, and answers the changes for the caller's operation. */
export function proposeMemory(tx: Tx, now: number, candidate: MemoryCandidate, context: WriteContext): Proposed {
  const isPerson = context.actor.kind === "person";
  if (!isPerson && (context.mode === "read-only" || context.mode === "off")) {
    return rejected(`The project is ${context.mode}: agents may not write memories to it.`);
  }
  const key = cleanKey(candidate.key);
  const cleaned = cleanText(candidate.value);
  if (cleaned.isPrivate) return rejected("The value is private text, which is never stored.");
  const value = cleaned.text;
  const failure = checkQuality(key, value, context.bounds);
  if (failure !== null) return rejected(failure.message);
  if (!isPerson && isBuried(tx, value))
    return rejected("This text was deleted for good; only a person may write it again.");

  const active = findActiveByKey(tx, context.projectId, key);
  const reviewState = reviewOf(value, context);
  const decision = decide(active, value, reviewState, now, context.explicit);
  if (decision === "skip") {
    return { status: "skipped", id: active?.id ?? null, reason: "The key already holds this value.", changes: [] };
  }
  if (decision === "conflict") return recordConflict(tx, now, active, context);
  const saidAt = Math.min(candidate.at ?? now, now);
  if (active !== undefined && candidate.at !== undefined && saidAt < active.updatedAt) {
    return { status: "skipped", id: active.id, reason: "The key holds a newer statement.", changes: [] };
  }
  const retired = active === undefined ? null : retire(tx, now, active);
  const row = insertMemory(tx, {
    ...fieldsOf(candidate, active, context, now),
    key,
    value: value.trim(),
    projectId: context.projectId,
    sourceSession: context.sourceSession,
    sources: JSON.stringify(context.sources),
    supersedes: active?.id ?? null,
    reviewState,
    createdAt: saidAt,
    updatedAt: saidAt,
  });
  if (retired === null || active === undefined) {
    indexEntity(tx, now, "memory", row);
    return { status: "added", id: row.id, changes: [{ table: "memories", id: row.id, before: null, after: row }] };
  }
  const old = updateMemoryRow(tx, active.id, { supersededBy: row.id });
  indexEntity(tx, now, "memory", old);
  indexEntity(tx, now, "memory", row);
  return {
    status: "replaced",
    id: row.id,
    changes: [
      { table: "memories", id: old.id, before: active, after: old },
      { table: "memories", id: row.id, before: null, after: row },
    ],
  };
}

/** Why a value is held back although it is stored (design §3); null = it may be injected. */
export function reviewOf(value: string, context: Pick<WriteContext, "actor" | "mode">): ReviewState | null {
  if (looksLikeSecret(value) || looksLikeInstruction(value)) return "quarantined";
  return context.mode === "ask" && context.actor.kind !== "person" ? "pending" : null;
}

function decide(
  active: MemoryRow | undefined,
  value: string,
  review: ReviewState | null,
  now: number,
  isExplicit: boolean,
) {
  const isExpired = active?.expiresAt != null && active.expiresAt <= now;
  const decision = decideConflict(active?.value ?? null, value, isExplicit || isExpired);
  // What waits for a person must not push out what is trusted.
  return decision === "replace" && review !== null && active?.reviewState === null && !isExpired
    ? "conflict"
    : decision;
}

/** Leaves the active set before the new row enters it: no moment with two active rows of a key (E11). */
function retire(tx: Tx, now: number, active: MemoryRow): MemoryRow {
  return updateMemoryRow(tx, active.id, { status: "superseded", updatedAt: now });
}

function fieldsOf(candidate: MemoryCandidate, inherited: MemoryRow | undefined, context: WriteContext, now: number) {
  // A new value under an expired one must not be born expired.
  const expiresAt = inherited?.expiresAt != null && inherited.expiresAt > now ? inherited.expiresAt : null;
  return {
    attribute:
      candidate.attribute === undefined
        ? (inherited?.attribute ?? context.defaultAttribute ?? "")
        : cleanText(candidate.attribute).text.trim(),
    tags: candidate.tags === undefined ? (inherited?.tags ?? "") : cleanTags(candidate.tags),
    importance: candidate.importance ?? inherited?.importance ?? 5,
    tier: candidate.tier ?? inherited?.tier ?? "normal",
    expiresAt: candidate.expiresAt === undefined ? expiresAt : candidate.expiresAt,
    confidence: candidate.confidence ?? 0.5,
    kind: candidate.kind ?? inherited?.kind ?? "memory",
    branch: candidate.branch === undefined ? (inherited?.branch ?? null) : candidate.branch,
  };
}

/** One spelling a key: composed and decomposed letters look alike, and must not make two active rows. */
export const cleanKey = (key: string): string => cleanText(key).text.normalize("NFC").trim();

/** Cleaned before they are cut: half a secret is still one, and half a pair is no text. */
export const cleanTags = (tags: string[] | string): string =>
  joinTags(cleanText(typeof tags === "string" ? tags : tags.join(",")).text);

/** A conflict writes no memory row (E43); the feed names the row in the way for review. */
function recordConflict(tx: Tx, now: number, active: MemoryRow | undefined, context: WriteContext): Proposed {
  appendActivity(tx, now, {
    kind: "memory.conflicted",
    projectId: context.projectId,
    entityType: "memory",
    entityId: active?.id ?? null,
    data: { actor: context.actor.kind, session: context.sources[0]?.session_id ?? null },
  });
  return {
    status: "conflict",
    id: active?.id ?? null,
    reason: "The key holds another value that is not clearly less specific; nothing was written.",
    changes: [],
  };
}
