/** The one way to a language model: who answers, whether the day's budget allows it, what it cost. */
import { appendActivity } from "../activity/repo";
import type { App } from "../context";
import { write } from "../db/write";
import { callModel, charsOf, type ModelCall } from "../llm/call";
import { REAL_TIMING, type Timing } from "../llm/timing";
import type { ModelChoice, ModelOutcome, ModelRequest, ModelUsage } from "../llm/types";
import { readSettings } from "../settings/service";
import { estimateTokens } from "../text/estimate";
import { redactSecrets } from "../text/secrets";
import { costMicros, fits, fitsProject, localDay } from "./budget";
import { projectBudget, spentSince } from "./query";
import { finishCall, insertCall } from "./repo";
import { readFallback, readSetup } from "./setup";

/** Purpose of requests about one turn, and the most that each may answer. */
export const TURN_PURPOSE = "extract.turn";
export const TURN_OUTPUT_TOKENS = 4096;

export interface Ask {
  /** What it is for, `noun.verb`: `extract.session`. Listed, so never a text. */
  purpose: string;
  projectId?: number;
  /** Secrets that the caller took out of the messages. */
  redactions?: number;
  /** What the request tells together, for the meter of what batching saves. */
  batch?: { items: number; unbatchedTokens: number };
  request: ModelRequest;
}

/** null = no provider is switched on, or it cannot be used; `GET /api/llm` says why. */
export const chooseModel = (app: App): ModelChoice | null => readSetup(app).choice;

/**
 * Asks the model and meters it. Every failure of provider, network or budget is an outcome, not an exception; without a
 * provider nothing is requested. What the caller redacted is redacted once more on a copy: nothing leaves without it.
 * `timing` lets tests skip the waits between attempts.
 */
export const askModel = (app: App, ask: Ask, timing: Partial<Timing> = {}): Promise<ModelOutcome> =>
  askChosen(app, chooseModel(app), ask, timing);

/** {@link askModel}, and where that fails the second provider, once, with the same messages (C60); then both are metered. */
export async function askWithFallback(app: App, ask: Ask, timing: Partial<Timing> = {}): Promise<ModelOutcome> {
  const outcome = await askModel(app, ask, timing);
  const second = outcome.status === "ok" || outcome.reason === "no_provider" ? null : readFallback(app);
  return second === null ? outcome : askChosen(app, second, ask, timing);
}

async function askChosen(
  app: App,
  choice: ModelChoice | null,
  ask: Ask,
  timing: Partial<Timing>,
): Promise<ModelOutcome> {
  if (choice === null) return { status: "error", reason: "no_provider", attempts: 0 };
  const { request, count } = redacted(ask.request);
  const expected: ModelUsage = { inputTokens: estimateTokens(charsOf(request)), outputTokens: request.maxOutputTokens };
  const startedAt = app.now();
  const id = reserve(app, choice, ask, expected, {
    chars: charsOf(request),
    redactions: (ask.redactions ?? 0) + count,
  });
  if (id === null) return { status: "error", reason: "budget", attempts: 0 };
  const call = await callModel(choice, request, { ...REAL_TIMING, now: app.now, ...timing });
  settle(app, id, choice, ask, { call, expected, durationMs: app.now() - startedAt });
  return call.outcome;
}

function redacted(request: ModelRequest): { request: ModelRequest; count: number } {
  let count = 0;
  const messages = request.messages.map(({ role, content }) => {
    const clean = redactSecrets(content);
    count += clean.count;
    return { role, content: clean.text };
  });
  return { request: { ...request, messages }, count };
}

/** One transaction looks and reserves, so that calls side by side cannot share what is left. null = refused. */
function reserve(
  app: App,
  { provider, model }: ModelChoice,
  { purpose, projectId, batch }: Ask,
  expected: ModelUsage,
  { chars, redactions }: { chars: number; redactions: number },
): number | null {
  const settings = readSettings(app);
  const micros = costMicros(settings, model, expected);
  return write(app, (tx) => {
    const now = app.now();
    const { since } = localDay(now);
    if (!fits(settings, spentSince(tx, since), expected, micros)) return null;
    const own = projectBudget(tx, projectId ?? 0, since);
    if (!fitsProject(own.dailyTokens, own.spentTokens, expected)) return null;
    return insertCall(tx, now, {
      purpose,
      provider,
      model,
      requestChars: chars,
      ...expected,
      costMicros: micros,
      redactions,
      items: batch?.items ?? 0,
      unbatchedTokens: batch?.unbatchedTokens ?? 0,
      projectId: projectId ?? 0,
    });
  });
}

interface Result {
  call: ModelCall;
  expected: ModelUsage;
  durationMs: number;
}

function settle(app: App, id: number, { model }: ModelChoice, { purpose, projectId }: Ask, result: Result): void {
  const { outcome, responseChars } = result.call;
  const usage = usageOf(result);
  const error = outcome.status === "ok" ? null : errorClass(outcome);
  const cost = costMicros(readSettings(app), model, usage);
  write(app, (tx) => {
    finishCall(tx, id, {
      status: outcome.status,
      error,
      responseChars,
      ...usage,
      costMicros: cost,
      durationMs: Math.max(0, result.durationMs),
    });
    appendActivity(tx, app.now(), {
      kind: outcome.status === "ok" ? "llm.answered" : "llm.failed",
      projectId: projectId ?? 0,
      entityType: "llm_call",
      entityId: id,
      data: { purpose, error, input_tokens: usage.inputTokens, output_tokens: usage.outputTokens },
    });
  });
}

/** Attempts whose answer never came, or was no use, are charged by most providers; what they refused is not. */
function usageOf({ call, expected }: Result): ModelUsage {
  const { outcome, charged, responseChars } = call;
  if (outcome.status === "ok") {
    const { inputTokens, outputTokens } = outcome.usage;
    return { inputTokens: inputTokens * Math.max(1, charged), outputTokens };
  }
  return { inputTokens: expected.inputTokens * charged, outputTokens: estimateTokens(responseChars) };
}

/** A failure as it is listed: `http_429`, `timeout`, `budget`, … */
export function errorClass(outcome: Extract<ModelOutcome, { status: "error" }>): string {
  const hasStatus = outcome.reason === "http" || outcome.reason === "rate_limited";
  return hasStatus && outcome.httpStatus !== undefined ? `http_${outcome.httpStatus}` : outcome.reason;
}
