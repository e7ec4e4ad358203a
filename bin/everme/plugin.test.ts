import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { parse as parseYaml } from "yaml";
import { EVERME_TOOLS } from "../../lib/contract/mcp-everme";
import { deadlineOf, type HookEventName } from "../../lib/sdk/agent/runtime/deadlines";

const PACKAGE = process.cwd();
const FOLDER = join(PACKAGE, "plugin-everme");
const json = (...path: string[]): Record<string, unknown> =>
  JSON.parse(readFileSync(join(PACKAGE, ...path), "utf8")) as Record<string, unknown>;
type Hooks = Record<string, { hooks: { type: string; command: string; timeout: number }[] }[]>;
const hooks = () => json("plugin-everme", "hooks", "hooks.json")["hooks"] as Hooks;

let base: string;
beforeEach(() => (base = mkdtempSync(join(tmpdir(), "keepsake-everme-plugin-"))));
afterEach(() => rmSync(base, { recursive: true, force: true }));

it("V69: the plugin has hooks, commands, a skill and an MCP server, and the marketplace names it", () => {
  const { name, version, license } = json("plugin-everme", ".claude-plugin", "plugin.json");
  expect([name, version, license]).toEqual(["keepsake-everme", json("package.json")["version"], "Apache-2.0"]);
  const listed = json(".claude-plugin", "marketplace.json")["plugins"] as { name: string; source: string }[];
  expect(listed.find((one) => one.name === name)?.source).toBe("./plugin-everme");
  expect(json("package.json")["files"]).toContain("plugin-everme");
  expect(Object.keys(json("plugin-everme", ".mcp.json")["mcpServers"] as object)).toEqual(["everme"]);
  expect(readdirSync(join(FOLDER, "commands")).sort()).toEqual(["profile.md", "recall.md", "remember.md"]);
});

it("V64: a hook's program is done before the host's limit for its event", () => {
  expect(Object.keys(hooks())).toEqual(["SessionStart", "UserPromptSubmit", "Stop", "PreCompact", "SessionEnd"]);
  for (const [event, entries] of Object.entries(hooks())) {
    for (const {
      hooks: [one],
    } of entries) {
      // prettier-ignore
      expect(one?.type).toBe("command");
      expect(deadlineOf(event as HookEventName, 0).watchdog).toBeLessThan((one?.timeout ?? 0) * 1000);
    }
  }
});

it("V70: commands and skill name only tools that there are", () => {
  for (const file of [
    ...["recall", "remember", "profile"].map((name) => join("commands", `${name}.md`)),
    join("skills", "everme-memory", "SKILL.md"),
  ]) {
    const [, front = "", body = ""] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(readFileSync(join(FOLDER, file), "utf8")) ?? []; // prettier-ignore
    expect((parseYaml(front) as { description: string }).description.length).toBeGreaterThan(10);
    const tools = [...body.matchAll(/mem_[a-z_]+/g)].map(([tool]) => tool);
    expect(tools.length).toBeGreaterThan(0);
    for (const tool of tools) expect(Object.keys(EVERME_TOOLS)).toContain(tool);
  }
});

it("V57, V69: finds the package from where it lies and from Claude Code's copy; where there is none a hook says nothing", () => {
  const root = join(base, "package of keepsake");
  for (const folder of ["dist", "bin", "plugin-everme"]) mkdirSync(join(root, folder), { recursive: true });
  const say = "console.log(process.argv.slice(2).join());";
  writeFileSync(join(root, "dist", "everme-hook.cjs"), say);
  writeFileSync(join(root, "bin", "keepsake.mjs"), say);
  const copy = join(base, "cache");
  mkdirSync(copy);
  for (const folder of [copy, join(root, "plugin-everme")])
    copyFileSync(join(FOLDER, "run.cjs"), join(folder, "run.cjs"));
  const command = hooks()["Stop"]?.[0]?.hooks[0]?.command ?? "";
  const run = (plugin: string, home: string, mode = "hook") => {
    const line = command.replace("${CLAUDE_PLUGIN_ROOT}", plugin).replace(/hook$/, mode);
    const { status, stdout } = spawnSync(line, {
      shell: true,
      encoding: "utf8",
      env: { ...process.env, KEEPSAKE_HOME: home },
    });
    return [status, stdout.trim()];
  };
  const home = join(base, "home");
  expect(run(join(root, "plugin-everme"), home)).toEqual([0, "claude-code"]);
  expect(run(copy, home)).toEqual([0, ""]);
  expect(run(copy, home, "mcp")[0]).toBe(1);
  mkdirSync(join(home, "claude-plugin"), { recursive: true });
  writeFileSync(join(home, "claude-plugin", "root.json"), JSON.stringify({ root }));
  expect(run(copy, home)).toEqual([0, "claude-code"]);
  expect(run(copy, home, "mcp")).toEqual([0, "everme-mcp"]);
  rmSync(join(root, "dist"), { recursive: true });
  expect(run(copy, home)).toEqual([0, ""]);
  expect(existsSync(join(root, "dist"))).toBe(false);
});
