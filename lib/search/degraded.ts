/** What a search says when one of its halves is missing; codes for the log, never messages: those of the engines repeat what was searched for. */
import type { App } from "../context";
import { AppError } from "../contract/errors";
import type { Degraded } from "../contract/search";

export const MODEL_LATE: Degraded = {
  missing: "meaning",
  code: "model_late",
  reason: "The model is busy or still loading; search again in a moment.",
};
export const MEANING_FAILED: Degraded = {
  missing: "meaning",
  code: "meaning_failed",
  reason: "The model or the vector index failed; the log says more.",
};
export const WORDS_BROKEN: Degraded = {
  missing: "words",
  code: "words_broken",
  reason: "The words index cannot be read; rebuild it: keepsake reindex.",
};

/** What a failure of the search by meaning says: an expected one in its own words. */
export const gapOfFailure = (app: App, error: unknown): Degraded =>
  isExpected(error)
    ? {
        missing: "meaning",
        code: app.vectors.state().state === "unavailable" ? "index_unavailable" : "model_unavailable",
        reason: error.message,
      }
    : MEANING_FAILED;

export const isExpected = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === "not_ready";

export function errorCode(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return typeof code === "string" ? code : typeof name === "string" ? name : "unknown";
}
