import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { CheckReport } from "../contract/checks";
import { openTestApp, type TestApp } from "../testing";
import { readChecks } from "./checks";

let folder: string;
let script: string;
beforeAll(async () => {
  // Below the root, so that the bundle finds the modules that it leaves out.
  mkdirSync(join(process.cwd(), "dist"), { recursive: true });
  folder = mkdtempSync(join(process.cwd(), "dist", "test-checks-"));
  script = join(folder, "checks.mjs");
  await build({
    entryPoints: [join(process.cwd(), "lib", "checks", "program.ts")],
    outfile: script,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "error",
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let test: TestApp;
beforeEach(async () => void (test = await openTestApp()));
afterEach(() => test.close());

it("looks at everything that doctor looks at, in a process that loads what the server need not", async () => {
  const report = await readChecks(test.app, script);
  expect(CheckReport.parse(report)).toEqual(report);
  const states = Object.fromEntries(report.findings.map(({ code, state }) => [code, state]));
  expect(states).toMatchObject({ node: "ok", sqlite: "ok", vectors: "ok", inference: "ok", model: "ok", folder: "ok" });
  expect(states).toMatchObject({ database: "warn", lag: "ok", server: "ok" });
  for (const { state, fix } of report.findings) expect(state === "ok" || (fix ?? "").length > 5).toBe(true);
});

it("says that the program is missing instead of passing", async () => {
  const { findings } = await readChecks(test.app, join(folder, "none.mjs"));
  expect(findings.find(({ code }) => code === "build")).toMatchObject({ state: "fail" });
  expect(findings.map(({ code }) => code)).toContain("disk");
});
