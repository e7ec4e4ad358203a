/** What a person sees of the language model: who it is, what it cost today, what went to it, whether it answers. */
import type { App } from "../context";
import type { LlmBatching, LlmCallListQuery, LlmCallPage, LlmLine, LlmState, LlmTest } from "../contract/llm";
import type { LlmProblem } from "../llm/credentials";
import type { ModelSetup } from "../llm/choice";
import type { ModelChoice, ModelOutcome } from "../llm/types";
import type { Timing } from "../llm/timing";
import { ByTime, decodeCursor, encodeCursor, pageOf } from "../paging";
import { readSettings } from "../settings/service";
import { estimateTokens } from "../text/estimate";
import { costMicros, leftOf, localDay } from "./budget";
import {
  IN_FLIGHT,
  batchedSince,
  failuresSince,
  listCallRows,
  projectTokens,
  projectsWithoutModel,
  spentByModel,
  spentSince,
  toLlmCall,
  turnsOverBudget,
} from "./query";
import { askModel, TURN_OUTPUT_TOKENS, TURN_PURPOSE } from "./service";
import { readSetup } from "./setup";

/** `GET /api/llm`: never the key. */
export function readLlmState(app: App): LlmState {
  const setup = readSetup(app);
  const { provider, model, baseUrl, source, keySource } = setup;
  const settings = readSettings(app);
  const today = readDay(app);
  return {
    on: setup.choice !== null,
    provider,
    model,
    baseUrl,
    namedBy: source,
    key: { present: keySource !== null, from: keySource },
    problems: problemsOf(app, setup),
    notes: notesOf(app, setup),
    today,
    budget: {
      tokens: settings.llm_daily_tokens === 0 ? null : settings.llm_daily_tokens,
      usd: settings.llm_daily_usd === 0 ? null : settings.llm_daily_usd,
    },
    byModel: spentByModel(app.db, today.since).map(({ costMicros: micros, unpriced, ...row }) => ({
      provider: row.provider,
      model: row.model,
      calls: row.calls,
      failed: row.failed,
      inputTokens: row.inputTokens,
      outputTokens: row.outputTokens,
      costUsd: unpriced === row.calls ? null : micros / 1_000_000,
    })),
    failures: failuresSince(app.db, today.since),
    batching: readBatching(app, today.since),
    turns: { on: settings.llm_turns, overBudget: turnsOverBudget(app.db, today.since) },
    projectsOff: projectsWithoutModel(app.db),
  };
}

/**
 * What telling a turn in one request saved since: the estimate that stands with each answered request (`unbatchedTokens`
 * of lib/extract/llm/batching.ts has the formula) less all input tokens that requests about turns took, repairs and
 * failures included; never below 0.
 */
function readBatching(app: App, since: number): LlmBatching {
  const batched = batchedSince(app.db, TURN_PURPOSE, since);
  return { ...batched, savedTokens: Math.max(0, batched.unbatchedTokens - batched.inputTokens) };
}

/** For health: one line, and what is wrong. */
export function readLlmLine(app: App): { line: LlmLine; problems: LlmState["problems"] } {
  const setup = readSetup(app);
  const { choice, provider, model } = setup;
  return { line: { on: choice !== null, provider, model }, problems: problemsOf(app, setup) };
}

/** Tokens that language models took for one project since midnight of this machine. */
export const projectTokensToday = (app: App, projectId: number): number =>
  projectTokens(app.db, projectId, localDay(app.now()).since);

/** A page of calls, newest first. Throws `validation_failed` on a cursor that is not ours. */
export function listCalls(app: App, query: LlmCallListQuery): LlmCallPage {
  const after = decodeCursor("llm-calls", ByTime, query.cursor);
  const { purpose, status, limit } = query;
  const rows = listCallRows(app.db, { purpose, status, limit: limit + 1, after });
  const { items, nextCursor } = pageOf(rows, limit, (last) => encodeCursor("llm-calls", last.createdAt, last.id));
  return { items: items.map((row) => toLlmCall(row, app.now())), nextCursor };
}

const TEST_WITHIN_MS = 25_000;

/** `POST /api/llm/test`: one small request, metered like any other. Failures are answered, not thrown. */
export async function testModel(app: App, timing?: Partial<Timing>): Promise<LlmTest> {
  const { provider, model, problems } = readSetup(app);
  const startedAt = app.now();
  const outcome = await askModel(
    app,
    {
      purpose: "llm.test",
      request: {
        messages: [{ role: "user", content: "Answer with the one word: ready" }],
        // Room for models that think before they answer.
        maxOutputTokens: 512,
        deadline: startedAt + TEST_WITHIN_MS,
      },
    },
    timing,
  );
  const isOk = outcome.status === "ok";
  return {
    ok: isOk,
    provider,
    model,
    durationMs: Math.max(0, app.now() - startedAt),
    reason: isOk ? null : outcome.reason,
    httpStatus: isOk ? null : (outcome.httpStatus ?? null),
    hint: isOk ? null : (problems[0]?.hint ?? hintOf(outcome)),
  };
}

function readDay(app: App): LlmState["today"] {
  const { since, until } = localDay(app.now());
  const spent = spentSince(app.db, since);
  const left = leftOf(readSettings(app), spent);
  return {
    since,
    until,
    calls: spent.calls,
    failed: spent.failed,
    inputTokens: spent.inputTokens,
    outputTokens: spent.outputTokens,
    costUsd: spent.costMicros / 1_000_000,
    unpricedCalls: spent.unpriced,
    tokensLeft: left.tokens,
    usdLeft: left.micros === null ? null : left.micros / 1_000_000,
  };
}

function problemsOf(app: App, setup: ModelSetup): LlmState["problems"] {
  const ofSetup = setup.problems.map((problem) => ({ code: "llm_setup" as const, ...problem }));
  if (setup.choice === null) return ofSetup;
  const refused = refusalOf(app, setup.choice).map((problem) => ({ code: "llm_refused" as const, ...problem }));
  const problems = [...ofSetup, ...refused];
  if (!isUsedUp(app, setup.choice)) return problems;
  const used = {
    code: "llm_budget" as const,
    what: "The day's budget for the language model is used up; the rules do the work until midnight.",
    hint: "Raise llm_daily_tokens or llm_daily_usd if that is too early.",
  };
  return [...problems, used];
}

/** More than the instructions around a turn. */
const FRAME_CHARS = 8000;

/** Nothing is left, or a turn was refused today and what is left still does not cover one of full length. */
function isUsedUp(app: App, { model }: ModelChoice): boolean {
  const settings = readSettings(app);
  const { since } = localDay(app.now());
  const left = leftOf(settings, spentSince(app.db, since));
  if (left.tokens === 0 || left.micros === 0) return true;
  const inputTokens = estimateTokens(settings.llm_turn_max_chars + FRAME_CHARS);
  const usage = { inputTokens, outputTokens: TURN_OUTPUT_TOKENS };
  const micros = costMicros(settings, model, usage);
  const isShort =
    (left.tokens !== null && left.tokens < usage.inputTokens + usage.outputTokens) ||
    (left.micros !== null && micros !== null && left.micros < micros);
  return isShort && turnsOverBudget(app.db, since) > 0;
}

/** Failures that stay until somebody acts: the key, the account, the address or the model. */
const REFUSALS: Readonly<Record<string, Pick<Extract<ModelOutcome, { status: "error" }>, "reason" | "httpStatus">>> = {
  http_401: { reason: "http", httpStatus: 401 },
  http_402: { reason: "http", httpStatus: 402 },
  http_403: { reason: "http", httpStatus: 403 },
  http_404: { reason: "http", httpStatus: 404 },
  redirect: { reason: "redirect" },
};
/** Newest calls among which the last finished one is looked for. */
const LOOKED_AT = 20;

/** What the provider said last, when asking it again would change nothing; gone with the next answer or another model. */
function refusalOf(app: App, { provider, model }: ModelChoice): LlmProblem[] {
  const last = listCallRows(app.db, { limit: LOOKED_AT }).find(({ error }) => error !== IN_FLIGHT);
  if (last?.provider !== provider || last.model !== model) return [];
  const refusal = REFUSALS[last.error ?? ""];
  if (refusal === undefined) return [];
  const what = `The last request to ${provider} was refused (${last.error}); until it answers, the rules read turns and sessions wait.`;
  return [{ what, hint: `${hintOf({ status: "error", attempts: 1, ...refusal })} POST /api/llm/test tries it.` }];
}

function notesOf(app: App, { choice }: ModelSetup): string[] {
  const { llm_daily_usd: usd, llm_prices: prices } = readSettings(app);
  if (choice === null || usd === 0 || Object.hasOwn(prices, choice.model)) return [];
  return [`No price is known for ${choice.model}, so the bound in dollars does not count it: set llm_prices.`];
}

function hintOf(outcome: Extract<ModelOutcome, { status: "error" }>): string {
  const { reason, httpStatus } = outcome;
  if (httpStatus === 401 || httpStatus === 403) return "The provider refuses the key: make a new one.";
  if (httpStatus === 402) return "The provider wants the account to be paid.";
  if (httpStatus === 404)
    return "The provider does not know this address or model: look at llm_base_url and llm_model.";
  switch (reason) {
    case "no_provider":
      return "Name a provider in llm_provider, and put its key into llm_credentials.json (mode 0600) in the data folder.";
    case "budget":
      return "The day's budget is used up: raise llm_daily_tokens or llm_daily_usd.";
    case "rate_limited":
      return "The provider asks for fewer requests: try again later.";
    case "timeout":
      return "The provider did not answer in time: try again later.";
    case "network":
      return "The provider could not be reached: look at the network and at llm_base_url.";
    case "redirect":
      return "The address sends requests elsewhere, which is not followed with a key: set llm_base_url to the last one.";
    case "http":
    case "too_large":
    case "context_overflow":
    case "malformed":
      return "The provider's answer is of no use: look at llm_base_url and llm_model.";
  }
}
