/** Observations that only tell which tools were used (M3) never take the place of those that tell what came of it. */
import { afterEach, beforeEach, expect, it } from "vitest";
import type { App } from "../context";
import { BARE_CONFIDENCE } from "../observations/bare";
import { recallForPrompt } from "../recall/service";
import { openTestApp, type TestApp } from "../testing";
import { inUtc } from "../testing/inject-candidates";
import { addProject } from "../testing/places";
import { addObservation } from "../testing/search-rows";
import { buildInjection } from "./service";

let test: TestApp;
let app: App;
let projectId: number;
inUtc();
beforeEach(async () => {
  test = await openTestApp();
  app = test.app;
  projectId = addProject(app, "app");
});
afterEach(() => test.close());

const told = (title: string) => addObservation(app, title, { projectId, priority: "medium" });
const bare = (title: string, source: "running" | "rules") =>
  addObservation(app, title, { projectId, source, priority: "low", confidence: BARE_CONFIDENCE });
const block = (): string => buildInjection(app, { project: "app" }).text;
const recalled = async (prompt: string): Promise<string> =>
  (await recallForPrompt(app, { project: "app", prompt }, { vector: 0, meaning: 0 })).text;

it("M3: the injected block holds no turn that still goes on, and what was only read where there is little else", () => {
  bare("Read src/one.ts", "running");
  bare("Read src/two.ts", "rules");
  told("Fixed the rounding of the total");
  expect(block()).toContain("Fixed the rounding of the total");
  expect(block()).toContain("Read src/two.ts");
  expect(block()).not.toContain("Read src/one.ts");
});

it("M3: hundreds of turns that only read push nothing out of the injected block", () => {
  for (let n = 0; n < 12; n += 1) told(`Fixed the rounding of column ${n}`);
  for (let n = 0; n < 200; n += 1) bare(`Read src/file${n}.ts`, n % 2 === 0 ? "rules" : "running");
  const text = block();
  for (let n = 0; n < 12; n += 1) expect(text).toContain(`column ${n}`);
  expect(text).not.toContain("Read src/");
});

it("M3: a prompt brings back what came of the work, else what was read, never a turn that still goes on", async () => {
  bare("Read src/rounding.ts", "running");
  expect(await recalled("where is rounding.ts")).toBe("");
  const read = bare("Read src/lib/rounding.ts", "rules");
  expect(await recalled("where is rounding.ts")).toContain(`O${read.id}`);
  told("The rounding of totals lives in rounding.ts");
  const text = await recalled("where is rounding.ts");
  expect(text).toContain("lives in");
  expect(text).not.toContain("Read src/");
});
