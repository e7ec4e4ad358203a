/** What the review inbox calls soon, long ago and unsure. */
import type { App } from "../context";
import { readSettings } from "../settings/service";

const DAY_MS = 86_400_000;
const SOON_MS = 7 * DAY_MS;
/**
 * Below even chances. Rules give 0.6 and 0.9, a language model's turn 0.7, an agent's own write 0.5, which says nothing: what
 * is lower was called doubtful by whoever wrote it.
 */
const LOW_CONFIDENCE = 0.5;

/** Times in milliseconds UTC. */
export interface ReviewBounds {
  now: number;
  /** What expires until then expires soon. */
  expiringUntil: number;
  /** What was neither written nor used since then is unused for long. */
  unusedSince: number;
  lowConfidence: number;
}

export function reviewBounds(app: App): ReviewBounds {
  const now = app.now();
  return {
    now,
    expiringUntil: now + SOON_MS,
    unusedSince: now - readSettings(app).forget_days_threshold * DAY_MS,
    lowConfidence: LOW_CONFIDENCE,
  };
}
