/** The commands that Kimi's hooks and cron call, as built programs: session-start, session-end, extract-stale. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { answerOf, type Kimi, makeKimi, switchOn, TALK } from "../../lib/session-extract/testing";
import { startFakeLlm } from "../../lib/testing/fake-llm";
import { addMemory } from "../support/cases";
import { type Server, until } from "../support/server";
import { useStage } from "../support/stage";

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

const stage = useStage();
let home = "";
let kimi: Kimi;

beforeEach(() => {
  home = stage.home();
  kimi = makeKimi();
});
afterEach(() => kimi.remove());

const start = (env: Record<string, string> = {}): Promise<Server> =>
  stage.start({ home, env: { KIMI_CODE_HOME: kimi.home, ...env } });

/** `stdin` undefined leaves the pipe open, as a careless host does. */
async function run(args: string[], stdin?: string): Promise<Ended> {
  const child = spawn(process.execPath, [join(process.cwd(), "dist", "cli.mjs"), ...args], {
    stdio: ["pipe", "pipe", "pipe"],
    env: { ...process.env, KEEPSAKE_HOME: home, KEEPSAKE_PORT: "0" },
  });
  const ended: Ended = { code: -1, stdout: "", stderr: "" };
  child.stdout.on("data", (chunk: Buffer) => (ended.stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (ended.stderr += chunk.toString()));
  // A program that ends before it has read everything closes the pipe; that is its right.
  child.stdin.on("error", () => undefined);
  if (stdin !== undefined) child.stdin.end(stdin);
  [ended.code] = (await once(child, "close")) as [number];
  return ended;
}

const stateFile = () => join(home, ".extracted_sessions.json");
const stateOf = () => JSON.parse(readFileSync(stateFile(), "utf8")) as Record<string, { status: string; via: string }>;

describe("E61: session-start", () => {
  it("E61: prints the block for the folder of the event, and nothing else", async () => {
    const running = await start();
    await addMemory(running, "Deployments always run the rollback check before the switch.");
    const { code, stdout, stderr } = await run(
      ["session-start"],
      JSON.stringify({ session_id: "s-1", cwd: "/w/cart" }),
    );
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("Deployments always run the rollback check");
    const open = await run(["session-start"]);
    expect([open.code, open.stdout]).toEqual([0, expect.stringContaining("rollback check")]);
  });

  it("E40: without a server, or with input that is no JSON, it says so on stderr and exits 0", async () => {
    const down = await run(["session-start"], "{}");
    expect([down.code, down.stdout]).toEqual([0, ""]);
    expect(down.stderr).toContain("does not answer");
    const garbage = await run(["session-start", "--odd", "more"], "not { json secret-word");
    expect([garbage.code, garbage.stdout]).toEqual([0, ""]);
    expect(garbage.stderr).toContain("no JSON");
    expect(garbage.stderr).not.toContain("secret-word");
  });
});

describe("E61: session-end", () => {
  it("E61: hands the session to the server and goes; the server extracts it", async () => {
    await start({ KEEPSAKE_MEMORY_LANGUAGE: "any" });
    kimi.session("session_a1", TALK);
    const { code, stdout, stderr } = await run(
      ["session-end"],
      JSON.stringify({ session_id: "a1", cwd: "/w/cart", hook_event_name: "SessionEnd" }),
    );
    expect([code, stdout, stderr]).toEqual([0, "", ""]);
    await until(() => (existsSync(stateFile()) ? true : undefined));
    expect(stateOf()).toMatchObject({ session_a1: { status: "completed", via: "rules" } });
  });

  it("E40, E61: it needs a session_id, a server, JSON; without one of them it says so and exits 0", async () => {
    for (const input of ["", "{}", "[]", '"x"', '{"session_id":7}', "{", '{"session_id":"a1"}']) {
      const { code, stdout, stderr } = await run(["session-end"], input);
      expect([input, code, stdout]).toEqual([input, 0, ""]);
      expect(stderr).not.toBe("");
    }
  });

  it("E61: an unknown hook command logs and exits 0; an unknown command of a person does not", async () => {
    const hook = await run(["session-pause"], "{}");
    expect([hook.code, hook.stdout]).toEqual([0, ""]);
    expect(hook.stderr).toContain("session-pause");
    expect((await run(["sesion"], "")).code).toBe(1);
  });

  it("E91, E134: a Stop hook that another Stop hook caused does nothing", async () => {
    await start();
    kimi.session("session_a1", TALK);
    const stop = await run(["session-end"], JSON.stringify({ session_id: "a1", stop_hook_active: true }));
    expect([stop.code, stop.stdout]).toEqual([0, ""]);
    expect(stop.stderr).toContain("stop_hook_active");
    // Jobs of one lane run in order: once the next session is done, the first one would have been, too.
    kimi.session("session_b2", TALK);
    await run(["session-end"], JSON.stringify({ session_id: "b2", stop_hook_active: false }));
    await until(() => (existsSync(stateFile()) ? true : undefined));
    expect(Object.keys(stateOf())).toEqual(["session_b2"]);
  });
});

describe("E92: extract-stale", () => {
  it("E98: without a provider it says so and touches nothing", async () => {
    await start();
    kimi.session("session_a1", [...TALK, ["user", "补充：".repeat(1000)]], { mtime: Date.now() - 3_600_000 });
    const { code, stdout } = await run(["extract-stale"], "");
    expect(code).toBe(0);
    expect(stdout).toContain("no session was touched");
    expect(existsSync(stateFile())).toBe(false);
  });

  it("E92: two runs at once: the second says so and exits, the first tells what it did", async () => {
    const llm = await startFakeLlm();
    stage.atEnd(llm.close);
    switchOn(home, llm);
    let release = (): void => undefined;
    llm.script({ ...answerOf([]), hold: new Promise<void>((resolve) => (release = resolve)) });
    await start();
    kimi.session("session_a1", [...TALK, ["user", "补充：".repeat(1000)]], { mtime: Date.now() - 3_600_000 });
    const first = run(["extract-stale"], "");
    await llm.received(1);
    const second = await run(["extract-stale"], "");
    expect([second.code, second.stdout]).toEqual([0, expect.stringContaining("Another run is at work")]);
    release();
    const done = await first;
    expect([done.code, done.stdout]).toEqual([0, expect.stringContaining("session_a1: completed, 1 written")]);
    expect(stateOf()).toMatchObject({ session_a1: { status: "completed", via: "llm" } });
    expect(readFileSync(join(home, "logs", "extract_stale.log"), "utf8")).toContain('"session":"session_a1"');
  });

  it("without a server it fails and says what to do", async () => {
    const { code, stderr } = await run(["extract-stale"], "");
    expect(code).toBe(1);
    expect(stderr).toMatch(/keepsake(?:\.mjs)? start/);
  });
});
