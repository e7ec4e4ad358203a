/** The one way a memory comes to be: cleaned, gated, decided, and never a second active row of a key (E9–E11, E41–E45). */
import type { Tx } from "../context";
import type { Actor } from "../contract/common";
import type { MemoryOrigin, MemoryTier, ReviewState, SourceRef } from "../contract/memory";
import { judge, namesAnother } from "../contradictions/judge";
import type { NewChange } from "../operations/repo";
import { isPersons } from "../review/compare-query";
import { indexEntity } from "../search/indexing";
import { looksLikeInstruction, looksLikeSecret } from "../text/suspicious";
import { mergedFields, mergeTarget } from "./absorb";
import { checkStatement, type RejectCode, type Rejection, type Statement } from "./clean";
import { recordConflict } from "./conflict";
import { type Decision, decideConflict } from "./decide";
import type { GateBounds } from "./gate";
import type { Neighbour } from "./neighbours";
import { hostOf, originOf } from "./origin";
import { findActiveByKey, insertMemory, type MemoryRow, type NewMemoryRow, type projectMode } from "./repo";
import { fieldsOf, supersede } from "./version";

export interface MemoryCandidate {
  key: string;
  value: string;
  /** What is left out is inherited from the row that is replaced, else the default of E3 (E11). */
  attribute?: string | undefined;
  tags?: string[] | string | undefined;
  /** Held within 1–10; what is no number counts as left out. */
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
  /** Default: what the actor is; a job is the rules unless it says otherwise. */
  origin?: MemoryOrigin | undefined;
  /** Default: that of its session, or what an agent calls itself. */
  host?: string | undefined;
  /** The project's mode: `ask` makes what others than a person write wait for review. */
  mode: ReturnType<typeof projectMode>;
  /** A person's word, or an agent's "replace": wins over the active row. */
  explicit: boolean;
  /** Of the value's length; default 10 to 500 (E135). */
  bounds?: GateBounds | undefined;
  /** Default 0.95 (E133). */
  mergeThreshold?: number | undefined;
  /** Nearest memories, looked up before the transaction; without them nothing is merged (E45). */
  neighbours?: Neighbour[] | undefined;
  /** Of a new key without a given attribute; empty at store level (E4). */
  defaultAttribute?: string | undefined;
}

export interface Proposed {
  status: "added" | "skipped" | "conflict" | "replaced" | "merged" | "rejected";
  /** The new row; for `skipped` and `conflict` the row that holds the key; null when rejected. */
  id: number | null;
  /** Why nothing was written, or why it is held back, in a sentence that does not quote the value. */
  reason?: string;
  /** Of `rejected`. */
  code?: RejectCode;
  /** Of `merged`: the memory whose next version this is. */
  mergedInto?: { id: number; key: string; similarity: number };
  /** Of `conflict`: the pair that waits for a person. */
  pair?: number;
  /** Of a new row that is held back until a person approves it. */
  held?: ReviewState;
  /** For the operation that the caller records. */
  changes: NewChange[];
}

/** Writes a memory within the caller's transaction, indexes it, and answers the changes for the caller's operation. */
export function proposeMemory(tx: Tx, now: number, candidate: MemoryCandidate, context: WriteContext): Proposed {
  if (context.actor.kind !== "person" && (context.mode === "read-only" || context.mode === "off")) {
    return rejected({ code: "read_only", reason: `The project is ${context.mode}: only a person may write to it.` });
  }
  const statement = checkStatement(tx, candidate, { actor: context.actor, bounds: context.bounds });
  if ("code" in statement) return rejected(statement);

  const active = findActiveByKey(tx, context.projectId, statement.key);
  const reviewState = reviewOf(statement.value, context);
  const decision = decide(tx, active, statement, reviewState, now, context.explicit);
  if (active === undefined) return addOrMerge(tx, now, statement, candidate, context, reviewState);
  if (decision === "skip") return skipped(active, "The key already holds this value.");
  if (isOlder(candidate, active, now)) return skipped(active, "The key holds a newer statement.");
  if (decision === "conflict") return recordConflict(tx, now, active, statement, candidate, context);
  const fields = fieldsOf(candidate, active, context, now);
  const { row, changes } = supersede(tx, now, active, {
    ...rowOf(tx, now, statement, candidate, context),
    ...fields,
    reviewState,
  });
  return { status: "replaced", id: row.id, ...heldBy(reviewState), changes };
}

function addOrMerge(
  tx: Tx,
  now: number,
  statement: Statement,
  candidate: MemoryCandidate,
  context: WriteContext,
  reviewState: ReviewState | null,
): Proposed {
  const next = { ...rowOf(tx, now, statement, candidate, context), reviewState };
  const target = mergeTarget(tx, now, statement, candidate, context, reviewState);
  if (target === undefined) {
    const row = insertMemory(tx, { ...next, ...fieldsOf(candidate, undefined, context, now) });
    indexEntity(tx, now, "memory", row);
    const changes = [{ table: "memories" as const, id: row.id, before: null, after: row }];
    return { status: "added", id: row.id, ...heldBy(reviewState), changes };
  }
  const { row: old, similarity } = target;
  if (isOlder(candidate, old, now)) return skipped(old, "A newer memory says the same under another key.");
  // The same words once more, as a repeated request brings them, are no further version of what took them in already.
  if (old.supersedes !== null && old.value === next.value) {
    return skipped(old, "A memory with another key already holds this value.");
  }
  const fields = mergedFields(candidate, old, context, now);
  const { row, changes } = supersede(tx, now, old, { ...next, ...fields, key: old.key });
  const mergedInto = { id: old.id, key: old.key, similarity };
  return { status: "merged", id: row.id, mergedInto, ...heldBy(reviewState), changes };
}

/** In a sentence without the value. */
const HELD: Record<ReviewState, string> = {
  quarantined:
    "It reads like an instruction to an agent or like a secret: kept, but not used until a person approves it.",
  pending: "The project asks before it keeps what agents write: not used until a person approves it.",
  conflict: "It contradicts another memory: not used until a person decides.",
};

const heldBy = (held: ReviewState | null): Pick<Proposed, "held" | "reason"> =>
  held === null ? {} : { held, reason: HELD[held] };

const rejected = ({ code, reason }: Rejection): Proposed => ({
  status: "rejected",
  id: null,
  code,
  reason,
  changes: [],
});

const skipped = (row: MemoryRow, reason: string): Proposed => ({ status: "skipped", id: row.id, reason, changes: [] });

/** Said before what stands there was written: an import brings old sessions late. */
const isOlder = (candidate: MemoryCandidate, row: MemoryRow, now: number): boolean =>
  candidate.at !== undefined && Math.min(candidate.at, now) < row.updatedAt;

/** Why a value is held back although it is stored (design §3); null = it may be injected. */
export function reviewOf(value: string, context: Pick<WriteContext, "actor" | "mode">): ReviewState | null {
  if (looksLikeSecret(value) || looksLikeInstruction(value)) return "quarantined";
  return context.mode === "ask" && context.actor.kind !== "person" ? "pending" : null;
}

function decide(
  tx: Tx,
  active: MemoryRow | undefined,
  statement: Statement,
  review: ReviewState | null,
  now: number,
  isExplicit: boolean,
) {
  const isExpired = active?.expiresAt != null && active.expiresAt <= now;
  const isSure = isExplicit || isExpired;
  const first = decideConflict(active?.value ?? null, statement.value, isSure);
  const decision = isSure ? first : byItsText(tx, first, active, statement, now);
  // What waits for a person must not push out what is trusted.
  return decision === "replace" && review !== null && active?.reviewState === null && !isExpired
    ? "conflict"
    : decision;
}

/**
 * "Switched from pnpm to bun", 改为: as under any other key, the text itself decides, unless a person wrote what stands there. Without such
 * words, what names another thing in the place of the old one is no more specific for being longer.
 */
function byItsText(
  tx: Tx,
  first: Decision,
  active: MemoryRow | undefined,
  statement: Statement,
  now: number,
): Decision {
  if (active === undefined || first === "add" || first === "skip") return first;
  const { key, value, attribute, createdAt } = active;
  const older = { key, value, attribute, at: createdAt };
  const newer = { ...statement, attribute, at: Math.max(now, createdAt) };
  if (judge(newer, older).applied && !isPersons(tx, active.id)) return "replace";
  return first === "replace" && namesAnother(newer, older) ? "conflict" : first;
}

/** What a row has whatever it replaces. */
function rowOf(tx: Tx, now: number, { key, value }: Statement, candidate: MemoryCandidate, context: WriteContext) {
  const saidAt = Math.min(candidate.at ?? now, now);
  return {
    key,
    value: value.trim(),
    projectId: context.projectId,
    sourceSession: context.sourceSession,
    origin: originOf(context),
    host: hostOf(tx, context),
    sources: JSON.stringify(context.sources),
    createdAt: saidAt,
    updatedAt: saidAt,
  } satisfies NewMemoryRow;
}
