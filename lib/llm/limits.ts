/** Bounds of one conversation with a provider: how long, how often, how much (E68–E71). */

/** All attempts of one request together. */
export const TOTAL_MS = 240_000;
/** One attempt, redirects and body included. */
export const ATTEMPT_MS = 120_000;

export const MAX_ATTEMPTS = 3;
/** Before the second and the third attempt, where the provider names no time. */
export const WAITS_MS = [2_000, 5_000] as const;
export const MAX_WAIT_MS = 30_000;

export const MAX_ANSWER_BYTES = 1024 * 1024;
/** Of an error as much is read as its kind can be told by. */
export const MAX_ERROR_BYTES = 64 * 1024;

export const MAX_REDIRECTS = 5;
