/** The export as a stream: whoever reads may go away at any moment. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ExportQuery } from "../contract/export";
import { createMemory } from "../memories/service";
import { openTestApp, type TestApp } from "../testing";
import { PERSON } from "../testing/random-operations";
import { exportStream } from "./export";

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
  createMemory(test.app, { key: "shop:cart:decision:cache", value: "The cart cache is Redis" }, { actor: PERSON });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await test.close();
});

const errors = () => vi.spyOn(test.app.log, "error");
/** What was under way in the stream is over then. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it("a reader that goes away in the middle of a page is no error", async () => {
  const logged = errors();
  // At each step of it.
  for (let steps = 0; steps < 60; steps += 1) {
    const reader = exportStream(test.app, ExportQuery.parse({})).getReader();
    void reader.closed.catch(() => undefined);
    for (let n = 0; n < steps; n += 1) await Promise.resolve();
    await reader.cancel();
    await settled();
  }
  expect(logged).not.toHaveBeenCalled();
});

it("a store that cannot be read any more is one, and ends the stream", async () => {
  const logged = errors();
  const stream = exportStream(test.app, ExportQuery.parse({}));
  test.app.sqlite.close();
  await expect(new Response(stream).text()).rejects.toThrow();
  expect(logged).toHaveBeenCalledTimes(1);
});
