import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { CheckReport } from "../contract/checks";
import { openTestApp, type TestApp } from "../testing";
import { type Bundled, bundleProgram } from "../testing/bundle-program";
import { readChecks } from "./checks";

let program: Bundled;
beforeAll(async () => void (program = await bundleProgram("lib/checks/program.ts")));
afterAll(() => program.remove());

let test: TestApp;
beforeEach(async () => void (test = await openTestApp()));
afterEach(() => test.close());

it("looks at everything that doctor looks at, in a process that loads what the server need not", async () => {
  const report = await readChecks(test.app, program.script);
  expect(CheckReport.parse(report)).toEqual(report);
  const states = Object.fromEntries(report.findings.map(({ code, state }) => [code, state]));
  expect(states).toMatchObject({ node: "ok", sqlite: "ok", vectors: "ok", inference: "ok", model: "ok", folder: "ok" });
  expect(states).toMatchObject({ database: "warn", lag: "ok", server: "ok" });
  // Versions and folders are the same in every language.
  const wordless = report.findings.filter(({ words }) => words === undefined).map(({ code }) => code);
  expect(wordless).toEqual(["node", "sqlite", "folder"]);
  for (const { state, fix } of report.findings) expect(state === "ok" || (fix ?? "").length > 5).toBe(true);
});

it("says that the program is missing instead of passing", async () => {
  const { findings } = await readChecks(test.app, join(program.folder, "none.mjs"));
  expect(findings.find(({ code }) => code === "build")).toMatchObject({ state: "fail" });
  expect(findings.map(({ code }) => code)).toContain("disk");
});
