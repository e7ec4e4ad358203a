/** What is asked about calls: what a day cost, and the list. */
import { and, desc, eq, gte, lt, or, sql } from "drizzle-orm";
import type { Handle } from "../context";
import type { LlmCall } from "../contract/llm";
import { type LlmCallRow, llmCalls } from "../db/schema";

/** Error class of a call that has no result yet. */
export const IN_FLIGHT = "in_flight";
/** A call in flight for longer than any may last was cut off by the end of its process. */
const LOST_AFTER_MS = 600_000;

export interface Spent {
  calls: number;
  failed: number;
  inputTokens: number;
  outputTokens: number;
  costMicros: number;
  unpriced: number;
}

/** All calls since, with what is reserved for those in flight. */
export function spentSince(handle: Handle, since: number): Spent {
  const row = handle
    .select({
      calls: sql<number>`count(*)`,
      failed: sql<number>`coalesce(sum(${llmCalls.status} = 'error' AND ${llmCalls.error} <> ${IN_FLIGHT}), 0)`,
      inputTokens: sql<number>`coalesce(sum(${llmCalls.inputTokens}), 0)`,
      outputTokens: sql<number>`coalesce(sum(${llmCalls.outputTokens}), 0)`,
      costMicros: sql<number>`coalesce(sum(${llmCalls.costMicros}), 0)`,
      unpriced: sql<number>`coalesce(sum(${llmCalls.costMicros} IS NULL), 0)`,
    })
    .from(llmCalls)
    .where(gte(llmCalls.createdAt, since))
    .get();
  return row ?? { calls: 0, failed: 0, inputTokens: 0, outputTokens: 0, costMicros: 0, unpriced: 0 };
}

export interface CallListFilter {
  purpose?: string | undefined;
  status?: LlmCall["status"] | undefined;
  limit: number;
  /** Time and id of the last row of the page before. */
  after?: readonly [createdAt: number, id: number] | undefined;
}

/** Newest first. */
export function listCallRows(handle: Handle, filter: CallListFilter): LlmCallRow[] {
  const [createdAt, id] = filter.after ?? [];
  return handle
    .select()
    .from(llmCalls)
    .where(
      and(
        filter.purpose === undefined ? undefined : eq(llmCalls.purpose, filter.purpose),
        filter.status === undefined ? undefined : eq(llmCalls.status, filter.status),
        createdAt === undefined || id === undefined
          ? undefined
          : or(lt(llmCalls.createdAt, createdAt), and(eq(llmCalls.createdAt, createdAt), lt(llmCalls.id, id))),
      ),
    )
    .orderBy(desc(llmCalls.createdAt), desc(llmCalls.id))
    .limit(filter.limit)
    .all();
}

export const toLlmCall = (row: LlmCallRow, now: number): LlmCall => ({
  id: row.id,
  purpose: row.purpose,
  provider: row.provider,
  model: row.model,
  status: row.status,
  error: row.error === IN_FLIGHT && now - row.createdAt > LOST_AFTER_MS ? "interrupted" : row.error,
  request_chars: row.requestChars,
  response_chars: row.responseChars,
  input_tokens: row.inputTokens,
  output_tokens: row.outputTokens,
  cost_micros: row.costMicros,
  redactions: row.redactions,
  duration_ms: row.durationMs,
  project_id: row.projectId,
  created_at: row.createdAt,
});
