import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { getSessionTurns } from "../sessions/query";
import { openTestApp, type TestApp } from "../testing";
import { tempFolder } from "../testing/git";
import { filesHolding } from "../testing/scan-home";
import { ingest } from "./ingest";
import { activeEvents, bash, column, endOf, hook, lines, prompt, rows } from "./testing";

let test: TestApp;

beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

const events = () => activeEvents(test.app);
const send = (...items: unknown[]) => ingest(test.app, items);
const later = (ms: number): void => void (test.clock.now += ms);

describe("payloads", () => {
  it("E01: megabytes of output keep head and tail, and say how much there was", async () => {
    const output = `HEADMARK ${"lorem ipsum ".repeat(600_000)} TAILMARK`;
    expect(await send(bash(output))).toMatchObject({ accepted: 1 });
    const [row] = events();
    expect(row?.["original_chars"]).toBe(output.length);
    const text = String(row?.["text"]);
    expect(text.length).toBeLessThan(70_000);
    expect(text.startsWith("HEADMARK")).toBe(true);
    expect(text.endsWith("TAILMARK")).toBe(true);
    expect(text).toContain(String(output.length));
  });

  it("E01: an input of many long strings is shortened, and still JSON that names its file", async () => {
    const edits = Array.from({ length: 200 }, (_, n) => ({
      old_string: `${n}${"a".repeat(5000)}`,
      new_string: "b".repeat(5000),
    }));
    await send(
      hook("PostToolUse", {
        tool_name: "MultiEdit",
        tool_input: { file_path: "/w/app/a.ts", edits },
        tool_response: "ok",
      }),
    );
    const [row] = events();
    expect(String(row?.["input"]).length).toBeLessThanOrEqual(65_536);
    expect(JSON.parse(String(row?.["input"]))).toMatchObject({ file_path: "/w/app/a.ts" });
    expect(row?.["files"]).toBe('["/w/app/a.ts"]');
  });

  it("E04: lone surrogates are stored as valid text, and the session can be read", async () => {
    const raw = '"SURMARK \\udc88 end \\ud83d"';
    await send(bash(JSON.parse(raw)));
    const { turns } = getSessionTurns(test.app.db, 1, { after: -1, limit: 10 });
    const text = turns[0]?.events[0]?.text ?? "";
    expect(text).toContain("SURMARK");
    expect(Buffer.from(text, "utf8").toString("utf8")).toBe(text);
  });

  it("E06: what follows a NUL is kept", async () => {
    await send(bash("before\u0000AFTERNUL tail"));
    const text = String(events()[0]?.["text"]);
    expect(text).toContain("AFTERNUL tail");
    expect(text).not.toContain("\u0000");
  });

  it("E09: a secret fifty levels deep is gone, twenty thousand levels are survived", async () => {
    const deep = (levels: number, value: unknown): unknown => {
      let nested = value;
      for (let level = 0; level < levels; level++) nested = { a: nested };
      return nested;
    };
    expect(
      await send(bash(deep(20_000, "x")), bash(deep(50, { password: ["hunter2", "DEEP"].join("-") }))),
    ).toMatchObject({ accepted: 2 });
    expect(filesHolding(test.home, "hunter2-DEEP")).toEqual([]);
  });

  it("E10: text blocks are kept in order, others as a note", async () => {
    await send(
      bash([
        { type: "text", text: "ARR-ONE" },
        { type: "tool_reference", tool_name: "x" },
        { type: "text", text: "ARR-TWO" },
      ]),
    );
    expect(events()).toMatchObject([{ text: "ARR-ONE\n[tool_reference: x]\nARR-TWO" }]);
  });

  it("E12: a path that appears in text or input is text, its file is never opened", async () => {
    const folder = tempFolder();
    const path = join(folder, "full-output.txt");
    writeFileSync(path, "CONTENT-E12");
    const text = `Output too large. Full output saved to: ${path}`;
    await send(
      bash(text, { transcript_path: path }),
      hook("PostToolUse", { tool_name: "Read", tool_input: { file_path: path }, tool_response: `see ${path}` }),
      hook("Stop", { transcript_path: path }),
      hook("SessionEnd", { transcript_path: path }),
    );
    rmSync(folder, { recursive: true });
    expect(events()).toMatchObject([
      { text, files: "[]" },
      { text: `see ${path}`, files: JSON.stringify([path]) },
    ]);
    expect(filesHolding(test.home, "CONTENT-E12")).toEqual([]);
  });

  it("E14: a Windows path round-trips byte for byte", async () => {
    const path = "C:\\Users\\uabcdef\\new\\table.txt";
    await send(
      hook("PostToolUse", { tool_name: "Write", tool_input: { file_path: path }, tool_response: { ok: true } }),
    );
    const { turns } = getSessionTurns(test.app.db, 1, { after: -1, limit: 10 });
    expect(turns[0]?.events[0]?.files).toEqual([path]);
    expect(JSON.parse(turns[0]?.events[0]?.input ?? "")).toEqual({ file_path: path });
  });

  it("J13: odd session ids are only ids", async () => {
    const ids = ["../../../outside/pwned", "a/b\\c:d\u0000e", "z".repeat(300)];
    for (const session_id of ids) expect(await send(bash("x", { session_id }))).toMatchObject({ accepted: 1 });
    const result = await send(bash("x", { session_id: "z".repeat(3000) }));
    expect(result.rejected).toHaveLength(1);
    expect(result.rejected[0]?.error.length).toBeLessThan(200);
  });
});

describe("privacy", () => {
  it("P01: the private part of a prompt is nowhere in the data folder", async () => {
    await send(prompt("fix login <private>SECRET-P1</private> please"));
    expect(column(test.app, "SELECT text FROM prompts")[0]).toMatch(/^fix login\s+please$/);
    expect(filesHolding(test.home, "SECRET-P1")).toEqual([]);
  });

  it("P02, M6: of a turn whose prompt is wholly private nothing is kept; the next turn works", async () => {
    await send(prompt("<private>only SECRET-P2</private>"));
    later(1000);
    const turn = await send(bash("ok SECRET-OUTPUT"), hook("Stop", { last_assistant_message: "SECRET-ANSWER" }));
    expect(turn).toMatchObject({ accepted: 0, skipped: { private: 2 } });
    later(1000);
    expect(await send(prompt("a normal one"), bash("kept"))).toMatchObject({ accepted: 2 });
    expect(rows(test.app, "SELECT text, is_private, prompt_number FROM prompts ORDER BY id")).toEqual([
      { text: "", is_private: 1, prompt_number: 1 },
      { text: "a normal one", is_private: 0, prompt_number: 2 },
    ]);
    expect(events().map((row) => row["text"])).toEqual(["kept"]);
    for (const text of ["SECRET-P2", "SECRET-OUTPUT", "SECRET-ANSWER"])
      expect(filesHolding(test.home, text)).toEqual([]);
    expect(column(test.app, "SELECT key FROM jobs WHERE kind = 'turn.extract'")).toEqual([]);
  });

  it("P02: a private prompt that arrives twice keeps one place", async () => {
    await send(prompt("<private>a</private>"), prompt("<private>a</private>"));
    expect(column(test.app, "SELECT count(*) FROM prompts")).toEqual([1]);
  });

  it("M6: without a prompt row tools are kept", async () => {
    expect(await send(bash("kept"))).toMatchObject({ accepted: 1 });
  });

  it("P06: nested tags end at the outermost end", async () => {
    await send(prompt("a <private>one <private>SECRET-P6a</private> SECRET-P6b</private> KEEP-P6"));
    expect(String(column(test.app, "SELECT text FROM prompts")[0])).toContain("KEEP-P6");
    expect(filesHolding(test.home, "SECRET-P6")).toEqual([]);
  });

  it("M15: private text is out of every string at every depth, keys, blocks and answers included", async () => {
    const hidden = "<PRIVATE x='1'>HIDDEN-M15</PRIVATE>";
    await send(
      bash(
        { a: [{ b: `x ${hidden}`, [`k ${hidden}`]: 1 }] },
        { tool_input: { command: hidden, list: [hidden] }, tool_use_id: hidden },
      ),
      bash([
        { type: "text", text: "<private>HIDDEN" },
        { type: "text", text: "-M15</private> after" },
      ]),
      hook("Stop", { last_assistant_message: `done ${hidden} ok` }),
      hook("PostToolUse", {
        tool_name: `T${hidden}`,
        tool_response: "x",
        gitBranch: `b${hidden}`,
        cwd: `/w/${hidden}/app`,
      }),
      {
        host: "claude-code",
        event: "TranscriptLine",
        payload: { type: "custom-title", sessionId: "s-1", customTitle: `t ${hidden}` },
      },
      hook("SessionEnd", { reason: hidden }),
    );
    for (const text of ["HIDDEN-M15", "HIDDEN"]) expect(filesHolding(test.home, text)).toEqual([]);
  });

  it("M15: private text that spans the blocks of a tool's output or of a message is removed, whatever stands between", async () => {
    await send(
      bash([{ text: "before <private>HIDDEN" }, { text: "-SPAN</private> after" }], { tool_use_id: "t-a" }),
      bash(
        {
          content: [
            { type: "text", text: "x <private>HIDDEN" },
            { type: "image" },
            { type: "text", text: "-SPAN</private> y" },
          ],
        },
        { tool_use_id: "t-b" },
      ),
      bash(
        [
          { type: "config", password: "HIDDEN-SPAN" },
          { type: "text", text: "kept" },
        ],
        { tool_use_id: "t-c" },
      ),
      ...lines([
        {
          type: "assistant",
          sessionId: "s-1",
          uuid: "m-span",
          message: {
            role: "assistant",
            id: "m-1",
            content: [
              { type: "text", text: "open <private>HIDDEN" },
              { type: "tool_use", id: "t-d", name: "Bash", input: { command: "ls" } },
              { type: "text", text: "-SPAN</private> shut" },
            ],
          },
        },
      ]),
    );
    expect(filesHolding(test.home, "SPAN")).toEqual([]);
    expect(
      column(test.app, "SELECT text FROM events WHERE kind = 'message'").map((text) =>
        String(text).replace(/\s+/g, " "),
      ),
    ).toEqual(["open shut"]);
    expect(events().map((row) => row["text"])).toEqual(
      expect.arrayContaining([expect.stringMatching(/^before\s+after$/), expect.stringMatching(/^x\s+y$/)]),
    );
  });

  it("I08: an injected block that comes back with a prompt or a line is not stored again", async () => {
    const block = "<keepsake-memory>\nThe deploy key lives in MARK-I08\n</keepsake-memory>";
    for (let round = 0; round < 5; round++) {
      later(100_000);
      await send(prompt(`${block}\n\nquestion ${round}`));
      later(1000);
      await send(
        ...lines([
          {
            type: "assistant",
            sessionId: "s-1",
            uuid: `a-${round}`,
            message: { role: "assistant", content: `${block}answer ${round}` },
          },
        ]),
      );
    }
    expect(column(test.app, "SELECT text FROM prompts ORDER BY id")).toEqual(
      [0, 1, 2, 3, 4].map((n) => `question ${n}`),
    );
    expect(filesHolding(test.home, "MARK-I08")).toEqual([]);
  });

  it("S08: a token is clean in raw metadata, live and imported", async () => {
    const token = ["gh", "p_", "z9Y8x7W6v5U4t3S2r1Q0p9O8n7M6l5K4j3I2"].join("");
    await send(
      bash({ stdout: token, stderr: "", interrupted: false }),
      ...lines([
        {
          type: "user",
          sessionId: "s-1",
          uuid: "u-1",
          toolUseResult: { stdout: token },
          message: { role: "user", content: [{ type: "tool_result", tool_use_id: "t-1", content: token }] },
        },
      ]),
      endOf("s-1"),
    );
    expect(events()).toHaveLength(2);
    expect(filesHolding(test.home, "z9Y8x7W6v5U4")).toEqual([]);
  });
});
