/** One question to a model: messages out, text back, every failure as a value. */
import type { LanguageModelUsage, Output as OutputKinds, OutputInterface } from "ai";
import type { SharedV3ProviderOptions } from "@ai-sdk/provider";
import { estimateTokens } from "../text/estimate";
import { deliver, type Delivery } from "./attempts";
import { TOTAL_MS } from "./limits";
import { PROVIDERS } from "./providers";
import { openModel } from "./sdk";
import type { Timing } from "./timing";
import type { ModelChoice, ModelOutcome, ModelRequest, ModelUsage } from "./types";

export interface ModelCall {
  outcome: ModelOutcome;
  /** Requests that the provider may charge for; more than one when an answer came too late and was asked for again. */
  charged: number;
  responseChars: number;
}

/** More than any model answers; what a provider claims beyond it is an error of its own. */
const MAX_TOKENS = 100_000_000;

export const charsOf = (request: ModelRequest): number =>
  request.messages.reduce((sum, message) => sum + message.content.length, 0);

/**
 * The text is not empty; with `json` or `schema` it is not cut off either, but otherwise unchecked. Usage is estimated
 * where the provider reports none. Rejects only when the request cannot be made at all, e.g. without a message.
 */
export async function callModel(choice: ModelChoice, request: ModelRequest, timing: Timing): Promise<ModelCall> {
  const deadline = Math.min(request.deadline, timing.now() + TOTAL_MS);
  const seen: { delivery: Delivery | null } = { delivery: null };
  const fetch: typeof globalThis.fetch = async (input, init) => {
    seen.delivery = await deliver(
      {
        url: input instanceof Request ? input.url : String(input),
        method: init?.method ?? "POST",
        headers: new Headers(init?.headers),
        body: typeof init?.body === "string" ? init.body : null,
      },
      deadline,
      timing,
    );
    const { result } = seen.delivery;
    if (!result.ok) throw new Error("The language model did not answer.");
    return new Response(result.text, {
      status: result.status,
      headers: result.contentType === null ? {} : { "content-type": result.contentType },
    });
  };
  try {
    const { generateText, Output } = await quietly(import("ai"));
    const result = await generateText({
      model: await openModel(choice, fetch),
      messages: request.messages,
      allowSystemInMessages: true,
      maxOutputTokens: request.maxOutputTokens,
      ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
      maxRetries: 0,
      ...formatOf(choice, request, Output),
      ...optionsOf(choice),
    });
    const isCut = result.finishReason === "length" && (request.json === true || request.schema !== undefined);
    if (result.text.trim() === "" || isCut) return malformed(seen.delivery);
    const usage = usageOf(result.usage, request, result.text);
    return {
      outcome: { status: "ok", text: result.text, usage },
      charged: seen.delivery?.charged ?? 1,
      responseChars: result.text.length,
    };
  } catch (error) {
    // The SDK wraps what `fetch` threw, and its own messages quote answers: what we saw ourselves is what counts.
    if (seen.delivery === null) throw error;
    return malformed(seen.delivery);
  }
}

function malformed(delivery: Delivery | null): ModelCall {
  const { result, attempts, charged } = delivery ?? { result: null, attempts: 0, charged: 0 };
  if (result?.ok === false) {
    const { reason, httpStatus } = result;
    const status = httpStatus === undefined ? {} : { httpStatus };
    return { outcome: { status: "error", reason, ...status, attempts }, charged, responseChars: 0 };
  }
  return {
    outcome: { status: "error", reason: "malformed", attempts },
    charged,
    responseChars: result?.text.length ?? 0,
  };
}

/** The SDK would print its warnings to the console. */
async function quietly<T>(module: Promise<T>): Promise<T> {
  globalThis.AI_SDK_LOG_WARNINGS = false;
  return module;
}

interface Format {
  output?: OutputInterface<string, string, never>;
}

/** JSON is asked for in the provider's own way; parsing it stays with the caller, who knows what to do about a bad one. */
function formatOf(choice: ModelChoice, request: ModelRequest, Output: typeof OutputKinds): Format {
  const { jsonMode, schemas } = PROVIDERS[choice.provider];
  if (!jsonMode) return {};
  if (request.schema !== undefined && schemas) {
    const { responseFormat } = Output.object({ schema: request.schema });
    return { output: { ...Output.text(), responseFormat } };
  }
  if (request.json !== true && request.schema === undefined) return {};
  return { output: { ...Output.text(), responseFormat: Promise.resolve({ type: "json" as const }) } };
}

/** Thinking would spend the answer's tokens before the answer begins. */
function optionsOf({ provider, model }: ModelChoice): { providerOptions?: SharedV3ProviderOptions } {
  if (provider !== "google" || !model.startsWith("gemini-2.5-flash")) return {};
  return { providerOptions: { google: { thinkingConfig: { thinkingBudget: 0 } } } };
}

function usageOf(reported: LanguageModelUsage, request: ModelRequest, text: string): ModelUsage {
  return {
    inputTokens: tokensOf(reported.inputTokens) ?? estimateTokens(charsOf(request)),
    outputTokens: tokensOf(reported.outputTokens) ?? estimateTokens(text.length),
  };
}

/** A text costs at least one token, so that 0 is no report. */
const tokensOf = (count: number | undefined): number | null =>
  count !== undefined && Number.isFinite(count) && count >= 1 ? Math.min(Math.round(count), MAX_TOKENS) : null;
