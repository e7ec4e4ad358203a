/** What is asked about calls: what a day cost, and the list. */
import { and, asc, desc, eq, gte, lt, ne, or, sql } from "drizzle-orm";
import type { Handle } from "../context";
import type { LlmCall } from "../contract/llm";
import { type LlmCallRow, llmCalls } from "../db/schema/llm";
import { projects } from "../db/schema/projects";
import { turns } from "../db/schema/sessions";

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

/** Tokens, in and out, that language models took for the project since. */
export const projectTokens = (handle: Handle, projectId: number, since: number): number =>
  handle
    .select({ tokens: sql<number>`coalesce(sum(${llmCalls.inputTokens} + ${llmCalls.outputTokens}), 0)` })
    .from(llmCalls)
    .where(and(gte(llmCalls.createdAt, since), eq(llmCalls.projectId, projectId)))
    .get()?.tokens ?? 0;

/** Tokens a day that a project may take, and what it took since; with no bound of its own nothing is counted. */
export function projectBudget(
  handle: Handle,
  projectId: number,
  since: number,
): { dailyTokens: number | null; spentTokens: number } {
  const dailyTokens =
    handle.select({ tokens: projects.llmDailyTokens }).from(projects).where(eq(projects.id, projectId)).get()?.tokens ??
    null;
  if (dailyTokens === null) return { dailyTokens, spentTokens: 0 };
  return { dailyTokens, spentTokens: projectTokens(handle, projectId, since) };
}

export interface SpentByModel extends Spent {
  provider: string;
  model: string;
}

/** The same by model, the most tokens first. */
export const spentByModel = (handle: Handle, since: number): SpentByModel[] =>
  handle
    .select({
      provider: llmCalls.provider,
      model: llmCalls.model,
      calls: sql<number>`count(*)`,
      failed: sql<number>`sum(${llmCalls.status} = 'error' AND ${llmCalls.error} <> ${IN_FLIGHT})`,
      inputTokens: sql<number>`sum(${llmCalls.inputTokens})`,
      outputTokens: sql<number>`sum(${llmCalls.outputTokens})`,
      costMicros: sql<number>`coalesce(sum(${llmCalls.costMicros}), 0)`,
      unpriced: sql<number>`sum(${llmCalls.costMicros} IS NULL)`,
    })
    .from(llmCalls)
    .where(gte(llmCalls.createdAt, since))
    .groupBy(llmCalls.provider, llmCalls.model)
    .orderBy(desc(sql`sum(${llmCalls.inputTokens} + ${llmCalls.outputTokens})`), asc(llmCalls.model))
    .limit(MAX_MODELS)
    .all();

/** Rows of the by-model table; a day with more models than this has been told enough. */
const MAX_MODELS = 50;

/** Classes of failure of the day's calls, the most frequent first. */
export const failuresSince = (handle: Handle, since: number): { error: string; calls: number }[] =>
  handle
    .select({ error: sql<string>`coalesce(${llmCalls.error}, 'unknown')`, calls: sql<number>`count(*)` })
    .from(llmCalls)
    .where(
      and(
        gte(llmCalls.createdAt, since),
        eq(llmCalls.status, "error"),
        ne(sql`coalesce(${llmCalls.error}, '')`, IN_FLIGHT),
      ),
    )
    .groupBy(llmCalls.error)
    .orderBy(desc(sql`count(*)`), asc(llmCalls.error))
    .limit(MAX_MODELS)
    .all();

export interface Batched {
  toolUses: number;
  requests: number;
  inputTokens: number;
  unbatchedTokens: number;
}

/** What went out for `purpose`, and what its answered requests would have taken one tool use at a time. */
export function batchedSince(handle: Handle, purpose: string, since: number): Batched {
  const answered = (column: typeof llmCalls.items | typeof llmCalls.unbatchedTokens) =>
    sql<number>`coalesce(sum(CASE WHEN ${llmCalls.status} = 'ok' THEN ${column} ELSE 0 END), 0)`;
  const row = handle
    .select({
      toolUses: answered(llmCalls.items),
      requests: sql<number>`count(*)`,
      inputTokens: sql<number>`coalesce(sum(${llmCalls.inputTokens}), 0)`,
      unbatchedTokens: answered(llmCalls.unbatchedTokens),
    })
    .from(llmCalls)
    .where(and(gte(llmCalls.createdAt, since), eq(llmCalls.purpose, purpose)))
    .get();
  return row ?? { toolUses: 0, requests: 0, inputTokens: 0, unbatchedTokens: 0 };
}

/** Turns since that the rules read because the day's budget did not allow the request. */
export const turnsOverBudget = (handle: Handle, since: number): number =>
  handle
    .select({ count: sql<number>`count(*)` })
    .from(turns)
    .where(and(eq(turns.llmFailure, "budget"), gte(turns.startedAt, since)))
    .get()?.count ?? 0;

/** Projects that are switched off for language models, by name. */
export const projectsWithoutModel = (handle: Handle): { id: number; name: string }[] =>
  handle
    .select({ id: projects.id, name: projects.name })
    .from(projects)
    .where(eq(projects.llmEnabled, false))
    .orderBy(asc(projects.name), asc(projects.id))
    .limit(MAX_PROJECTS)
    .all();

const MAX_PROJECTS = 200;

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
  items: row.items,
  unbatched_tokens: row.unbatchedTokens,
  project_id: row.projectId,
  created_at: row.createdAt,
});
