/** Asks again where that may help: a few times, with waits, within one budget of time (E68, E69). */
import { type Answered, attempt, type Failed } from "./attempt";
import type { Outgoing } from "./follow";
import { ATTEMPT_MS, MAX_ATTEMPTS, MAX_WAIT_MS, WAITS_MS } from "./limits";
import type { Timing } from "./timing";

export interface Delivery {
  result: Answered | Failed;
  /** Requests that went out. */
  attempts: number;
  /** Of these, the ones that the provider may charge for. */
  charged: number;
}

const OUT_OF_TIME: Failed = { ok: false, reason: "timeout", retry: "never", waitMs: null, isCharged: false };

/** Never rejects. `deadline` ends everything; the last failure is what is told. */
export async function deliver(request: Outgoing, deadline: number, timing: Timing): Promise<Delivery> {
  let charged = 0;
  let wasCutOff = false;
  let last = OUT_OF_TIME;
  for (let attempts = 0; ;) {
    const remaining = deadline - timing.now();
    if (remaining <= 0) return { result: last, attempts, charged };
    const result = await attempt(request, Math.min(ATTEMPT_MS, remaining), timing);
    attempts += 1;
    if (result.ok || result.isCharged) charged += 1;
    if (result.ok || result.retry === "never" || attempts === MAX_ATTEMPTS) return { result, attempts, charged };
    if (result.retry === "once") {
      if (wasCutOff) return { result, attempts, charged };
      wasCutOff = true;
    }
    const wait = Math.min(result.waitMs ?? WAITS_MS[attempts - 1] ?? MAX_WAIT_MS, MAX_WAIT_MS);
    // After a wait as long as what is left, there would be no time to ask.
    if (wait >= deadline - timing.now()) return { result, attempts, charged };
    last = result;
    await timing.sleep(wait);
  }
}
