/** The three things that take time, so that tests need none. */
import { setTimeout as delay } from "node:timers/promises";

export interface Timing {
  /** Milliseconds UTC. */
  now(): number;
  sleep(ms: number): Promise<void>;
  /** Calls `fire` after `ms`; returns the way to call it off. */
  after(ms: number, fire: () => void): () => void;
}

export const REAL_TIMING: Timing = {
  now: Date.now,
  sleep: async (ms) => {
    await delay(ms);
  },
  after(ms, fire) {
    const timer = setTimeout(fire, ms);
    return () => clearTimeout(timer);
  },
};
