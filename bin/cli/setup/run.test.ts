import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { agentNamed } from "./agents";
import { isYes, type Terminal } from "./ask";
import type { Place } from "./place";
import { planSetup } from "./plan";
import { runPlans, type RunOptions } from "./run";

let base: string;
let place: Place;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "keepsake-run-"));
  const [root, url] = ["/opt/keepsake", "http://127.0.0.1:37777"];
  place = { home: base, cwd: join(base, "project"), platform: "linux", root, dataHome: null, url, env: {} };
  vi.spyOn(console, "log").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
  rmSync(base, { recursive: true, force: true });
});

const written = () => existsSync(join(base, ".codex", "hooks.json"));

async function run(options: RunOptions, terminal: Terminal): Promise<boolean> {
  const plans = [planSetup(agentNamed("codex"), place, { scope: "user", style: null, plugin: null })];
  return (await runPlans({ plans, place, options, question: "Write this?", terminal })).isAgreed;
}

const answering = (answer: boolean): Terminal => ({ isThere: () => true, confirm: () => Promise.resolve(answer) });
const nobody: Terminal = {
  isThere: () => false,
  confirm: () => Promise.reject(new Error("nobody is there to be asked")),
};

it("asks at a terminal, and writes after a yes alone", async () => {
  expect([await run({}, answering(false)), written()]).toEqual([false, false]);
  expect([await run({ dryRun: true }, answering(true)), written()]).toEqual([false, false]);
  expect([await run({}, answering(true)), written()]).toEqual([true, true]);
  // What stands there already needs no yes.
  expect(await run({}, nobody)).toBe(true);
  expect(["y", " Yes ", "YES"].every(isYes) && !["", "n", "yep", "y y"].some(isYes)).toBe(true);
});

it("without a terminal it writes with --yes only, and fails otherwise", async () => {
  expect([await run({}, nobody), written(), process.exitCode]).toEqual([false, false, 1]);
  expect([await run({ yes: true }, nobody), written()]).toEqual([true, true]);
});
