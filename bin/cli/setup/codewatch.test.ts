import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { setUpCodewatch } from "./codewatch";
import { isOurCommand } from "./marks";

let cwd: string;
let file: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "keepsake-codewatch-"));
  file = join(cwd, ".claude", "settings.local.json");
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

const root = "/opt/keepsake";
const at = () => ({ cwd, root, dataHome: null, platform: "linux" as const });
const PROGRAM = 'node "/opt/keepsake/bin/codewatch-memory.mjs"';
const HOOKS = {
  Stop: [{ hooks: [{ type: "command", command: `${PROGRAM} --hook`, timeout: 30, async: true }] }],
  PreCompact: [{ hooks: [{ type: "command", command: `${PROGRAM} --hook`, timeout: 60, async: true }] }],
  UserPromptSubmit: [{ hooks: [{ type: "command", command: `${PROGRAM} --recall` }] }],
  SessionStart: [{ matcher: "startup|resume|compact", hooks: [{ type: "command", command: `${PROGRAM} --recall` }] }],
};

const read = (): unknown => JSON.parse(readFileSync(file, "utf8"));

it("C3: writes exactly the four hooks, with one matcher for the session's start", () => {
  expect(setUpCodewatch(at())[0]).toContain(file);
  expect(read()).toEqual({ hooks: HOOKS });
});

it("C4: twice changes nothing, foreign hooks and settings survive, an event that has it is left", () => {
  mkdirSync(join(cwd, ".claude"));
  const foreign = { hooks: [{ type: "command", command: "say done" }] };
  const theirs = { hooks: [{ type: "command", command: "npx codewatch-memory --hook" }] };
  writeFileSync(
    file,
    JSON.stringify({ permissions: { allow: ["Bash"] }, hooks: { Stop: [foreign], PreCompact: [theirs] } }, null, 4),
  );
  setUpCodewatch(at());
  expect(read()).toEqual({
    permissions: { allow: ["Bash"] },
    hooks: { ...HOOKS, Stop: [foreign, ...HOOKS.Stop], PreCompact: [theirs] },
  });
  const first = readFileSync(file, "utf8");
  expect(setUpCodewatch(at())[0]).toContain("nothing was changed");
  expect(readFileSync(file, "utf8")).toBe(first);
});

it.each(['{ "hooks": ', "[]", '{ "hooks": [] }', '{ "hooks": { "Stop": {} } }'])(
  "C4: a file that is no such settings is said and left alone: %s",
  (text) => {
    mkdirSync(join(cwd, ".claude"));
    writeFileSync(file, text);
    expect(() => setUpCodewatch(at())).toThrow(/was left alone/);
    expect(readFileSync(file, "utf8")).toBe(text);
    expect(existsSync(`${file}.keepsake-backup`)).toBe(false);
  },
);

it("C3: names the data folder where it is no usual one, and knows the command again as ours", () => {
  setUpCodewatch({ ...at(), dataHome: "/data/my $notes" });
  const { hooks } = read() as { hooks: Record<string, { hooks: { command: string }[] }[]> };
  const commands = Object.values(hooks).flatMap((groups) => groups.flatMap((group) => group.hooks));
  expect(commands.map(({ command }) => command.slice(PROGRAM.length))).toEqual(
    ["hook", "hook", "recall", "recall"].map((mode) => ` --${mode} --keepsake="/data/my \\$notes"`),
  );
  expect(commands.every(({ command }) => isOurCommand(command))).toBe(true);
});

it("C2, C5: the install lines are documented with our file's path, for each host that has them", () => {
  const text = readFileSync("docs/hosts.md", "utf8");
  for (const line of [
    "claude mcp add codewatch -- node <package>/bin/codewatch-memory.mjs",
    "`.vscode/mcp.json` under `servers`",
    "`mcpServers`",
    "node <package>/dist/index.js",
    "Cursor and Windsurf use the tools by hand",
  ])
    expect(text).toContain(line);
});
