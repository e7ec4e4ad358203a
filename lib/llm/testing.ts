/** What the tests of this folder share: a fake provider, a turned clock, a small question. */
import { afterEach, beforeEach } from "vitest";
import { type FakeLlm, startFakeLlm } from "../testing/fake-llm";
import { createFakeTiming, type FakeTiming } from "../testing/fake-timing";
import { callModel, type ModelCall } from "./call";
import { TOTAL_MS } from "./limits";
import type { ModelChoice, ModelRequest } from "./types";

/** Joined, so that no scanner takes it for a real one. */
export const PLANTED_KEY = ["sk", "planted", "0123456789abcdef"].join("-");

export interface Bench {
  fake: FakeLlm;
  timing: FakeTiming;
  /** Asks the fake provider, deepseek unless told; the deadline is the longest allowed. */
  ask(request?: Partial<ModelRequest>, choice?: Partial<ModelChoice>): Promise<ModelCall>;
}

/** A new bench before each test. */
export function useBench(): Bench {
  const bench = {} as Bench;
  beforeEach(async () => {
    bench.fake = await startFakeLlm();
    bench.timing = createFakeTiming();
    bench.ask = (request = {}, choice = {}) =>
      callModel(
        { provider: "deepseek", model: "fake-model", baseUrl: bench.fake.baseUrl, apiKey: PLANTED_KEY, ...choice },
        {
          messages: [{ role: "user", content: "Answer in JSON." }],
          maxOutputTokens: 4096,
          deadline: bench.timing.now() + TOTAL_MS,
          ...request,
        },
        bench.timing,
      );
  });
  afterEach(() => bench.fake.close());
  return bench;
}
