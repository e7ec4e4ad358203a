/** What a transcript holds and the hooks did not say: read behind the answer, bounded, and only where it may be. */
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { setPause } from "../pauses/service";
import { openTestApp, type TestApp } from "../testing";
import { caughtUp } from "./catch-up";
import { takeHook } from "./hook-service";
import { drain } from "../jobs/runner";
import { column, HOOK_DEFAULTS, rows } from "./testing";
import { readTail } from "./transcript-tail";

const PERSON = { kind: "person" as const, name: "test" };
let test: TestApp;
let folder: string;
let file: string;
beforeEach(async () => {
  test = await openTestApp();
  folder = mkdtempSync(join(tmpdir(), "keepsake-transcript-"));
  file = join(folder, "s-1.jsonl");
});
afterEach(async () => {
  await test.close();
  rmSync(folder, { recursive: true, force: true });
});

let next = 0;
const line = (role: "user" | "assistant", text: string, more: object = {}): string =>
  `${JSON.stringify({
    type: role,
    uuid: `u-${++next}`,
    sessionId: "s-1",
    cwd: "/w/app",
    timestamp: new Date(test.clock.now).toISOString(),
    message: {
      role,
      content: [{ type: "text", text }],
      ...(role === "assistant" ? { id: `m-${next}`, stop_reason: "end_turn" } : {}),
    },
    ...more,
  })}\n`;
const send = (event: string, body: object = {}) =>
  takeHook(test.app, "claude-code", { ...HOOK_DEFAULTS, hook_event_name: event, transcript_path: file, ...body });
const spoken = (): unknown[] =>
  rows(test.app, "SELECT text, tool_name FROM events WHERE kind = 'message' AND status = 'active' ORDER BY id");
const said = (): unknown[] =>
  column(test.app, "SELECT text FROM events WHERE kind = 'message' AND status = 'active' ORDER BY id");

describe("at a Stop", () => {
  it("K05: the last answer comes in though it is written after the hook", async () => {
    await send("UserPromptSubmit", { prompt: "what is the plan" });
    writeFileSync(file, line("user", "what is the plan"));
    await send("Stop");
    appendFileSync(file, line("assistant", "LAST-K05"));
    await caughtUp(test.app);
    expect(said()).toEqual(["LAST-K05"]);
    expect(column(test.app, "SELECT text FROM prompts")).toEqual(["what is the plan"]);
  });

  it("K05: an answer that the hook told itself is not stored twice", async () => {
    await send("UserPromptSubmit", { prompt: "what is the plan" });
    writeFileSync(
      file,
      line("user", "what is the plan") + line("assistant", "first half") + line("assistant", "LAST-K05"),
    );
    await send("Stop", { last_assistant_message: "LAST-K05" });
    await caughtUp(test.app);
    expect(said()).toEqual(["LAST-K05", "first half"]);
  });

  it("K21: what a sub-agent said last is stored as such and is not the answer", async () => {
    const MAIN = "Root cause of MAIN-K21: the cache was never emptied; fixed it in src/cache.ts.";
    await send("UserPromptSubmit", { prompt: "go" });
    writeFileSync(
      file,
      line("assistant", MAIN) +
        `${JSON.stringify({ type: "system", subtype: "stop_hook_summary", sessionId: "s-1", uuid: "y-1" })}\n` +
        line("assistant", "SIDE-K21", { isSidechain: true }) +
        `${JSON.stringify({ type: "system", subtype: "local_command", sessionId: "s-1", uuid: "y-2" })}\n`,
    );
    await send("Stop");
    await caughtUp(test.app);
    expect(spoken()).toEqual([
      { text: MAIN, tool_name: null },
      { text: "SIDE-K21", tool_name: "subagent" },
    ]);
    expect(column(test.app, "SELECT status FROM turns")).toEqual(["done"]);
    await drain(test.app);
    const told = JSON.stringify(rows(test.app, "SELECT * FROM summaries"));
    expect(told).toContain("MAIN-K21");
    expect(told).not.toContain("SIDE-K21");
  });

  it("K21: the agent's answer in the words of its sub-agent is another one", async () => {
    await send("UserPromptSubmit", { prompt: "go" });
    writeFileSync(file, line("assistant", "All green.", { isSidechain: true }) + line("assistant", "All green."));
    await send("Stop", { last_assistant_message: "All green." });
    await caughtUp(test.app);
    expect(spoken()).toEqual([
      { text: "All green.", tool_name: null },
      { text: "All green.", tool_name: "subagent" },
    ]);
  });

  it("what was read is not read again, and what another session wrote there is not taken", async () => {
    await send("UserPromptSubmit", { prompt: "go" });
    writeFileSync(file, line("assistant", "one") + line("assistant", "ELSEWHERE", { sessionId: "s-2" }));
    await send("Stop");
    await caughtUp(test.app);
    const size = statSync(file).size;
    appendFileSync(file, line("assistant", "two"));
    await send("SessionEnd");
    await caughtUp(test.app);
    expect(said()).toEqual(["one", "two"]);
    const again = await readTail(file, { offset: size, inode: statSync(file).ino }, test.home);
    expect(again?.lines).toHaveLength(1);
  });

  it("takes nothing of earlier turns, nor while capture is paused", async () => {
    writeFileSync(file, line("user", "OLD-PROMPT") + line("assistant", "OLD-ANSWER"));
    test.clock.now += 60_000;
    await send("UserPromptSubmit", { prompt: "go" });
    appendFileSync(file, line("assistant", "of this turn"));
    await send("Stop");
    await caughtUp(test.app);
    expect(said()).toEqual(["of this turn"]);
    setPause(test.app, { scope: "session", id: 1, what: "capture", paused: true }, PERSON);
    appendFileSync(file, line("assistant", "WHILE-PAUSED"));
    await send("Stop", { last_assistant_message: "WHILE-PAUSED" });
    await caughtUp(test.app);
    setPause(test.app, { scope: "session", id: 1, what: "capture", paused: false }, PERSON);
    test.clock.now += 60_000;
    await send("UserPromptSubmit", { prompt: "again" });
    await send("Stop", { last_assistant_message: "after" });
    await caughtUp(test.app);
    expect(said()).toEqual(["of this turn", "after"]);
  });

  it("of a session that is not known yet takes the last prompt and what follows", async () => {
    writeFileSync(
      file,
      line("user", "OLD-PROMPT") +
        line("assistant", "OLD-ANSWER") +
        line("user", "last one") +
        line("assistant", "its answer"),
    );
    await send("Stop");
    await caughtUp(test.app);
    expect(said()).toEqual(["its answer"]);
    expect(column(test.app, "SELECT text FROM prompts")).toEqual(["last one"]);
  });

  it("K06: a transcript that is gone, or none, costs nothing", async () => {
    await send("UserPromptSubmit", { prompt: "go" });
    expect((await send("SessionEnd", { transcript_path: "/nope/x.jsonl", reason: "exit" })).reply).toMatchObject({
      continue: true,
    });
    expect((await send("SessionEnd", { transcript_path: undefined, reason: "exit" })).reply).toMatchObject({
      continue: true,
    });
    await caughtUp(test.app);
    expect(column(test.app, "SELECT status FROM sessions")).toEqual(["complete"]);
    expect(column(test.app, "SELECT count(*) FROM summaries")).toEqual([0]);
  });
});

describe("readTail", () => {
  const bytes = Buffer.from(`{"a":"一行"}\n{"b":"HALF-K07 半行"}\n`);

  it("K07: a line that is cut inside a letter is left for the next look, and then read whole, also after a restart", async () => {
    const cut = bytes.indexOf(Buffer.from("半")) + 1;
    writeFileSync(file, bytes.subarray(0, cut));
    const first = await readTail(file, undefined, test.home);
    expect(first?.lines).toEqual(['{"a":"一行"}']);
    appendFileSync(file, bytes.subarray(cut));
    expect((await readTail(file, first?.tail, test.home))?.lines).toEqual(['{"b":"HALF-K07 半行"}']);
    expect((await readTail(file, undefined, test.home))?.lines).toHaveLength(2);
  });

  it("of a long file reads whole lines of its end; one that was cut or replaced from its beginning", async () => {
    const long = Array.from({ length: 3000 }, (_, at) => JSON.stringify({ at, pad: "x".repeat(1000) })).join("\n");
    writeFileSync(file, `${long}\n`);
    const read = await readTail(file, undefined, test.home);
    const lines = read?.lines ?? [];
    expect(lines.length).toBeGreaterThan(1500);
    expect(lines.length).toBeLessThan(2200);
    expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({ at: 2999 });
    expect(() => lines.map((one) => JSON.parse(one) as unknown)).not.toThrow();
    writeFileSync(file, '{"new":1}\n');
    expect((await readTail(file, read?.tail, test.home))?.lines).toEqual(['{"new":1}']);
  });

  it("reads no relative path, no folder, nothing but .jsonl, and nothing of our own", async () => {
    writeFileSync(file, '{"a":1}\n');
    mkdirSync(join(folder, "d.jsonl"));
    writeFileSync(join(folder, "passwd"), '{"a":1}\n');
    symlinkSync(join(folder, "passwd"), join(folder, "link.jsonl"));
    symlinkSync(file, join(folder, "good.jsonl"));
    writeFileSync(join(test.home, "own.jsonl"), '{"a":1}\n');
    for (const path of [
      "s-1.jsonl",
      "../s-1.jsonl",
      join(folder, "d.jsonl"),
      join(folder, "passwd"),
      join(folder, "link.jsonl"),
      join(test.home, "own.jsonl"),
      `${file}\0.jsonl`,
      join(folder, "none.jsonl"),
    ])
      expect([path, await readTail(path, undefined, test.home)]).toEqual([path, null]);
    expect((await readTail(join(folder, "good.jsonl"), undefined, test.home))?.lines).toEqual(['{"a":1}']);
  });
});
