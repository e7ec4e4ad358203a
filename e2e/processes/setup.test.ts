/** Set-up as a person runs it, in a home folder of its own: agents are connected, their hooks reach the server, and all of it goes again. */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { afterAll, afterEach, beforeEach, expect, it } from "vitest";
import { launch, type Server, until } from "../support/server";
import { HASH_EMBEDDER, useStage } from "../support/stage";

const { start } = useStage(HASH_EMBEDDER, afterAll);
let shared: Server | undefined;
const server = async (): Promise<Server> => (shared ??= await start());

/** A home folder with spaces in its name, and a project beside it. */
let base: string;
let home: string;
let project: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "keepsake-agents-"));
  home = join(base, "my home");
  project = join(base, "project");
  for (const folder of [home, project, ...HERE.map((name) => join(home, name))]) mkdirSync(folder, { recursive: true });
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

/** Agents that are installed there. */
const HERE = [".claude", ".codex", ".gemini", ".cursor", ".kimi-code", ".config/opencode", ".codeium/windsurf"];

/** Nothing of this machine's agents may be found or moved. */
const clean = (data: string): Record<string, string> => ({
  HOME: home,
  USERPROFILE: home,
  KEEPSAKE_HOME: data,
  ...Object.fromEntries(
    ["CLAUDE_CONFIG_DIR", "CODEX_HOME", "KIMI_CODE_HOME", "XDG_CONFIG_HOME"].map((name) => [name, ""]),
  ),
});

async function run(data: string, ...args: string[]): Promise<{ code: number; output: string }> {
  const command = launch(args, data, clean(data));
  const code = await command.ended;
  return { code, output: command.output() };
}

/** A program of bin/ in the project's folder. */
function program(
  data: string,
  file: string,
  args: string[],
  input = "",
): { status: number | null; stdout: string; stderr: string } {
  const env = { ...process.env, ...clean(data) };
  return spawnSync(process.execPath, [join(process.cwd(), "bin", file), ...args], {
    cwd: project,
    env,
    input,
    encoding: "utf8",
  });
}

function files(folder = base): Record<string, string> {
  const all = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = all.map((entry) => join(entry.parentPath, entry.name)).sort();
  return Object.fromEntries(paths.map((path) => [relative(folder, path), readFileSync(path, "latin1")]));
}

function write(path: string, text: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

it("E137: the first run makes the data folder and connects what is installed, the second changes nothing, uninstalling restores the bytes", async () => {
  const data = join(base, "data");
  write(join(home, ".claude", "settings.json"), '{\n\t// mine\n\t"hooks": { "Stop": [] }\n}\n');
  write(join(home, ".kimi-code", "config.toml"), '# mine\r\nmodel = "k3" # why\r\n');
  const before = files(home);
  const looked = await run(data, "setup");
  expect(looked).toMatchObject({
    code: 1,
    output: expect.stringMatching(/\+.*hook\.cjs[\s\S]*run the command again with --yes/) as string,
  });
  const dry = await run(data, "setup", "--dry-run");
  expect(dry).toMatchObject({ code: 0, output: expect.stringContaining("Nothing was written") as string });
  expect([files(home), existsSync(data)]).toEqual([before, false]);
  for (const { output } of [looked, dry]) expect(output).toContain(`${join(data, "config.json")}: is new\n  +{}`);

  const first = await run(data, "setup", "--yes");
  expect(first).toMatchObject({ code: 0, output: expect.stringContaining("Windsurf: connected.") as string });
  expect(first.output).not.toContain("VS Code");
  expect(Object.keys(files(data))).toEqual(["config.json"]);
  const after = files();
  const second = await run(data, "setup", "--yes");
  expect(second).toMatchObject({
    code: 0,
    output: expect.stringContaining("Claude Code: was connected already.") as string,
  });
  expect(files()).toEqual(after);

  const out = await run(data, "uninstall", "--yes");
  expect(out).toMatchObject({ code: 0, output: expect.stringContaining("is still in") as string });
  expect(files(home)).toEqual(before);
  expect(Object.keys(files(data))).toEqual(["config.json"]);
});

it("E138: the hooks that set-up wrote reach the server by the agent's own shell, and doctor says that they did", async () => {
  const { home: data, client } = await server();
  await run(data, "setup", "--agent", "claude-code,codex", "--yes");
  const { hooks } = JSON.parse(readFileSync(join(home, ".claude", "settings.json"), "utf8")) as {
    hooks: Record<string, { hooks: { type: string; command: string; timeout: number }[] }[]>;
  };
  const fire = (event: string, fields: object) =>
    spawnSync(hooks[event]?.[0]?.hooks[0]?.command ?? "", {
      shell: true,
      encoding: "utf8",
      input: JSON.stringify({ session_id: "set-up", cwd: project, hook_event_name: event, ...fields }),
      // The mark in the command says where the data are: the agent knows no variable of ours.
      env: { ...process.env, HOME: home, KEEPSAKE_HOME: "" },
    });
  for (const [event, fields] of [
    ["SessionStart", { source: "startup" }],
    ["UserPromptSubmit", { prompt: "We settle on Redis for the cart cache." }],
    ["Stop", { last_assistant_message: "Noted." }],
  ] as const)
    expect(fire(event, fields)).toMatchObject({ status: 0, stderr: "" });
  await until(async () => (((await client.health()).counts.prompts ?? 0) > 0 ? true : undefined));
  const doctor = await run(data, "doctor");
  expect(doctor.output).toMatch(/✓ Claude Code: connected, last event/);
  expect(doctor.output).toMatch(/! Codex: connected \(.*hooks\.json.*\), but no event arrived yet/);
});

it("leaves an agent alone whose settings cannot be read, and connects the others", async () => {
  const data = join(base, "data");
  const broken = write(join(home, ".gemini", "settings.json"), '{ "hooks": {');
  const done = await run(data, "setup", "--agent", "gemini,cursor", "--yes");
  expect(done).toMatchObject({
    code: 1,
    output: expect.stringMatching(/left alone\. It is no JSON[\s\S]*Cursor: connected\./) as string,
  });
  expect(readFileSync(broken, "utf8")).toBe('{ "hooks": {');
  expect(readdirSync(dirname(broken))).toEqual(["settings.json"]);
  const unknown = await run(data, "setup", "--agent", "emacs");
  expect(unknown).toMatchObject({ code: 1, output: expect.stringContaining("known: claude-code") as string });
});

it("C1, C2, C4: codewatch-memory's modes by its own name and by dist/index.js", async () => {
  const data = join(base, "data");
  const settings = join(project, ".claude", "settings.local.json");
  expect(program(data, "codewatch-memory.mjs", ["--recall", "--hook", "--setup"])).toMatchObject({
    status: 0,
    stderr: "",
  });
  const written = readFileSync(settings, "utf8");
  expect(written).toContain("startup|resume|compact");
  expect(program(data, "keepsake.mjs", ["--setup"])).toMatchObject({
    status: 0,
    stdout: expect.stringContaining("nothing was changed") as string,
  });
  expect(readFileSync(settings, "utf8")).toBe(written);
  // No server: recall says nothing, and neither of them fails.
  for (const args of [["--recall"], ["--hook", "--recall"]])
    expect(program(data, "codewatch-memory.mjs", args, '{"prompt":"cart cache"}')).toMatchObject({
      status: 0,
      stdout: "",
      stderr: "",
    });
  expect(program(data, "codewatch-memory.mjs", ["--hook"], "no JSON")).toMatchObject({ status: 0, stdout: "" });
  for (const file of [join("bin", "codewatch-memory.mjs"), join("dist", "index.js")])
    expect(await handshake(join(process.cwd(), file), data)).toBe("codewatch-memory");
});

/** `serverInfo.name` of a program that is an MCP server without a flag. */
async function handshake(file: string, data: string): Promise<string | undefined> {
  const child = spawn(process.execPath, [file], {
    cwd: project,
    env: { ...process.env, ...clean(data) },
    stdio: ["pipe", "pipe", "ignore"],
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  try {
    let said = "";
    child.stdout.on("data", (piece: Buffer) => (said += piece.toString()));
    const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } };
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params })}\n`);
    const line = await until(() => said.split("\n").slice(0, -1)[0]);
    return (JSON.parse(line) as { result?: { serverInfo?: { name?: string } } }).result?.serverInfo?.name;
  } finally {
    child.stdin.end();
    child.kill("SIGTERM");
    await ended;
  }
}

it("M54: sync-marketplace installs the plugin folder, and its hooks reach the server from there", async () => {
  const { home: data } = await server();
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  const [, file = "", ...args] = (scripts["sync-marketplace"] ?? "").split(" ");
  expect(program(data, file.replace("bin/", ""), args)).toMatchObject({ status: 0 });
  const settings = JSON.parse(readFileSync(join(home, ".claude", "settings.json"), "utf8")) as {
    extraKnownMarketplaces: { keepsake: { source: { path: string } } };
  };
  const folder = join(settings.extraKnownMarketplaces.keepsake.source.path, "plugin");
  const { hooks } = JSON.parse(readFileSync(join(folder, "hooks", "hooks.json"), "utf8")) as {
    hooks: { SessionStart: { hooks: { command: string }[] }[] };
  };
  const command = hooks.SessionStart[0]?.hooks[0]?.command.replace("${CLAUDE_PLUGIN_ROOT}", folder) ?? "";
  const fired = spawnSync(command, {
    shell: true,
    encoding: "utf8",
    input: JSON.stringify({
      session_id: "by-plugin",
      cwd: project,
      hook_event_name: "SessionStart",
      source: "startup",
    }),
    env: { ...process.env, HOME: home, KEEPSAKE_HOME: data },
  });
  expect(fired).toMatchObject({ status: 0, stderr: "" });
  expect((await run(data, "uninstall", "--yes")).code).toBe(0);
  expect(files(home)).toEqual({});
  expect(existsSync(dirname(folder))).toBe(false);
});

it("pauses and resumes capture of a project, and says how it is as a service", async () => {
  const { home: data, client } = await server();
  const ingest = (session: string) =>
    client.ingest([
      {
        host: "claude-code",
        event: "UserPromptSubmit",
        payload: { session_id: session, cwd: project, prompt: "Ship the pier." },
      },
    ]);
  await ingest("before");
  const paused = await run(data, "pause", "capture", "--project", project);
  expect(paused).toMatchObject({
    code: 0,
    output: expect.stringMatching(
      /Capture of project [^\d\n][^\n]* rests\. To take it back: .*keepsake(?:\.mjs)? undo \d+/,
    ) as string,
  });
  expect(await ingest("while")).toMatchObject({ accepted: 0 });
  const resumed = await run(data, "resume", "capture", "--project", project);
  expect(resumed).toMatchObject({ code: 0, output: expect.stringContaining("goes on") as string });
  expect(await ingest("after")).toMatchObject({ accepted: 1 });
  expect((await run(data, "pause", "recall", "--project", project)).code).toBe(0);
  expect(program(data, "keepsake.mjs", ["inject"]).stderr).toMatch(/recall rests for this project/);
  expect((await run(data, "resume", "recall", "--project", project)).code).toBe(0);
  const unknown = await run(data, "pause", "capture", "--project", "/nowhere/at/all");
  expect([unknown.code, unknown.output.includes("/api/")]).toEqual([1, false]);
  expect((await run(data, "--help")).output).toMatch(/--setup .*\n.*--hook .*\n.*--recall /);
  const service = await run(data, "service", "status");
  expect(service).toMatchObject({ code: 0, output: expect.stringContaining("is no service here") as string });
});
