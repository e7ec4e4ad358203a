/** The built hook program as hosts run it: in time, exit 0, nothing on stdout when there is nothing to say, and nothing lost. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { filesHolding } from "../../lib/testing/scan-home";
import { addMemory } from "../support/cases";
import { type Server, until } from "../support/server";
import { HASH_EMBEDDER, useStage } from "../support/stage";
import { count, query } from "../support/store";

const HOOK = join(process.cwd(), "dist", "hook.cjs");
/** `keepsake --hook` and `--recall`. */
const MODES = join(process.cwd(), "dist", "codewatch-modes.cjs");
/** Shorter than by default, so that a loaded machine does not decide: what holds is that the setting does. */
const TIMES = { KEEPSAKE_HOOK_RECALL_MS: "900", KEEPSAKE_HOOK_CAPTURE_MS: "700", KEEPSAKE_HOOK_STDIN_MS: "1000" };
const stage = useStage({ ...HASH_EMBEDDER, ...TIMES }, afterAll);

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
  ms: number;
}
interface Run {
  program?: string[];
  home: string;
  /** Pieces with a pause of 200 ms before each but the first; `open` leaves the pipe open, `closed` gives none. */
  stdin: string | string[] | { open: string } | "closed";
  shell?: string;
}

async function run(args: string[], { program = [HOOK], home, stdin, shell }: Run): Promise<Ended> {
  const started = performance.now();
  const env = { ...process.env, KEEPSAKE_HOME: home, KEEPSAKE_PORT: "0" };
  const line = [process.execPath, ...program, ...args];
  const [command = "", ...rest] = shell === undefined ? line : ["sh", "-c", `${shell} "$@"`, "sh", ...line];
  const child = spawn(command, rest, { env, stdio: [stdin === "closed" ? "ignore" : "pipe", "pipe", "pipe"] });
  const ended: Ended = { code: -1, stdout: "", stderr: "", ms: 0 };
  child.stdout?.on("data", (chunk: Buffer) => (ended.stdout += chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => (ended.stderr += chunk.toString()));
  // A program that ends before it has read everything closes the pipe; that is its right.
  child.stdin?.on("error", () => undefined);
  const closed = once(child, "close");
  if (typeof stdin === "object" && "open" in stdin) child.stdin?.write(stdin.open);
  else if (stdin !== "closed") {
    const pieces = typeof stdin === "string" ? [stdin] : stdin;
    for (const [at, piece] of pieces.entries()) {
      if (at > 0) await sleep(200);
      child.stdin?.write(piece);
    }
    child.stdin?.end();
  }
  [ended.code] = (await closed) as [number];
  ended.ms = performance.now() - started;
  return ended;
}

let next = 0;
const toolUse = (text: string, more: object = {}): string =>
  JSON.stringify({
    session_id: "hook-s",
    cwd: "/w/cart",
    hook_event_name: "PostToolUse",
    tool_name: "Bash",
    tool_input: { command: "make test" },
    tool_response: text,
    tool_use_id: `hook_${++next}`,
    ...more,
  });
const prompt = (text: string, session = "hook-s"): string =>
  JSON.stringify({ session_id: session, cwd: "/w/cart", hook_event_name: "UserPromptSubmit", prompt: text });
const begin = (session: string): string =>
  JSON.stringify({ session_id: session, cwd: "/w/cart", hook_event_name: "SessionStart", source: "startup" });

const QUIET = { code: 0, stdout: "", stderr: "" };
const stored = (home: string, text: string): number =>
  count(home, `SELECT count(*) FROM events WHERE text LIKE '%${text}%'`);
const spooled = (home: string): string[] =>
  existsSync(join(home, "spool")) ? readdirSync(join(home, "spool")).filter((name) => name.endsWith(".json")) : [];

describe("with a server", () => {
  let server: Server;
  let home = "";
  beforeAll(async () => {
    home = stage.home();
    server = await stage.start({ home });
    await addMemory(server, "The cart cache is kept in Redis on port 6380.");
  });

  it("E03: takes bodies of 0, 350, 65,537 and 5,000,000 bytes", async () => {
    expect(await run(["claude-code"], { home, stdin: "" })).toMatchObject(QUIET);
    for (const bytes of [350, 65_537, 5_000_000]) {
      const bare = toolUse(`SIZE-${bytes}-`);
      const body = toolUse(`SIZE-${bytes}-${"x".repeat(bytes - bare.length)}`, { tool_use_id: `hook_${next}` });
      expect(Buffer.byteLength(body)).toBe(bytes);
      expect(await run(["claude-code"], { home, stdin: body })).toMatchObject(QUIET);
      // The largest may take longer than a hook waits: then it comes from the spool.
      await until(() => (stored(home, `SIZE-${bytes}-`) === 1 ? true : undefined));
    }
    await until(() => (spooled(home).length === 0 ? true : undefined));
    expect(stored(home, "SIZE-5000000-")).toBe(1);
  });

  it("prints what the host reads, and nothing where there is nothing to say", async () => {
    const asked = await run(["claude-code", "--keepsake"], { home, stdin: prompt("how is the cart cache kept") });
    expect(JSON.parse(asked.stdout)).toMatchObject({ hookSpecificOutput: { hookEventName: "UserPromptSubmit" } });
    expect(asked.stdout).toContain("6380");
    expect(await run(["claude-code"], { home, stdin: prompt("sourdough bread") })).toMatchObject(QUIET);
    expect(await run(["claude-code", "Stop"], { home, stdin: JSON.stringify({ session_id: "hook-s" }) })).toMatchObject(
      QUIET,
    );
    const kimi = await run(["kimi", `--keepsake=${home}`], {
      home: "/nonexistent",
      stdin: prompt("hello there", "kimi-s"),
    });
    expect(kimi.stdout).toMatch(/^<keepsake-memory[^]*6380/);
    for (const stdin of ["not { json", "[]", '"x"', "{}"])
      expect(await run(["claude-code"], { home, stdin })).toMatchObject(QUIET);
    for (const host of ["nobody", "", "../x"])
      expect(await run([host], { home, stdin: toolUse("nobody's") })).toMatchObject(QUIET);
    expect(stored(home, "nobody''s")).toBe(0);
    expect(spooled(home)).toEqual([]);
  });

  it("waits for slow input, not for input that never ends, and none at all is none", async () => {
    const body = toolUse("SLOW-INPUT");
    const third = Math.ceil(body.length / 3);
    const pieces = [body.slice(0, third), body.slice(third, 2 * third), body.slice(2 * third)];
    expect(await run(["claude-code"], { home, stdin: pieces })).toMatchObject(QUIET);
    expect(stored(home, "SLOW-INPUT")).toBe(1);
    const endless = await run(["claude-code"], { home, stdin: { open: toolUse("NEVER-ENDS").slice(0, -1) } });
    expect(endless).toMatchObject(QUIET);
    expect(endless.ms).toBeLessThan(5_000);
    expect(await run(["claude-code"], { home, stdin: "closed" })).toMatchObject(QUIET);
    expect(await run(["claude-code"], { home, stdin: "closed", shell: "exec <&-;" })).toMatchObject(QUIET);
    expect(stored(home, "NEVER-ENDS")).toBe(0);
  });

  it("K01: two at once are both stored; one use of a tool that two hooks tell is one row", async () => {
    const [one, two] = [toolUse("TWO-A"), toolUse("TWO-B")];
    const ends = await Promise.all([one, two, one].map((stdin) => run(["claude-code"], { home, stdin })));
    for (const end of ends) expect(end).toMatchObject(QUIET);
    await until(() => (stored(home, "TWO-A") === 1 && stored(home, "TWO-B") === 1 ? true : undefined));
  });

  it("C1, C16, C41, C46: `--hook` takes a transcript in and `--recall` prints what a prompt brings back", async () => {
    const folder = mkdtempSync(join(tmpdir(), "keepsake-hook-"));
    const file = join(folder, "mode-s.jsonl");
    const said =
      "We settle on RabbitMQ for the order queue because messages must survive a restart of the broker. ".repeat(3);
    writeFileSync(
      file,
      `${JSON.stringify({ role: "user", content: said })}\n${JSON.stringify({ role: "assistant", content: "Noted." })}\n`,
    );
    const mode = (args: string[], stdin: string) => run(args, { home, stdin, program: [MODES] });
    const event = { session_id: "mode-s", cwd: "/w/cart", transcript_path: file };
    const taken = await mode(["--hook"], JSON.stringify({ ...event, hook_event_name: "Stop" }));
    expect([taken.code, taken.stdout]).toEqual([0, ""]);
    expect(taken.stderr).toContain("took in 2 messages");
    expect(count(home, "SELECT count(*) FROM prompts WHERE text LIKE '%RabbitMQ%'")).toBe(1);
    const recalled = await mode(
      ["--recall", "--hook"],
      JSON.stringify({ ...event, hook_event_name: "UserPromptSubmit", prompt: "how is the cart cache kept" }),
    );
    expect([recalled.code, recalled.stdout]).toEqual([0, expect.stringMatching(/^<codewatch-memory>[^]*6380/)]);
    const briefing = await mode(["--recall"], JSON.stringify({ ...event, hook_event_name: "SessionStart" }));
    expect(briefing.stdout).toContain("<codewatch-memory-briefing>");
    for (const stdin of ["not { json", JSON.stringify({ ...event, prompt: "the and of" }), JSON.stringify(event)])
      expect(await mode(["--recall"], stdin)).toMatchObject(QUIET);
    const bad = await mode(["--hook"], JSON.stringify({ session_id: "mode-s" }));
    expect([bad.code, bad.stdout, bad.stderr]).toEqual([0, "", expect.stringContaining("transcript_path")]);
    rmSync(folder, { recursive: true });
  });

  it("OpenCode's plugin hands on a session and lays the block behind the first prompt", async () => {
    const { KeepsakePlugin } = (await import(join(process.cwd(), "dist", "opencode-plugin.mjs"))) as {
      KeepsakePlugin: (input: object) => Promise<Record<string, (...args: unknown[]) => Promise<void>>>;
    };
    process.env.KEEPSAKE_HOME = home;
    const hooks = await KeepsakePlugin({ directory: "/w/cart" });
    const event = (type: string, properties: object) => hooks["event"]?.({ event: { type, properties } });
    await event("session.created", { info: { id: "ses_1", directory: "/w/cart" } });
    const parts: Record<string, unknown>[] = [{ type: "text", text: "how is the cart cache kept" }];
    await hooks["chat.message"]?.({ sessionID: "ses_1" }, { message: { id: "msg_1" }, parts });
    expect(parts[1]).toMatchObject({
      synthetic: true,
      messageID: "msg_1",
      text: expect.stringContaining("6380") as string,
    });
    await event("session.created", { info: { id: "ses_2", parentID: "ses_1", directory: "/w/cart" } });
    await hooks["chat.message"]?.(
      { sessionID: "ses_2" },
      { message: { id: "msg_2" }, parts: [{ type: "text", text: "CHILD-PROMPT" }] },
    );
    await hooks["tool.execute.after"]?.(
      { sessionID: "ses_2", tool: "bash", callID: "c-1", args: { command: "ls" } },
      { output: "PLUGIN-TOOL" },
    );
    await event("message.updated", { info: { id: "msg_3", role: "assistant", sessionID: "ses_1" } });
    await event("message.part.updated", {
      part: { id: "p-1", type: "text", sessionID: "ses_1", messageID: "msg_3", text: "In Re" },
    });
    await event("message.part.updated", {
      part: { id: "p-1", type: "text", sessionID: "ses_1", messageID: "msg_3", text: "In Redis." },
    });
    await event("session.idle", { sessionID: "ses_1" });
    delete process.env.KEEPSAKE_HOME;
    expect(count(home, "SELECT count(*) FROM sessions WHERE host = 'opencode'")).toBe(1);
    expect(
      count(
        home,
        "SELECT count(*) FROM prompts WHERE text = 'how is the cart cache kept' AND session_id = (SELECT id FROM sessions WHERE host = 'opencode')",
      ),
    ).toBe(1);
    expect(stored(home, "PLUGIN-TOOL")).toBe(1);
    expect(stored(home, "In Redis.")).toBe(1);
    expect(count(home, "SELECT count(*) FROM prompts WHERE text LIKE '%CHILD-PROMPT%'")).toBe(0);
  });

  it("K11: a server that hangs delays a prompt by less than two seconds, and gets everything once when it goes on", async () => {
    process.kill(server.pid, "SIGSTOP");
    const ends: Ended[] = [];
    try {
      ends.push(await run(["claude-code"], { home, stdin: prompt("HANG-PROMPT") }));
      ends.push(await run(["claude-code"], { home, stdin: toolUse("HANG-TOOL") }));
    } finally {
      process.kill(server.pid, "SIGCONT");
    }
    for (const end of ends) {
      expect(end).toMatchObject(QUIET);
      expect(end.ms).toBeLessThan(2_000);
    }
    await until(() => (spooled(home).length === 0 && stored(home, "HANG-TOOL") === 1 ? true : undefined));
    expect(count(home, "SELECT count(*) FROM prompts WHERE text = 'HANG-PROMPT'")).toBe(1);
    expect(stored(home, "HANG-TOOL")).toBe(1);
  });

  it("P09: keeps what happens while the server is dead, nothing private or secret of it, and delivers it in order, once", async () => {
    await server.kill();
    const token = ["gh", "p_", "Zq8".repeat(12)].join("");
    const temporary = join(home, "temporary");
    mkdirSync(temporary);
    const hushed = prompt(`DEAD-hushed <private>SECRET-P9</private> with ${token}`, "dead-p");
    expect(await run(["claude-code"], { home, stdin: hushed, shell: `TMPDIR='${temporary}'` })).toMatchObject(QUIET);
    const result = toolUse(`DEAD-tool ${token}`, { session_id: "dead-p" });
    expect(await run(["claude-code"], { home, stdin: result })).toMatchObject(QUIET);
    expect(filesHolding(home, "DEAD-hushed")).toHaveLength(1);
    expect(filesHolding(home, "SECRET-P9", token)).toEqual([]);
    for (const text of ["first", "second", "third"]) {
      expect(await run(["claude-code"], { home, stdin: prompt(`DEAD-${text}`, "dead-s") })).toMatchObject(QUIET);
      expect(await run(["codex"], { home, stdin: toolUse(`DEAD-${text}`, { session_id: "dead-x" }) })).toMatchObject(
        QUIET,
      );
    }
    const names = spooled(home);
    expect(names).toHaveLength(8);
    for (const name of names) expect(statSync(join(home, "spool", name)).mode & 0o777).toBe(0o600);
    expect(statSync(join(home, "spool")).mode & 0o777).toBe(0o700);
    server = await stage.start({ home });
    expect(spooled(home)).toEqual([]);
    expect(filesHolding(home, "SECRET-P9", token)).toEqual([]);
    expect(filesHolding(home, "DEAD-hushed").length).toBeGreaterThan(0);
    const of = "session_id = (SELECT id FROM sessions WHERE host_session_id = 'dead-s')";
    const prompts = `SELECT prompt_number || ' ' || text AS text FROM prompts WHERE ${of} ORDER BY prompt_number`;
    expect(query(home, prompts)).toEqual([
      { text: "1 DEAD-first" },
      { text: "2 DEAD-second" },
      { text: "3 DEAD-third" },
    ]);
    const codex = "session_id = (SELECT id FROM sessions WHERE host_session_id = 'dead-x')";
    const events = `SELECT text FROM events WHERE ${codex} ORDER BY id`;
    expect(query(home, events)).toEqual([{ text: "DEAD-first" }, { text: "DEAD-second" }, { text: "DEAD-third" }]);
  });

  it("loses an event rather than its agent where the disk is full", async () => {
    await server.kill();
    const full = await run(["claude-code"], { home, stdin: toolUse("FULL-DISK"), shell: "ulimit -f 0;" });
    expect(full).toMatchObject({ code: 0, stdout: "" });
    expect(
      existsSync(join(home, "spool")) ? readdirSync(join(home, "spool")).filter((name) => name !== "told") : [],
    ).toEqual([]);
  });
});

describe("without a server", () => {
  const EVENTS: Record<string, string[]> = {
    "claude-code": [
      "SessionStart",
      "UserPromptSubmit",
      "PostToolUse",
      "PostToolUseFailure",
      "PreCompact",
      "Stop",
      "SessionEnd",
    ],
    codex: ["SessionStart", "UserPromptSubmit", "PostToolUse", "Stop"],
    gemini: ["SessionStart", "BeforeAgent", "AfterTool", "AfterAgent"],
    cursor: ["sessionStart", "beforeSubmitPrompt", "postToolUse", "stop"],
    kimi: ["SessionStart", "UserPromptSubmit", "PostToolUse", "Stop"],
    windsurf: ["pre_user_prompt", "post_run_command"],
  };
  let home = "";
  beforeEach(() => {
    home = join(stage.home(), "never", "made");
  });

  it("K12: every hook of every agent ends in less than two seconds, says nothing but JSON, and tells once how to start", async () => {
    const told: string[] = [];
    for (const [host, events] of Object.entries(EVENTS)) {
      for (const event of events) {
        const body = {
          hook_event_name: event,
          session_id: "x",
          conversation_id: "x",
          trajectory_id: "x",
          cwd: "/w/cart",
          prompt: "p",
        };
        const end = await run([host], { home, stdin: JSON.stringify(body) });
        expect([host, event, end.code, end.stderr]).toEqual([host, event, 0, ""]);
        expect(end.ms).toBeLessThan(2_000);
        if (end.stdout !== "") told.push(end.stdout);
      }
    }
    expect(told).toHaveLength(1);
    expect(JSON.parse(told[0] ?? "")).toEqual({
      systemMessage: expect.stringMatching(/keepsake(?:\.mjs)? start/) as string,
    });
    expect(spooled(home)).toHaveLength(Object.values(EVENTS).flat().length);
  });

  it("C17, C41: the modes of codewatch-memory end with 0 too", async () => {
    for (const mode of ["--hook", "--recall"]) {
      const stdin = JSON.stringify({
        session_id: "s",
        transcript_path: "/none.jsonl",
        cwd: "/w/cart",
        prompt: "cart cache",
      });
      const end = await run([mode], { home, stdin, program: [MODES] });
      expect([mode, end.code, end.stdout]).toEqual([mode, 0, ""]);
    }
  });

  it("a folder that is closed to us costs nothing", async () => {
    const blocked = join(stage.home(), "file");
    mkdirSync(join(blocked, ".."), { recursive: true });
    writeFileSync(blocked, "");
    expect(await run(["claude-code"], { home: blocked, stdin: begin("s") })).toMatchObject({ code: 0, stdout: "" });
  });
});
