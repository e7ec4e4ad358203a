/** SQL of findings: what the inbox found by comparing rows, and what a person said about it. */
import { and, eq, sql } from "drizzle-orm";
import type { Handle, Tx } from "../context";
import { prepared } from "../db/prepared";
import { type ReviewFindingRow, reviewFindings } from "../db/schema/memories";
import type { NewChange } from "../operations/repo";

export type { ReviewFindingRow };
export type FindingKind = ReviewFindingRow["kind"];

export interface NewFinding {
  kind: FindingKind;
  memoryId: number;
  /** Of a near-duplicate, else 0. */
  otherId: number;
  memoryRevision: number;
  detail: object;
  similarity?: number | undefined;
}

export function findFinding(handle: Handle, id: number): ReviewFindingRow | undefined {
  return handle.select().from(reviewFindings).where(eq(reviewFindings.id, id)).get();
}

export function findingAbout(
  handle: Handle,
  { kind, memoryId, otherId }: Pick<NewFinding, "kind" | "memoryId" | "otherId">,
): ReviewFindingRow | undefined {
  const isIt = and(
    eq(reviewFindings.kind, kind),
    eq(reviewFindings.memoryId, memoryId),
    eq(reviewFindings.otherId, otherId),
  );
  return handle.select().from(reviewFindings).where(isIt).get();
}

/** Writes what was found, over what was found about the same before. */
export function putFinding(tx: Tx, now: number, { detail, similarity, ...finding }: NewFinding): ReviewFindingRow {
  const values = { status: "open" as const, detail: JSON.stringify(detail), similarity: similarity ?? null };
  return tx
    .insert(reviewFindings)
    .values({ ...finding, ...values, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({
      target: [reviewFindings.kind, reviewFindings.memoryId, reviewFindings.otherId],
      set: {
        ...values,
        memoryRevision: finding.memoryRevision,
        updatedAt: now,
        revision: sql`${reviewFindings.revision} + 1`,
      },
    })
    .returning()
    .get();
}

/** A person keeps it as it is; answers the change. */
export function dismissFinding(tx: Tx, now: number, row: ReviewFindingRow): NewChange {
  const after = tx
    .update(reviewFindings)
    .set({ status: "dismissed", updatedAt: now, revision: sql`${reviewFindings.revision} + 1` })
    .where(eq(reviewFindings.id, row.id))
    .returning()
    .get();
  return { table: "review_findings", id: row.id, before: row, after };
}

/** A person keeps what nobody used: there was no finding of it until now, or an old one. */
export function dismissUnused(tx: Tx, now: number, memory: { id: number; revision: number }): NewChange {
  const about = { kind: "unused" as const, memoryId: memory.id, otherId: 0 };
  const before = findingAbout(tx, about);
  if (before !== undefined) return dismissFinding(tx, now, before);
  const after = tx
    .insert(reviewFindings)
    .values({ ...about, status: "dismissed", memoryRevision: memory.revision, createdAt: now, updatedAt: now })
    .returning()
    .get();
  return { table: "review_findings", id: after.id, before: null, after };
}

/** Open ones about memories that were written since. */
const OUTDATED = `
  DELETE FROM review_findings WHERE id IN (
    SELECT f.id FROM review_findings f LEFT JOIN memories m ON m.id = f.memory_id LEFT JOIN memories o ON o.id = f.other_id
    WHERE f.status = 'open' AND f.kind = $kind
      AND (m.id IS NULL OR m.updated_at > f.updated_at OR (f.other_id > 0 AND (o.id IS NULL OR o.updated_at > f.updated_at)))
    LIMIT $limit)
  AND NOT EXISTS (SELECT 1 FROM operation_changes c WHERE c.entity_table = 'review_findings' AND c.entity_id = review_findings.id)`;

/** Removes them, but for those that an operation could put back; answers how many. */
export const dropOutdated = (tx: Tx, kind: FindingKind, limit: number): number =>
  prepared(tx, OUTDATED).run({ kind, limit }).changes;
