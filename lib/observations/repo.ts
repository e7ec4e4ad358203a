/** SQL that writes observations and summaries, and the reads that a write needs. */
import { and, asc, eq, sql } from "drizzle-orm";
import type { Handle } from "../context";
import { type ObservationRow, observations, type SummaryRow, summaries } from "../db/schema";

export type { ObservationRow, SummaryRow };
export type NewObservationRow = typeof observations.$inferInsert;
export type ObservationValues = Partial<Omit<ObservationRow, "id" | "createdAt" | "revision">>;
export type NewSummaryRow = typeof summaries.$inferInsert;
export type SummaryValues = Partial<Omit<SummaryRow, "id" | "createdAt" | "revision">>;

export function insertObservation(tx: Handle, row: NewObservationRow): ObservationRow {
  return tx.insert(observations).values(row).returning().get();
}

/** Writes the fields and moves the revision on, so that a late job knows that it is late. */
export function updateObservation(tx: Handle, id: number, values: ObservationValues): ObservationRow {
  return tx
    .update(observations)
    .set({ ...values, revision: sql`${observations.revision} + 1` })
    .where(eq(observations.id, id))
    .returning()
    .get();
}

export function findObservation(handle: Handle, id: number): ObservationRow | undefined {
  return handle.select().from(observations).where(eq(observations.id, id)).get();
}

/** All rows of a turn that the rules made, whatever their status, oldest first. */
export function ruleObservationsOf(handle: Handle, sessionId: number, turn: number): ObservationRow[] {
  return handle
    .select()
    .from(observations)
    .where(and(eq(observations.sessionId, sessionId), eq(observations.turn, turn), eq(observations.source, "rules")))
    .orderBy(asc(observations.id))
    .all();
}

export function findSummary(handle: Handle, sessionId: number, turn: number): SummaryRow | undefined {
  return handle
    .select()
    .from(summaries)
    .where(and(eq(summaries.sessionId, sessionId), eq(summaries.turn, turn)))
    .get();
}

export function insertSummary(tx: Handle, row: NewSummaryRow): SummaryRow {
  return tx.insert(summaries).values(row).returning().get();
}

export function updateSummary(tx: Handle, id: number, values: SummaryValues): SummaryRow {
  return tx
    .update(summaries)
    .set({ ...values, revision: sql`${summaries.revision} + 1` })
    .where(eq(summaries.id, id))
    .returning()
    .get();
}
