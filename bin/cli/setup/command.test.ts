import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { setupCommand } from "./command";
import { servedBy } from "../served";
import { makeDataFolder, whereNobodyServes } from "./installation";

let base: string;
let said: string[];
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "keepsake-setup-"));
  mkdirSync(join(base, ".codex"));
  vi.stubEnv("HOME", base);
  vi.stubEnv("USERPROFILE", base);
  vi.stubEnv("CODEX_HOME", "");
  vi.stubEnv("KEEPSAKE_HOME", join(base, "data"));
  said = [];
  vi.spyOn(console, "log").mockImplementation((line: unknown) => void said.push(String(line)));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  rmSync(base, { recursive: true, force: true });
});

it("shows with the agents' files what it makes of its own, and makes none of it on a dry run", async () => {
  const config = join(base, "data", "config.json");
  const look = (...more: string[]) =>
    setupCommand().parseAsync(["--agent", "codex", "--dry-run", ...more], { from: "user" });
  await look();
  expect(said.join("\n")).toContain(`  ${config}: is new\n  +{}`);
  expect(said.join("\n")).toContain(`  ${join(base, "data")}: is new`);
  expect(existsSync(join(base, "data"))).toBe(false);
  expect(makeDataFolder()).toHaveLength(2);
  said = [];
  await look();
  expect(said.join("\n")).toContain("hooks.json: is new");
  expect(said.join("\n")).not.toContain("config.json");
  said = [];
  await setupCommand().parseAsync(["--agent", "claude-code", "--plugin", "--dry-run"], { from: "user" });
  expect(said.join("\n")).toMatch(/Keepsake's plugin\n {2}\S+: is new/);
});

it("says how to start a server where none runs, since events only wait then", async () => {
  expect(whereNobodyServes(await servedBy(join(base, "data")))).toMatch(/^No server runs yet: .*`keepsake start/);
  expect(whereNobodyServes({ state: "ours" })).toBeNull();
});
