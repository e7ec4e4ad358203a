/** How work in the background gives way: between two pieces it rests, the longer the last one took. */
import { setImmediate, setTimeout } from "node:timers/promises";

/** Longest rest; a page is drawn in a few of them. */
const LONGEST_REST_MS = 250;

export interface Pause {
  /** Rests `times` as long as the work since the last rest took. */
  rest(times?: number): Promise<void>;
}

export function createPause(): Pause {
  let since = performance.now();
  return {
    async rest(times = 1) {
      const took = performance.now() - since;
      await (took < 1 ? setImmediate() : setTimeout(Math.min(took * times, LONGEST_REST_MS)));
      since = performance.now();
    },
  };
}
