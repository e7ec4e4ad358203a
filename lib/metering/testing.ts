/** What the tests of this folder share: an app whose provider is a fake one, through the credentials file. */
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import { CREDENTIALS_FILE } from "../llm/credentials";
import { PLANTED_KEY } from "../llm/testing";
import type { ModelRequest } from "../llm/types";
import { openTestApp, type TestApp } from "../testing";
import { type FakeLlm, startFakeLlm } from "../testing/fake-llm";
import { createFakeTiming, type FakeTiming } from "../testing/fake-timing";
import { type Ask, askModel } from "./service";

export interface Metered {
  test: TestApp;
  fake: FakeLlm;
  timing: FakeTiming;
  /** Names the fake provider in the credentials file. */
  switchOn(mode?: number): void;
  ask(request?: Partial<ModelRequest>, ask?: Partial<Ask>): ReturnType<typeof askModel>;
}

/** A new app and a new fake provider before each test; nothing is switched on. */
export function useMetered(): Metered {
  const metered = {} as Metered;
  beforeEach(async () => {
    metered.fake = await startFakeLlm();
    metered.test = await openTestApp();
    metered.timing = createFakeTiming(metered.test.clock);
    metered.switchOn = (mode = 0o600) => {
      const file = join(metered.test.home, CREDENTIALS_FILE);
      const content = {
        provider: "deepseek",
        api_key: PLANTED_KEY,
        base_url: metered.fake.baseUrl,
        model: "fake-model",
      };
      writeFileSync(file, JSON.stringify(content));
      chmodSync(file, mode);
    };
    metered.ask = (request = {}, ask = {}) =>
      askModel(
        metered.test.app,
        {
          purpose: "test.ask",
          ...ask,
          request: {
            messages: [{ role: "user", content: "x".repeat(400) }],
            maxOutputTokens: 100,
            deadline: metered.test.app.now() + 240_000,
            ...request,
          },
        },
        metered.timing,
      );
  });
  afterEach(async () => {
    await metered.test.close();
    await metered.fake.close();
  });
  return metered;
}
