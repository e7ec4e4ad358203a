/** What goes to a language model and what comes back. No retry, redirect or deadline leaves this folder as an exception. */
import type { z } from "zod";
import type { LlmProvider } from "../contract/llm";

/** Which model answers, and the key that opens it: never logged, never stored, never answered. */
export interface ModelChoice {
  provider: LlmProvider;
  model: string;
  /** Without a trailing slash; null = the provider's own address. */
  baseUrl: string | null;
  /** Empty for a server on this machine that asks for none. */
  apiKey: string;
}

export interface ModelMessage {
  role: "system" | "user" | "assistant";
  content: string;
}

export interface ModelRequest {
  messages: ModelMessage[];
  maxOutputTokens: number;
  temperature?: number;
  /** The answer is to be one JSON object; it still comes back as text. */
  json?: boolean;
  /** JSON by this schema where the provider can (implies `json`); it still comes back as text, unchecked. */
  schema?: z.ZodType;
  /** `app.now()` in milliseconds at which all attempts end; never more than 240 s away (E68). */
  deadline: number;
}

/**
 * `http`: any status that is not asked again or stayed wrong; `malformed`: an answer without a usable text;
 * `context_overflow`: the request is too long for the model (E72).
 */
export type FailureReason =
  | "no_provider"
  | "budget"
  | "timeout"
  | "rate_limited"
  | "http"
  | "network"
  | "redirect"
  | "too_large"
  | "context_overflow"
  | "malformed";

export interface ModelUsage {
  inputTokens: number;
  outputTokens: number;
}

/** `attempts`: requests that went out, redirects not counted. */
export type ModelOutcome =
  | { status: "ok"; text: string; usage: ModelUsage }
  | { status: "error"; reason: FailureReason; httpStatus?: number; attempts: number };
