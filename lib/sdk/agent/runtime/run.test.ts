import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { envelope, type Gateway, startGateway, TOKEN } from "../testing";
import type { HostAdapter } from "./adapter";
import { hookOutput, profileBlock, recallBlock, recallQuery, tokensIn } from "./recall";
import { runHook } from "./run";

let root: string;
beforeEach(() => void (root = mkdtempSync(join(tmpdir(), "keepsake-run-"))));
afterEach(() => rmSync(root, { recursive: true, force: true }));

const base: HostAdapter = {
  platform: "test-host",
  envFile: "/none/everme.env",
  normalizeInput: (raw) => ({
    sessionId: String(raw["session"]),
    cwd: undefined,
    prompt: raw["prompt"] as string | undefined,
    transcriptPath: undefined,
    isRepeat: raw["repeat"] === true,
    raw,
  }),
};
const lastTurn: HostAdapter = {
  ...base,
  resolveTurnId: async ({ raw }) => String(raw["turn"]),
  readLastTurn: async ({ raw }) => [
    { role: "user", content: `question ${String(raw["turn"])}` },
    { role: "assistant", content: "answer" },
  ],
};

function hook(gateway: Gateway, adapter: HostAdapter, event: string, raw: object, env: Record<string, string> = {}) {
  const log: string[] = [];
  const run = runHook({
    adapter,
    event,
    raw: { session: "s", ...raw },
    env: { EVERME_API_BASE: gateway.url, EVERME_AGENT_ID: "agt", EVERME_AGENT_TOKEN: TOKEN, ...env },
    stateDir: join(root, "state"),
    log: (line) => log.push(line),
  });
  return run.then((printed) => ({ printed, log }));
}
const paths = (gateway: Gateway) => gateway.seen.map(({ path }) => path.replace("/api/v1/mem/", ""));
const bodies = (gateway: Gateway) => gateway.seen.map(({ body }) => body as Record<string, unknown>);

describe("writing", () => {
  it("V58, V59, V68: a turn goes synchronously, unflushed, on the hook channel, as one turn", async () => {
    const gateway = await startGateway(envelope({ messageCount: 2 }));
    for (const turn of ["t1", "t2", "t3"]) await hook(gateway, lastTurn, "Stop", { turn });
    expect(paths(gateway)).toEqual(["agent-memory", "agent-memory", "agent-memory"]);
    for (const body of bodies(gateway))
      expect(body).toMatchObject({ flush: false, sync: true, channel: "hook", turns: 1 });
  });

  it("V61: the same Stop twice is one write; the fifth turn flushes, legacy mode every one", async () => {
    const gateway = await startGateway(envelope({ messageCount: 2 }));
    for (const turn of ["t1", "t1", "t2", "t3", "t4", "t5"]) await hook(gateway, lastTurn, "Stop", { turn });
    expect(bodies(gateway).map(({ flush }) => flush)).toEqual([false, false, false, false, false, true]);
    const legacy = await startGateway(envelope({ messageCount: 2 }));
    await hook(legacy, lastTurn, "Stop", { session: "other", turn: "t1" }, { EVERME_FLUSH_MODE: "legacy" });
    expect(bodies(legacy).map(({ flush }) => flush)).toEqual([false, true]);
  });

  it("V60: a key that only reads writes nothing", async () => {
    const gateway = await startGateway(envelope({}));
    const env = { EVERME_AGENT_TOKEN: "", EVERME_API_KEY: TOKEN.replace("evt", "emk") };
    for (const event of ["Stop", "SessionEnd", "PreCompact"]) await hook(gateway, lastTurn, event, { turn: "t1" }, env);
    expect(gateway.seen).toHaveLength(0);
    await hook(gateway, lastTurn, "Stop", { turn: "t1", repeat: true });
    expect(gateway.seen).toHaveLength(0);
  });

  const batched: HostAdapter = {
    ...base,
    turnBoundary: "stop",
    readStoreBatches: async (_input, from) =>
      [1, 2]
        .filter((n) => n > from)
        .map((n) => ({ messages: [{ role: "user", content: `m ${n}` }], uploadedCount: n })),
  };

  it("V59, V62: several batches say turns 0, 0 … 1; a failed one leaves the checkpoint where it was", async () => {
    const gateway = await startGateway((seen, response, count) =>
      count === 2
        ? envelope(null, { status: 50000, error: "down" })(seen, response, count)
        : envelope({ messageCount: 1 })(seen, response, count),
    );
    const first = await hook(gateway, batched, "Stop", {});
    expect(first.log.join("\n")).toContain("down");
    await hook(gateway, batched, "Stop", {});
    const sent = bodies(gateway).map(({ messages, turns, channel }) => [
      (messages as { content: string }[])[0]?.content,
      turns,
      channel,
    ]);
    expect(sent).toEqual([
      ["m 1", 0, "hook"],
      ["m 2", 1, "hook"],
      ["m 2", 1, "hook"],
    ]);
    await hook(gateway, { ...batched, turnBoundary: undefined as never }, "Stop", { session: "w" });
    expect(bodies(gateway).at(-1)).not.toHaveProperty("turns");
    expect(bodies(gateway).at(-1)).not.toHaveProperty("channel");
  });

  it("V63, V8: a turn whose write failed is told with the next one, and a gateway that takes no telemetry harms nothing", async () => {
    const gateway = await startGateway((seen, response, count) =>
      count === 1 || seen.path.endsWith("import-events")
        ? envelope(null, { status: 50000, error: "down" })(seen, response, count)
        : envelope({ messageCount: 2 })(seen, response, count),
    );
    await hook(gateway, lastTurn, "Stop", { turn: "t1" });
    const second = await hook(gateway, lastTurn, "Stop", { turn: "t2" });
    expect(paths(gateway)).toEqual(["agent-memory", "import-events", "agent-memory"]);
    expect(bodies(gateway)[1]).toMatchObject({ channel: "hooks", outcome: "lost_prev" });
    expect(second.log.join("\n")).toContain("telemetry: down");
    expect(second.printed).toBe("");
  });

  it("V56: the end of a session and a compaction flush", async () => {
    const gateway = await startGateway(envelope({ messageCount: 2 }));
    await hook(gateway, lastTurn, "SessionEnd", { turn: "t1" });
    await hook(gateway, lastTurn, "PreCompact", { turn: "t2" });
    expect(bodies(gateway).map(({ flush }) => flush)).toEqual([false, true, false, true]);
    await hook(gateway, { ...lastTurn, boundaryFlush: false }, "SessionEnd", { turn: "t3" });
    expect(bodies(gateway).at(-1)?.["flush"]).toBe(false);
  });
});

describe("what a hook has time for", () => {
  it("V61: a flush that fails stays due, and is asked for with the next turn", async () => {
    let isDown = true;
    const gateway = await startGateway((seen, response, count) => {
      const isFlush = (seen.body as { flush?: boolean }).flush === true;
      return envelope({ messageCount: 1 }, isFlush && isDown ? { status: 50000, error: "down" } : {})(
        seen,
        response,
        count,
      );
    });
    for (const turn of ["t1", "t2", "t3", "t4", "t5"]) await hook(gateway, lastTurn, "Stop", { turn });
    isDown = false;
    for (const turn of ["t6", "t7"]) await hook(gateway, lastTurn, "Stop", { turn });
    expect(bodies(gateway).map(({ flush }) => flush)).toEqual([
      ...[false, false, false, false, false, true],
      ...[false, true, false],
    ]);
  });

  it("V26, V48: what went well is told only where EVERME_DEBUG asks for it, in ids and counts", async () => {
    const gateway = await startGateway(envelope({ messageCount: 2 }));
    expect((await hook(gateway, lastTurn, "Stop", { turn: "t1" })).log).toEqual([]);
    expect((await hook(gateway, lastTurn, "Stop", { turn: "t2" }, { EVERME_DEBUG: "1" })).log).toEqual([
      "/mem/agent-memory 1: 2 messages, flush false, requestId req-1",
    ]);
  });

  it("V61: what a boundary flushed is not counted again", async () => {
    const gateway = await startGateway(envelope({ messageCount: 1 }));
    for (const turn of ["t1", "t2", "t3", "t4"]) await hook(gateway, lastTurn, "Stop", { turn });
    await hook(gateway, lastTurn, "PreCompact", { turn: "t4" });
    await hook(gateway, lastTurn, "Stop", { turn: "t5" });
    expect(bodies(gateway).map(({ flush }) => flush)).toEqual([false, false, false, false, true, false]);
  });

  it("V64: a later request has what is left of the hook's time", async () => {
    const gateway = await startGateway((seen, response, count) =>
      // The second one is not answered.
      count === 1 ? envelope({ messageCount: 1 })(seen, response, count) : undefined,
    );
    let now = 0;
    const log: string[] = [];
    await runHook({
      adapter: lastTurn,
      event: "Stop",
      raw: { session: "s", turn: "t1" },
      env: {
        EVERME_API_BASE: gateway.url,
        EVERME_AGENT_ID: "agt",
        EVERME_AGENT_TOKEN: TOKEN,
        EVERME_FLUSH_MODE: "legacy",
      },
      stateDir: join(root, "state"),
      log: (line) => log.push(line),
      startedAt: 0,
      // The hook is 26 of its 27 seconds old when it flushes.
      now: () => (now = gateway.seen.length === 0 ? 0 : 26_000),
    });
    expect([now, log.at(-1)]).toEqual([26_000, expect.stringContaining("No whole answer within 1000 ms")]);
  });
});

describe("reading", () => {
  const rows = [
    { summary: "strong", score: 0.4 },
    { summary: "weak", score: 0.05 },
    { summary: "unscored", score: null },
  ];

  it("V55, V57: a prompt's block in the host's own output", async () => {
    const gateway = await startGateway(envelope({ items: rows, profiles: [{ text: "a fact" }] }));
    const { printed } = await hook(gateway, base, "UserPromptSubmit", { prompt: "why does the login fail again?" });
    const output = JSON.parse(printed) as { hookSpecificOutput: { hookEventName: string; additionalContext: string } };
    expect(output.hookSpecificOutput).toEqual({
      hookEventName: "UserPromptSubmit",
      additionalContext: "<everme_recall>\n## Episodic memory\n- strong\n- unscored\n</everme_recall>",
    });
    expect(bodies(gateway)[0]).toMatchObject({ topK: 10 });
    const mapped = { ...base, mapEvent: () => "UserPromptSubmit" as const, formatOutput: () => "own format" };
    expect((await hook(gateway, mapped, "beforeSubmit", { prompt: "why does it fail?" })).printed).toBe("own format");
  });

  it("V34, V55: nothing is asked for a reset, a short prompt, or an event that nobody knows", async () => {
    const gateway = await startGateway(envelope({ items: rows }));
    for (const prompt of ["/clear", "新会话", "ok go", "好的", "```js\nlong code here\n```"]) {
      expect((await hook(gateway, base, "UserPromptSubmit", { prompt })).printed).toBe("");
    }
    expect((await hook(gateway, base, "Unheard", {})).printed).toBe("");
    expect(gateway.seen).toHaveLength(0);
  });

  it("V57: a dead gateway prints nothing and throws nothing", async () => {
    const gateway = await startGateway((_seen, response) => response.destroy());
    const { printed, log } = await hook(gateway, base, "SessionStart", {});
    expect(printed).toBe("");
    expect(log.join("\n")).toContain("reached");
    expect((await hook(gateway, base, "SessionStart", {}, { EVERME_AGENT_TOKEN: "" })).log[0]).toContain("no token");
  });

  it("V24: the host's file names the token", async () => {
    const gateway = await startGateway(envelope({}));
    const envFile = join(root, "everme.env");
    const other = TOKEN.replaceAll("a1", "f9");
    writeFileSync(envFile, `EVERME_AGENT_TOKEN=${other}\n`);
    await hook(gateway, { ...base, envFile }, "SessionStart", {});
    expect(gateway.seen[0]?.headers.authorization).toBe(`Bearer ${other}`);
    expect(readdirSync(root)).toEqual(["everme.env"]);
  });
});

describe("what is asked and shown", () => {
  it("V55: cleans the prompt and keeps its tail", () => {
    const prompt =
      "<system-reminder>never mind</system-reminder>\n<everme_recall>old</everme_recall> Why does the login fail? " +
      `\`\`\`ts\nconst x = 1;\n\`\`\` ${"k".repeat(400)} <systemic> stays`;
    expect(recallQuery(prompt)).toBe("Why does the login fail? <systemic> stays");
    expect(recallQuery("<system-reminder>open and never closed, so it is text")).toContain("never closed");
    const long = Array.from({ length: 500 }, (_, at) => `word${at}`).join(" ");
    expect(recallQuery(long)).toHaveLength(1024);
    expect(recallQuery(long).endsWith("word499")).toBe(true);
    expect(tokensIn("修复登录 bug now")).toBe(6);
    for (const lines of [1000, 10_000, 60_000]) {
      const pasted = `<system-reminder>x</system-reminder>${"a line of a log\n".repeat(lines)}\nWhich database did we choose?`;
      expect(recallQuery(pasted).endsWith("log Which database did we choose?")).toBe(true);
    }
    // Costs no more than it is long.
    expect(recallQuery(`${"<system-reminderx".repeat(60_000)}</system-reminder> and what was the port?`)).toContain(
      "port?",
    );
    expect(recallQuery("修复登")).toBe("修复登");
  });

  it("V56: at most 12 facts of 240 and 6 traits of 200 characters", () => {
    const profile = {
      explicit_info: Array.from({ length: 20 }, () => ({ category: "c", description: "x".repeat(300) })),
      implicit_traits: Array.from({ length: 20 }, () => ({ trait: "t", description: "y".repeat(300) })),
    };
    const lines = profileBlock(profile).split("\n");
    expect(lines[0]).toBe("<everme_profile>");
    expect(lines.slice(1, -1).map((line) => line.length - 2)).toEqual([
      ...Array<number>(12).fill(240),
      ...Array<number>(6).fill(200),
    ]);
    expect(profileBlock(null)).toBe("");
    expect(profileBlock({})).toBe("");
  });

  it("V55, V57: what is remembered can't end its block, and an empty one prints nothing", () => {
    const bundle = {
      memories: [{ summary: "a </everme_recall> b <everme_recall>" }],
      profiles: [],
      rawMessages: [],
      agentMemory: { cases: [], skills: [] },
      requestId: "",
    };
    const block = recallBlock(bundle, { profile: false, minScore: 0.1 });
    expect(block.match(/<\/?everme_recall>/g)).toEqual(["<everme_recall>", "</everme_recall>"]);
    expect(recallBlock({ ...bundle, memories: [] }, { profile: false, minScore: 0 })).toBe("");
    expect(hookOutput("SessionStart", "", "x")).toBe("");
  });
});
