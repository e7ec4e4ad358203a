import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { callOf } from "./program-call";
import { claudeHooks, ingestExample, kimiHooks } from "./snippets";

const README = readFileSync("README.md", "utf8");
const AGENTS = readFileSync("docs/agents.md", "utf8");

it("the hooks for Claude Code are those of the documentation, with this server's address", () => {
  expect(AGENTS).toContain(claudeHooks("http://127.0.0.1:37777", null));
  expect(claudeHooks("http://127.0.0.1:5000", null)).toContain("http://127.0.0.1:5000/api/hooks/claude-code");
});

it("are JSON, with and without the token, which stands in none of them", () => {
  for (const file of [null, "/home/u/.keepsake/token"]) {
    const { hooks } = JSON.parse(claudeHooks("http://127.0.0.1:1", file)) as { hooks: Record<string, unknown> };
    expect(Object.keys(hooks)).toEqual(["SessionStart", "UserPromptSubmit", "PostToolUse", "Stop"]);
    expect(JSON.stringify(hooks).includes("/home/u/.keepsake/token")).toBe(file !== null);
  }
});

it("the other examples are the README's too", () => {
  expect(README).toContain(ingestExample("http://127.0.0.1:37777", null));
  expect(README).toContain(kimiHooks("<this folder>/bin/keepsake.mjs").split("\n").at(-1));
});

it("calls the program by its file, as a shell takes it", () => {
  expect(callOf("/opt/keepsake/bin/keepsake.mjs")).toBe("node /opt/keepsake/bin/keepsake.mjs");
  expect(callOf("/opt/my tools/bin/keepsake.mjs")).toBe("node '/opt/my tools/bin/keepsake.mjs'");
});
