/** SQL that writes pairs of statements a person has to choose between, and the reads that such a write needs. */
import { createHash } from "node:crypto";
import { and, eq, inArray, isNotNull, or, type SQL, sql } from "drizzle-orm";
import type { Handle, Tx } from "../context";
import type { Actor } from "../contract/common";
import { prepared } from "../db/prepared";
import { memories, memoryPairs, type MemoryPairRow } from "../db/schema/memories";
import type { NewChange } from "../operations/repo";

export type { MemoryPairRow };
export type PairKind = MemoryPairRow["kind"];
export type PairValues = Partial<
  Pick<MemoryPairRow, "kind" | "status" | "resolution" | "candidateHash" | "reasons" | "similarity" | "newerId">
>;

export interface NewPair {
  /** `conflict`: both can't hold; `supersedes`: the newer seems to replace the older. */
  kind: PairKind;
  /** 0 = global. */
  projectId: number;
  olderId: number;
  /** The newer memory; left out where the newer half was never stored. */
  newerId?: number | undefined;
  /** What was not stored (E43): cleaned by the caller, its `value` says which claim it is. */
  candidate?: object | undefined;
  /** Names of the detectors that spoke. */
  reasons: string[];
  /** (1 + cosine) / 2. */
  similarity?: number | undefined;
  actor: Actor;
}

export interface RecordedPair {
  id: number;
  /** For the operation that the caller records; null = nothing was written, the question is known already. */
  change: NewChange | null;
}

/** Open questions about one memory; who floods it with claims gets no further rows. */
const MAX_OPEN_CLAIMS = 50;

/**
 * Records that two statements stand against each other. The same pair is recorded once: while it is open, and when a
 * person already decided that the older stays or that both do, until one of the two texts changes.
 */
export function recordPair(tx: Tx, now: number, pair: NewPair): RecordedPair {
  const newerId = pair.newerId ?? 0;
  const candidateHash = hashOfPair(tx, pair.olderId, newerId, pair.candidate);
  const known =
    openPair(tx, pair.olderId, newerId, candidateHash) ??
    settledPair(tx, pair.olderId, newerId, candidateHash) ??
    oneTooMany(tx, pair.olderId, newerId);
  if (known !== undefined) return { id: known, change: null };
  const row = tx
    .insert(memoryPairs)
    .values({
      kind: pair.kind,
      projectId: pair.projectId,
      olderId: pair.olderId,
      newerId,
      candidate: pair.candidate === undefined ? null : JSON.stringify(pair.candidate),
      candidateHash,
      reasons: JSON.stringify(pair.reasons),
      similarity: pair.similarity ?? null,
      actorKind: pair.actor.kind,
      actorName: pair.actor.name,
      createdAt: now,
      updatedAt: now,
    })
    .returning()
    .get();
  return { id: row.id, change: { table: "memory_pairs", id: row.id, before: null, after: row } };
}

/** Writes the fields of a pair and answers the change. */
export function updatePair(tx: Tx, now: number, row: MemoryPairRow, values: PairValues): NewChange {
  const after = tx
    .update(memoryPairs)
    .set({ ...values, updatedAt: now, revision: sql`${memoryPairs.revision} + 1` })
    .where(eq(memoryPairs.id, row.id))
    .returning()
    .get();
  return { table: "memory_pairs", id: row.id, before: row, after };
}

export function findPair(handle: Handle, id: number): MemoryPairRow | undefined {
  return handle.select().from(memoryPairs).where(eq(memoryPairs.id, id)).get();
}

/** Open pairs that this memory is a half of. */
export function openPairsOf(handle: Handle, memoryId: number): MemoryPairRow[] {
  const isHalf = or(eq(memoryPairs.olderId, memoryId), eq(memoryPairs.newerId, memoryId));
  return handle
    .select()
    .from(memoryPairs)
    .where(and(eq(memoryPairs.status, "open"), isHalf))
    .orderBy(memoryPairs.id)
    .all();
}

/** Open claims of which every source lies in the session. */
const CLAIMS_OF_IT_ALONE = `
  SELECT p.id FROM memory_pairs p
  WHERE p.status = 'open' AND json_valid(p.candidate)
    AND (
      SELECT count(*) > 0 AND min(json_extract(s.value, '$.session_id') IS $session)
      FROM json_each(iif(json_valid(p.candidate), p.candidate, '{}'), '$.sources') s)
  ORDER BY p.id`;

/** Removes the questions that this session alone put; answers the changes. */
export function removeClaimsOfSession(tx: Tx, sessionId: number): NewChange[] {
  const ids = prepared(tx, CLAIMS_OF_IT_ALONE).pluck().all({ session: sessionId }) as number[];
  if (ids.length === 0) return [];
  const rows = tx.delete(memoryPairs).where(inArray(memoryPairs.id, ids)).returning().all();
  return rows.map((row) => ({ table: "memory_pairs", id: row.id, before: row, after: null }));
}

/** Names what is compared, so that another text is another question. */
export function hashOfPair(
  handle: Handle,
  olderId: number,
  newerId: number,
  candidate: object | null | undefined,
): string {
  const valueOf = (id: number): string =>
    handle.select({ value: memories.value }).from(memories).where(eq(memories.id, id)).get()?.value ?? "";
  const newer = candidate == null ? valueOf(newerId) : claimOf(candidate);
  return createHash("sha256")
    .update(JSON.stringify([valueOf(olderId).trim(), newer.trim()]))
    .digest("hex");
}

/** A claim is its value; who made it and with which tags makes no other claim of it. */
const claimOf = (candidate: object): string =>
  "value" in candidate && typeof candidate.value === "string" ? candidate.value : JSON.stringify(candidate);

/** Two rows are one open question, whatever they say by now; claims against a row are many. */
const openPair = (handle: Handle, olderId: number, newerId: number, candidateHash: string): number | undefined =>
  pairWhere(
    handle,
    olderId,
    newerId,
    and(eq(memoryPairs.status, "open"), newerId > 0 ? undefined : eq(memoryPairs.candidateHash, candidateHash)),
  );

const settledPair = (handle: Handle, olderId: number, newerId: number, candidateHash: string): number | undefined =>
  pairWhere(
    handle,
    olderId,
    newerId,
    and(eq(memoryPairs.candidateHash, candidateHash), inArray(memoryPairs.resolution, ["keep_older", "keep_both"])),
  );

function pairWhere(handle: Handle, olderId: number, newerId: number, which: SQL | undefined): number | undefined {
  return handle
    .select({ id: memoryPairs.id })
    .from(memoryPairs)
    .where(and(eq(memoryPairs.olderId, olderId), eq(memoryPairs.newerId, newerId), which))
    .get()?.id;
}

/** True when a person decided about these two texts that the older one stays, or both. */
export const isSettled = (handle: Handle, olderId: number, newerId: number, hash: string): boolean =>
  settledPair(handle, olderId, newerId, hash) !== undefined;

function oneTooMany(handle: Handle, olderId: number, newerId: number): number | undefined {
  if (newerId > 0) return undefined;
  const open = handle
    .select({ id: memoryPairs.id })
    .from(memoryPairs)
    .where(and(eq(memoryPairs.olderId, olderId), eq(memoryPairs.status, "open"), isNotNull(memoryPairs.candidate)))
    .orderBy(memoryPairs.id)
    .limit(MAX_OPEN_CLAIMS)
    .all();
  return open.length < MAX_OPEN_CLAIMS ? undefined : open.at(-1)?.id;
}
