/** What a search says when one of its halves is missing; codes for the log, never messages: those of the engines repeat what was searched for. */
import type { Degraded } from "../contract/search";

export const MODEL_LATE = "The model is busy or still loading; search again in a moment.";
export const MEANING_FAILED = "The model or the vector index failed; the log says more.";
export const WORDS_BROKEN: Degraded = {
  missing: "words",
  reason: "The words index cannot be read; rebuild it: keepsake reindex.",
};

export function errorCode(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return typeof code === "string" ? code : typeof name === "string" ? name : "unknown";
}
