/** The language model: who it is, what it may cost, what went to it. Keys and texts never stand here. */
import { z } from "zod";
import { Cursor, EpochMs, Limit, page } from "./common";
import { LLM_PROVIDERS } from "./setting-groups";

export const LlmProvider = z.enum(LLM_PROVIDERS);
export type LlmProvider = z.infer<typeof LlmProvider>;

/** What a day cost so far; what is left is null where there is no bound. */
export const LlmDay = z.object({
  /** Midnight before and after, local time. */
  since: EpochMs,
  until: EpochMs,
  calls: z.number().int(),
  failed: z.number().int(),
  inputTokens: z.number().int(),
  outputTokens: z.number().int(),
  /** US dollars of the calls whose model has a price. */
  costUsd: z.number(),
  /** Calls of models without a price: no bound in dollars counts them. */
  unpricedCalls: z.number().int(),
  tokensLeft: z.number().int().nullable(),
  usdLeft: z.number().nullable(),
});
export type LlmDay = z.infer<typeof LlmDay>;

/** One model's calls of today. */
export const LlmModelDay = z.object({
  provider: z.string(),
  model: z.string(),
  calls: z.number().int(),
  failed: z.number().int(),
  inputTokens: z.number().int(),
  outputTokens: z.number().int(),
  /** US dollars by the price in the settings; null = none is known for the model. */
  costUsd: z.number().nullable(),
});
export type LlmModelDay = z.infer<typeof LlmModelDay>;

/** What telling a turn's tool uses in one request saved today, against one request a tool use. */
export const LlmBatching = z.object({
  /** Tool uses that answered requests told of. */
  toolUses: z.number().int(),
  /** Requests about turns that went out, repeated and failed ones included. */
  requests: z.number().int(),
  /** Their input tokens. */
  inputTokens: z.number().int(),
  /** Estimated input tokens of one request a tool use, each with what came before it. */
  unbatchedTokens: z.number().int(),
  /** The difference, never below 0. */
  savedTokens: z.number().int(),
});
export type LlmBatching = z.infer<typeof LlmBatching>;

/** `GET /api/llm`. `on` = requests may go out. */
export const LlmState = z
  .object({
    on: z.boolean(),
    provider: LlmProvider.nullable(),
    model: z.string().nullable(),
    baseUrl: z.string().nullable(),
    /** Who named the provider: environment, console, config.json or the credentials file. */
    namedBy: z.string().nullable(),
    /** `from`: the file or variable that holds it. The key itself is never answered. */
    key: z.object({ present: z.boolean(), from: z.string().nullable() }),
    problems: z.array(
      z.object({ code: z.enum(["llm_setup", "llm_refused", "llm_budget"]), what: z.string(), hint: z.string() }),
    ),
    /** What a reader should know that is no problem. */
    notes: z.array(z.string()),
    today: LlmDay,
    /** Bounds of a day; null = none. */
    budget: z.object({ tokens: z.number().int().nullable(), usd: z.number().nullable() }),
    /** Today's calls by model, the most expensive in tokens first. */
    byModel: z.array(LlmModelDay),
    /** Today's failed calls by class, the most frequent first. */
    failures: z.array(z.object({ error: z.string(), calls: z.number().int() })),
    batching: LlmBatching,
    turns: z.object({
      /** Whether turns are sent at all: setting `llm_turns`. */
      on: z.boolean(),
      /** Turns that began today and were left to the rules because the budget did not allow the request. */
      overBudget: z.number().int(),
    }),
    /** Projects whose turns never go out, by name. */
    projectsOff: z.array(z.object({ id: z.number().int(), name: z.string() })),
  })
  .meta({ id: "LlmState" });
export type LlmState = z.infer<typeof LlmState>;

/** The part of {@link LlmState} that health shows. */
export const LlmLine = LlmState.pick({ on: true, provider: true, model: true });
export type LlmLine = z.infer<typeof LlmLine>;

/** One request to a model. `error` is a class such as `http_401`, `timeout`, `in_flight` or `interrupted`. */
export const LlmCall = z
  .object({
    id: z.number().int(),
    purpose: z.string(),
    provider: z.string(),
    model: z.string(),
    status: z.enum(["ok", "error"]),
    error: z.string().nullable(),
    request_chars: z.number().int(),
    response_chars: z.number().int(),
    input_tokens: z.number().int(),
    output_tokens: z.number().int(),
    /** Millionths of a US dollar; null = the model has no price. */
    cost_micros: z.number().int().nullable(),
    /** Secrets that were taken out before it was sent. */
    redactions: z.number().int(),
    duration_ms: z.number().int(),
    /** Tool uses that the request told of together; 0 where it was about something else. */
    items: z.number().int(),
    /** Estimated input tokens of one request a tool use instead. */
    unbatched_tokens: z.number().int(),
    /** 0 = of no project. */
    project_id: z.number().int(),
    created_at: EpochMs,
  })
  .meta({ id: "LlmCall" });
export type LlmCall = z.infer<typeof LlmCall>;

export const LlmCallListQuery = z.object({
  purpose: z.string().max(100).optional(),
  status: LlmCall.shape.status.optional(),
  limit: Limit.default(50),
  cursor: Cursor.optional(),
});
export type LlmCallListQuery = z.infer<typeof LlmCallListQuery>;
export const LlmCallPage = page(LlmCall).meta({ id: "LlmCallPage" });
export type LlmCallPage = z.infer<typeof LlmCallPage>;

/** `POST /api/llm/test`: one small, metered request. `reason` and `hint` say why it failed. */
export const LlmTest = z
  .object({
    ok: z.boolean(),
    provider: LlmProvider.nullable(),
    model: z.string().nullable(),
    durationMs: z.number().int(),
    reason: z.string().nullable(),
    httpStatus: z.number().int().nullable(),
    hint: z.string().nullable(),
  })
  .meta({ id: "LlmTest" });
export type LlmTest = z.infer<typeof LlmTest>;
