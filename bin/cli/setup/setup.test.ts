import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { parse as parseToml } from "@decimalturn/toml-patch";
import { parse as parseJsonc } from "jsonc-parser";
import { afterEach, beforeEach, expect, it } from "vitest";
import { z } from "zod";
import { AGENT_NAMES, type AgentName, type Wish } from "./agent";
import { agentNamed, AGENTS, connectionsOf, isInstalled } from "./agents";
import { applyPlan } from "./apply";
import type { Place } from "./place";
import { isRefused, planSetup, planUninstall } from "./plan";
import { planLines } from "./show";
import { backupOf } from "./text-file";

let base: string;
let place: Place;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "keepsake-setup-"));
  const [home, cwd] = [join(base, "home dir"), join(base, "project")];
  mkdirSync(home);
  mkdirSync(cwd);
  place = {
    home,
    cwd,
    platform: "linux",
    root: "/opt/kéep $ake",
    dataHome: null,
    url: "http://127.0.0.1:37777",
    env: {},
  };
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const USER: Wish = { scope: "user", style: null, plugin: null };
const PROJECT: Wish = { ...USER, scope: "project" };

function setUp(name: AgentName, wish: Wish = USER, at: Place = place): void {
  const plan = planSetup(agentNamed(name), at, wish);
  expect(isRefused(plan)).toBe(false);
  applyPlan(plan, at);
}

const uninstall = (name: AgentName, at: Place = place): void =>
  planUninstall(agentNamed(name), at, ["user", "project"]).forEach((plan) => applyPlan(plan, at));

/** Path → bytes of all files; links as what they lead to. */
function snapshot(): Record<string, string> {
  const files = readdirSync(base, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    files
      .sort()
      .map((file) => [relative(base, file), lstatSync(file).isSymbolicLink() ? "link" : readFileSync(file, "latin1")]),
  );
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

const paths = (name: AgentName, wish: Wish): string[] =>
  agentNamed(name)
    .files(place, wish)
    .map(({ path }) => path);

const FOREIGN_GROUPS = { hooks: { Stop: [{ hooks: [{ type: "command", command: "say done" }] }] } };

/** What another program has in a file of each kind: comments, tabs, an order of its own. */
function foreignText(path: string): string {
  if (path.endsWith(".toml"))
    return '# mine\nmodel = "m" # why\n\n[[hooks]] # theirs\nevent = "Stop"\ncommand = "say done"\n\n[mcp_servers.docs]\ncommand = "docs"\n';
  if (path.endsWith(".md") || path.endsWith(".mdc")) return "# My rules\n\nBe brief.\n";
  const flat = { version: 1, hooks: { stop: [{ command: "say done" }], post_run_command: [{ command: "log" }] } };
  const isFlat = /[\\/]\.?(?:cursor|windsurf)[\\/]hooks\.json$/.test(path);
  const value = isFlat
    ? flat
    : { z: 1, mcpServers: { docs: { command: "docs" } }, servers: { docs: { command: "docs" } }, ...FOREIGN_GROUPS };
  return `${JSON.stringify(value, null, "\t").replace("{", "{\n\t// mine, do not touch")}\n`;
}

const OWN_FILES = /keepsake\.(?:mdc|md|js|instructions\.md)$/;

const CASES = AGENT_NAMES.flatMap((name) => [[name, "user", USER] as const, [name, "project", PROJECT] as const]);

it.each(CASES)("%s, %s: from nothing, twice no change, and back to nothing", (name, _, wish) => {
  setUp(name, wish);
  const first = snapshot();
  expect(Object.keys(first).length).toBeGreaterThan(0);
  const again = planSetup(agentNamed(name), place, wish);
  expect(again.changes.map(({ kind }) => kind)).toEqual(again.changes.map(() => "same"));
  setUp(name, wish);
  expect(snapshot()).toEqual(first);
  const connected = connectionsOf(agentNamed(name), place).map(({ path }) => path);
  expect(connected.sort()).toEqual(paths(name, wish).sort());
  uninstall(name);
  expect(snapshot()).toEqual({});
  // Not even an empty folder makes it look installed.
  expect(isInstalled(agentNamed(name), place)).toBe(false);
  expect(readdirSync(place.cwd)).toEqual([]);
  expect(connectionsOf(agentNamed(name), place)).toEqual([]);
});

it.each(CASES)("%s, %s: what others have there survives, and uninstalling restores the bytes", (name, _, wish) => {
  const theirs = paths(name, wish).filter((path) => !OWN_FILES.test(path));
  for (const path of theirs) write(path, foreignText(path));
  const before = snapshot();
  setUp(name, wish);
  for (const path of theirs) {
    const text = readFileSync(path, "utf8");
    for (const line of foreignText(path).split("\n"))
      expect(text.replaceAll(",", "")).toContain(line.replaceAll(",", ""));
    expect(readFileSync(backupOf(path), "utf8")).toBe(foreignText(path));
    const read = path.endsWith(".toml") ? parseToml : parseJsonc;
    if (!path.endsWith(".md")) expect(read(text)).toMatchObject(besideHooks(read(foreignText(path))));
  }
  setUp(name, wish);
  uninstall(name);
  expect(snapshot()).toEqual(before);
});

/** Hooks are lists that ours are appended to: their lines are looked for above. */
function besideHooks(value: unknown): object {
  const { hooks: _, ...rest } = value as { hooks?: unknown };
  return rest;
}

it.each(CASES)("%s, %s: after the package moved ours are brought up to date, and taken out again", (name, _, wish) => {
  const moved: Place = { ...place, root: "/elsewhere/keepsake", dataHome: "/data/of mine" };
  for (const path of paths(name, wish).filter((file) => !OWN_FILES.test(file))) write(path, foreignText(path));
  const before = snapshot();
  setUp(name, wish);
  setUp(name, wish, moved);
  const text = paths(name, wish)
    .map((path) => readFileSync(path, "utf8"))
    .join("\n");
  expect(text).not.toContain("/opt/");
  expect(text).toContain("/elsewhere/keepsake");
  uninstall(name, { ...place, root: "/a/third" });
  const after = snapshot();
  for (const [file, bytes] of Object.entries(before))
    expect(after[file]?.replace(/\s/g, "")).toBe(bytes.replace(/\s/g, ""));
});

it.each(CASES)("%s, %s: a file that cannot be read as what it should be is said and untouched", (name, _, wish) => {
  const path = paths(name, wish).find((file) => /\.(?:json|jsonc|toml)$/.test(file)) ?? "";
  write(path, path.endsWith(".toml") ? "a = [" : '{ "hooks": { ');
  const before = snapshot();
  const plan = planSetup(agentNamed(name), place, wish);
  expect(isRefused(plan)).toBe(true);
  expect(planLines(plan).join("\n")).toMatch(/left alone\. It is no (?:JSON|TOML)/);
  expect(snapshot()).toEqual(before);
  expect(planUninstall(agentNamed(name), place, ["user", "project"]).some(isRefused)).toBe(true);
});

it("what is broken in this folder leaves nobody connected for all folders", () => {
  setUp("codex");
  write(join(place.cwd, ".codex", "config.toml"), "a = [");
  const plans = planUninstall(agentNamed("codex"), place, ["user", "project"]);
  expect(plans.map((plan) => [plan.title, isRefused(plan)])).toEqual([
    ["Codex", false],
    ["Codex in this folder", true],
  ]);
  for (const plan of plans.filter((one) => !isRefused(one))) applyPlan(plan, place);
  expect(snapshot()).toEqual({ [join("project", ".codex", "config.toml")]: "a = [" });
});

const ClaudeCodeSettings = z.looseObject({
  hooks: z.partialRecord(
    z.enum([
      "SessionStart",
      "UserPromptSubmit",
      "PreToolUse",
      "PostToolUse",
      "PostToolUseFailure",
      "Notification",
      "Stop",
      "SubagentStart",
      "SubagentStop",
      "PreCompact",
      "SessionEnd",
    ]),
    z.array(
      z.strictObject({
        matcher: z.string().optional(),
        hooks: z
          .array(
            z.discriminatedUnion("type", [
              z.strictObject({
                type: z.literal("command"),
                command: z.string().min(1),
                timeout: z.number().positive().optional(),
                async: z.boolean().optional(),
              }),
              z.strictObject({ type: z.literal("http"), url: z.url(), timeout: z.number().positive().optional() }),
            ]),
          )
          .min(1),
      }),
    ),
  ),
});

it("E138: what is written parses as Claude Code's own settings, event → groups → handlers", () => {
  for (const style of ["command", "curl", "http"] as const) {
    setUp("claude-code", { ...USER, style });
    const file = join(place.home, ".claude", "settings.json");
    const { hooks } = ClaudeCodeSettings.parse(JSON.parse(readFileSync(file, "utf8")));
    expect(hooks.SessionStart?.flatMap((group) => group.hooks)).toMatchObject([{ type: "command" }]);
    expect(Object.values(hooks).every((groups) => groups.length === 1)).toBe(true);
    if (style !== "command") expect(JSON.stringify(hooks.Stop)).toContain("/api/hooks/claude-code");
    const bound = { command: "hook.cjs", curl: "curl -sf -m 1.5 ", http: '"timeout":2}' }[style]; // K11
    expect(JSON.stringify(hooks.UserPromptSubmit)).toContain(bound);
  }
  setUp("claude-code", { ...USER, style: "command" });
  const { hooks } = ClaudeCodeSettings.parse(
    JSON.parse(readFileSync(join(place.home, ".claude", "settings.json"), "utf8")),
  );
  const command = `node "/opt/kéep \\$ake/dist/hook.cjs" claude-code --keepsake`;
  expect(hooks.SessionStart).toEqual([{ hooks: [{ type: "command", command, timeout: 10 }] }]);
  const servers = JSON.parse(readFileSync(join(place.home, ".claude.json"), "utf8")) as unknown;
  expect(servers).toEqual({
    mcpServers: { keepsake: { type: "stdio", command: "node", args: ["/opt/kéep $ake/bin/keepsake.mjs", "mcp"] } },
  });
});

it("takes over the curl lines that README had people write by hand, and leaves other handlers in the same group", () => {
  const file = join(place.home, ".claude", "settings.json");
  const byHand =
    "curl -sf -m 3 -H 'content-type: application/json' --data-binary @- http://127.0.0.1:37778/api/hooks/claude-code || true";
  write(
    file,
    JSON.stringify({
      hooks: {
        SessionStart: [
          {
            matcher: "startup",
            hooks: [
              { type: "command", command: "x" },
              { type: "command", command: byHand },
            ],
          },
        ],
      },
    }),
  );
  setUp("claude-code");
  const { hooks } = JSON.parse(readFileSync(file, "utf8")) as { hooks: { SessionStart: unknown[] } };
  expect(hooks.SessionStart).toHaveLength(2);
  expect(hooks.SessionStart[0]).toEqual({ matcher: "startup", hooks: [{ type: "command", command: "x" }] });
  expect(JSON.stringify(hooks)).not.toContain("curl");
});

it("keeps links, modes, byte order marks and CRLF", () => {
  const real = join(base, "dotfiles", "settings.json");
  write(real, '\uFEFF{\r\n\t"a": 1\r\n}\r\n');
  chmodSync(real, 0o640);
  const link = join(place.home, ".claude", "settings.json");
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(real, link);
  setUp("claude-code");
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  expect(statSync(real).mode & 0o777).toBe(0o640);
  const text = readFileSync(real, "utf8");
  expect(text.startsWith('\uFEFF{\r\n\t"a": 1,\r\n\t"hooks": {\r\n')).toBe(true);
  expect(text.replaceAll("\r\n", "")).not.toContain("\n");
  expect(readdirSync(dirname(real)).sort()).toEqual(["settings.json", "settings.json.keepsake-backup"]);
  uninstall("claude-code");
  expect(readFileSync(real, "utf8")).toBe('\uFEFF{\r\n\t"a": 1\r\n}\r\n');
  expect(readdirSync(dirname(real))).toEqual(["settings.json"]);
});

it("refuses a link that leads nowhere, a folder, and bytes that are no text", () => {
  const file = join(place.home, ".gemini", "settings.json");
  mkdirSync(dirname(file), { recursive: true });
  const why = (): string => planLines(planSetup(agentNamed("gemini"), place, USER)).join("\n");
  symlinkSync(join(base, "nowhere"), file);
  expect(why()).toContain("leads nowhere");
  rmSync(file);
  mkdirSync(file);
  expect(why()).toContain("no file");
  rmSync(file, { recursive: true });
  writeFileSync(file, Buffer.from([0xff, 0xfe, 0x7b, 0x00]));
  expect(why()).toContain("no text in UTF-8");
});

it("leaves a read-only file alone, and the agent's other files with it, without showing what would have changed there", () => {
  const file = join(place.home, ".claude", "settings.json");
  write(file, '{ "model": "opus" }\n');
  chmodSync(file, 0o444);
  const lines = planLines(planSetup(agentNamed("claude-code"), place, USER));
  expect(lines).toEqual([
    "Claude Code",
    `  ${file}: left alone. It is read-only.`,
    `  ${join(place.home, ".claude.json")}: left as it is with it`,
  ]);
  chmodSync(file, 0o644);
  setUp("claude-code");
  chmodSync(file, 0o444);
  expect(planUninstall(agentNamed("claude-code"), place, ["user"]).map(isRefused)).toEqual([true]);
});

it("says in which line a TOML file breaks off", () => {
  const file = join(place.home, ".codex", "config.toml");
  write(file, 'model = "o3"\n[[[\n');
  const lines = planLines(planSetup(agentNamed("codex"), place, USER));
  expect(lines).toContain(`  ${file}: left alone. It is no TOML: line 2 is not understood.`);
});

it("writes nothing where a file changed between the look and the writing", () => {
  const file = join(place.home, ".claude", "settings.json");
  write(file, "{}\n");
  const plan = planSetup(agentNamed("claude-code"), place, USER);
  writeFileSync(file, '{ "new": true }\n');
  expect(() => applyPlan(plan, place)).toThrow(/changed by another program/);
  expect(readFileSync(file, "utf8")).toBe('{ "new": true }\n');
  expect(existsSync(join(place.home, ".claude.json"))).toBe(false);
});

it("leaves an MCP server of our name alone that is another's, and keeps what a person added to ours", () => {
  const file = join(place.home, ".cursor", "mcp.json");
  write(file, '{ "mcpServers": { "keepsake": { "command": "npx", "args": ["other"] } } }');
  expect(planLines(planSetup(agentNamed("cursor"), place, USER)).join("\n")).toContain("another MCP server");
  write(
    file,
    '{ "mcpServers": { "keepsake": { "command": "node", "args": ["/old/bin/keepsake.mjs", "mcp"], "disabled": true } } }',
  );
  setUp("cursor");
  const { mcpServers } = JSON.parse(readFileSync(file, "utf8")) as {
    mcpServers: { keepsake: Record<string, unknown> };
  };
  expect(mcpServers.keepsake).toEqual({
    command: "node",
    args: ["/opt/kéep $ake/bin/keepsake.mjs", "mcp"],
    disabled: true,
  });
});

it("knows which agents are installed, and where their own variables move them", () => {
  expect(AGENTS.filter((agent) => isInstalled(agent, place))).toEqual([]);
  mkdirSync(join(place.home, ".codex"));
  mkdirSync(join(base, "kimi"));
  const moved = { ...place, env: { KIMI_CODE_HOME: join(base, "kimi"), CLAUDE_CONFIG_DIR: join(base, "claude") } };
  expect(AGENTS.filter((agent) => isInstalled(agent, moved)).map(({ name }) => name)).toEqual(["codex", "kimi"]);
  expect(
    agentNamed("claude-code")
      .files(moved, USER)
      .map(({ path }) => relative(base, path)),
  ).toEqual([join("claude", "settings.json"), join("claude", ".claude.json")]);
});

it("writes OpenCode's servers in the layout of the version whose settings are there", () => {
  const file = join(place.home, ".config", "opencode", "opencode.json");
  const servers = (): unknown => (JSON.parse(readFileSync(file, "utf8")) as { mcp: unknown }).mcp;
  const entry = { type: "local", command: ["node", "/opt/kéep $ake/bin/keepsake.mjs", "mcp"] };
  write(file, '{ "mcp": { "docs": { "type": "local", "command": ["docs"] } } }');
  setUp("opencode");
  expect(servers()).toEqual({ docs: { type: "local", command: ["docs"] }, keepsake: entry });
  write(file, '{ "plugins": [] }');
  setUp("opencode");
  expect(servers()).toEqual({ servers: { keepsake: entry } });
});

it("leaves switches among the hooks alone, and says what switches hooks off", () => {
  const file = join(place.home, ".gemini", "settings.json");
  write(file, '{ "hooks": { "enabled": true }, "hooksConfig": { "enabled": false } }');
  setUp("gemini");
  expect((JSON.parse(readFileSync(file, "utf8")) as { hooks: object }).hooks).toMatchObject({ enabled: true });
  expect(agentNamed("gemini").notes(place, USER).join()).toContain("hooksConfig.enabled");
  write(file, '{ "hooks": { "SessionStart": true } }');
  expect(planLines(planSetup(agentNamed("gemini"), place, USER)).join("\n")).toContain(
    '"hooks.SessionStart" is no list',
  );
  write(join(place.home, ".claude", "settings.json"), '{ "disableAllHooks": true }');
  expect(agentNamed("claude-code").notes(place, USER).join()).toContain("disableAllHooks");
  write(join(place.home, ".codex", "config.toml"), "[features]\nhooks = false\n");
  expect(agentNamed("codex").notes(place, USER).join()).toContain("switches hooks off");
});

it("shows the differences without keys of others", () => {
  const key = ["sk", "ant", "api03", "x".repeat(40)].join("-");
  write(join(place.home, ".gemini", "settings.json"), `{\n  "apiKey": "${key}"\n}\n`);
  const shown = planLines(planSetup(agentNamed("gemini"), place, USER)).join("\n");
  expect(shown).toContain('+  "hooks": {');
  expect(shown).not.toContain(key);
});
