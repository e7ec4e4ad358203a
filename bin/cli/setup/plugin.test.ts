import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { parse as parseYaml } from "yaml";
import { z } from "zod";
import { CORE_TOOLS } from "../../../lib/contract/mcp-core";
import { agentNamed } from "./agents";
import { applyPlan } from "./apply";
import type { Place } from "./place";
import { planSetup, planUninstall } from "./plan";
import { isMarketplaceCurrent, marketplaceFolder, writeMarketplace } from "./plugin";

const PACKAGE = process.cwd();
const json = (...path: string[]): unknown => JSON.parse(readFileSync(join(PACKAGE, ...path), "utf8"));

const Author = z.strictObject({ name: z.string().min(1), email: z.email().optional(), url: z.url().optional() });
const Name = z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
const Semver = z.string().regex(/^\d+\.\d+\.\d+$/);

const Manifest = z.strictObject({
  name: Name,
  version: Semver,
  description: z.string(),
  author: Author,
  license: z.string(),
  keywords: z.array(z.string()),
});
const Marketplace = z.strictObject({
  name: Name,
  owner: Author,
  metadata: z.strictObject({ description: z.string() }),
  plugins: z.array(
    z.strictObject({ name: Name, source: z.string().startsWith("./"), description: z.string(), category: z.string() }),
  ),
});
const Handler = z.strictObject({
  type: z.literal("command"),
  command: z.string().min(1),
  timeout: z.number().positive(),
});
const Hooks = z.strictObject({
  description: z.string(),
  hooks: z.record(
    z.enum([
      "SessionStart",
      "UserPromptSubmit",
      "PostToolUse",
      "PostToolUseFailure",
      "Stop",
      "SubagentStop",
      "PreCompact",
      "SessionEnd",
    ]),
    z.array(z.strictObject({ matcher: z.string().optional(), hooks: z.array(Handler).min(1) })).min(1),
  ),
});
const Servers = z.strictObject({
  mcpServers: z.record(z.string(), z.strictObject({ command: z.string(), args: z.array(z.string()) })),
});

let base: string;
beforeEach(() => (base = mkdtempSync(join(tmpdir(), "keepsake-plugin-"))));
afterEach(() => rmSync(base, { recursive: true, force: true }));

const placeOf = (root: string): Place => ({
  home: base,
  cwd: join(base, "project"),
  platform: process.platform,
  root,
  dataHome: null,
  url: "http://127.0.0.1:37777",
  env: {},
});

it("M54: the plugin's files have the shapes that Claude Code documents, and name each other right", () => {
  const { version } = json("package.json") as { version: string };
  expect(Manifest.parse(json("plugin", ".claude-plugin", "plugin.json")).version).toBe(version);
  const { name, plugins } = Marketplace.parse(json(".claude-plugin", "marketplace.json"));
  expect([name, plugins[0]?.name]).toEqual(["keepsake", "keepsake"]);
  expect(existsSync(join(PACKAGE, plugins[0]?.source ?? "", ".claude-plugin", "plugin.json"))).toBe(true);
  Hooks.parse(json("plugin", "hooks", "hooks.json"));
  expect(Object.keys(Servers.parse(json("plugin", ".mcp.json")).mcpServers)).toEqual(["keepsake"]);
});

it("M54: commands and skill have their front matter, and name no tool that there is none of", () => {
  const files = ["recall", "remember", "forget"].map((name) => join("plugin", "commands", `${name}.md`));
  expect(readdirSync(join(PACKAGE, "plugin", "commands")).sort()).toEqual(["forget.md", "recall.md", "remember.md"]);
  for (const file of [...files, join("plugin", "skills", "memory", "SKILL.md")]) {
    const text = readFileSync(join(PACKAGE, file), "utf8");
    const [, front = "", body = ""] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
    const { description } = z.looseObject({ description: z.string().min(10).max(1024) }).parse(parseYaml(front));
    expect(description).not.toBe("");
    const tools = [...body.matchAll(/keepsake_[a-z]+/g)].map(([tool]) => tool);
    expect(tools.length).toBeGreaterThan(0);
    for (const tool of tools) expect(Object.keys(CORE_TOOLS)).toContain(tool);
    if (files.includes(file)) expect(body).toContain("$ARGUMENTS");
  }
});

/** A package with programs that say how they were called. */
function fakePackage(): string {
  const root = join(base, "package of keepsake");
  mkdirSync(join(root, "dist"), { recursive: true });
  mkdirSync(join(root, "bin"));
  writeFileSync(join(root, "dist", "hook.cjs"), 'console.log("hook", process.argv.slice(2).join());');
  writeFileSync(join(root, "bin", "keepsake.mjs"), 'console.log("program", process.argv.slice(2).join());');
  return root;
}

function runHook(pluginRoot: string, home: string, mode?: string) {
  const { hooks } = Hooks.parse(json("plugin", "hooks", "hooks.json"));
  const command = hooks.SessionStart?.[0]?.hooks[0]?.command ?? "";
  const line = mode === undefined ? command : command.replace(/hook$/, mode);
  return spawnSync(line.replace("${CLAUDE_PLUGIN_ROOT}", pluginRoot), {
    shell: true,
    encoding: "utf8",
    input: "{}",
    env: { ...process.env, KEEPSAKE_HOME: home },
  });
}

it("M54: the hook command finds the package from where it lies, from Claude Code's copy, and says nothing where there is none", () => {
  const root = fakePackage();
  const place = placeOf(root);
  for (const folder of ["plugin", ".claude-plugin"]) mkdirSync(join(root, folder));
  for (const file of ["run.cjs"])
    writeFileSync(join(root, "plugin", file), readFileSync(join(PACKAGE, "plugin", file)));
  expect(runHook(join(root, "plugin"), join(base, "none"))).toMatchObject({ status: 0, stdout: "hook claude-code\n" });
  writeMarketplace(place);
  expect(runHook(join(marketplaceFolder(place), "plugin"), join(base, "none"))).toMatchObject({
    status: 0,
    stdout: "hook claude-code\n",
  });
  const copy = join(base, "cache", "keepsake", "0.1.0");
  mkdirSync(copy, { recursive: true });
  writeFileSync(join(copy, "run.cjs"), readFileSync(join(PACKAGE, "plugin", "run.cjs")));
  expect(runHook(copy, join(base, ".keepsake"))).toMatchObject({ status: 0, stdout: "hook claude-code\n" });
  expect(runHook(copy, join(base, ".keepsake"), "mcp")).toMatchObject({ status: 0, stdout: "program mcp\n" });
  expect(runHook(copy, join(base, "none"))).toMatchObject({ status: 0, stdout: "", stderr: "" });
  expect(runHook(copy, join(base, "none"), "mcp")).toMatchObject({ status: 1, stdout: "" });
});

it("M54: set-up by the plugin replaces the hooks in the settings, and the other way round", () => {
  const place = placeOf(PACKAGE);
  const agent = agentNamed("claude-code");
  const settings = () =>
    JSON.parse(readFileSync(join(base, ".claude", "settings.json"), "utf8")) as Record<string, unknown>;
  const setUp = (wish: { plugin: boolean | null; style?: "command" }) =>
    applyPlan(planSetup(agent, place, { scope: "user", style: null, ...wish }), place);
  setUp({ plugin: null });
  expect(Object.keys(settings())).toEqual(["hooks"]);
  setUp({ plugin: true });
  expect(settings()).toEqual({
    extraKnownMarketplaces: {
      keepsake: { source: { source: "directory", path: join(base, ".keepsake", "claude-plugin") } },
    },
    enabledPlugins: { "keepsake@keepsake": true },
  });
  expect(existsSync(join(base, ".claude.json"))).toBe(false);
  // Asked for nothing particular it stays as it is.
  const again = planSetup(agent, place, { scope: "user", style: null, plugin: null });
  expect(again.changes.map(({ kind }) => kind)).toEqual(["same", "same"]);
  setUp({ plugin: false });
  expect(Object.keys(settings())).toEqual(["hooks"]);
  setUp({ plugin: true });
  planUninstall(agent, place, ["user"]).forEach((plan) => applyPlan(plan, place));
  expect(existsSync(join(base, ".claude", "settings.json"))).toBe(false);
});

it("M54: the marketplace's copy is whole, and known to be of this package", () => {
  const place = placeOf(PACKAGE);
  expect(isMarketplaceCurrent(place)).toBe(false);
  writeMarketplace(place);
  expect(isMarketplaceCurrent(place)).toBe(true);
  expect(isMarketplaceCurrent({ ...place, root: "/elsewhere" })).toBe(false);
  const files = (folder: string) =>
    readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
      entry.isFile() ? [entry.name] : [],
    );
  expect(files(join(marketplaceFolder(place), "plugin")).sort()).toEqual(files(join(PACKAGE, "plugin")).sort());
});
