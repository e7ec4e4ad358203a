/** SQL that writes observations and summaries, and the reads that a write needs. */
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Handle } from "../context";
import { prepared } from "../db/prepared";
import { type ObservationRow, observations, type SummaryRow, summaries } from "../db/schema/observations";

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

/** What somebody wrote down on purpose: no session, no evidence. */
export const MANUAL_SOURCE = "manual";

/** What an agent wrote down while it worked (C8): in its session, and told by its text like what a person saved. */
export const OBSERVED_SOURCE = "observe";

/** Who draws observations from evidence: while the turn goes on, and at its end. */
const DERIVED = ["running", "rules", "llm"];

/** All rows that were drawn from a turn's evidence, whatever their status, oldest first. */
export function derivedObservationsOf(handle: Handle, sessionId: number, turn: number): ObservationRow[] {
  return handle
    .select()
    .from(observations)
    .where(
      and(eq(observations.sessionId, sessionId), eq(observations.turn, turn), inArray(observations.source, DERIVED)),
    )
    .orderBy(asc(observations.id))
    .all();
}

/** True when something was drawn from the turn already, whatever became of it. */
export const isTurnTold = (handle: Handle, sessionId: number, turn: number): boolean =>
  prepared(
    handle,
    "SELECT 1 FROM observations INDEXED BY observations_turn WHERE session_id = ? AND turn = ? LIMIT 1",
  ).get(sessionId, turn) !== undefined;

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
