import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { resolveConfig } from "../config";
import { type Answer, envelope, type Gateway, startGateway, TOKEN } from "../testing";
import { createContextEngine, type ContextEngine } from "./openclaw";
import { createOutbox } from "./openclaw-outbox";

let root: string;
let dir: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "keepsake-openclaw-"));
  dir = join(root, "state");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

interface Made {
  engine: ContextEngine;
  log: string[];
  delegated: unknown[];
}

/** As the plugin makes it, with a host of the test's own. */
function make(gateway: Gateway, own: Parameters<typeof resolveConfig>[0] = {}, now?: () => number): Made {
  const log: string[] = [];
  const delegated: unknown[] = [];
  const config = resolveConfig({ apiBase: gateway.url, agentId: "agt", agentToken: TOKEN, ...own });
  const tell = (line: string) => void log.push(line);
  const outbox = createOutbox({ dir, flushEveryTurns: config.flushEveryTurns, log: tell, ...(now ? { now } : {}) });
  const engine = createContextEngine({
    config,
    outbox,
    delegateCompaction: (params) => Promise.resolve({ ok: true, compacted: delegated.push(params) === 1 }),
    log: tell,
  });
  return { engine, log, delegated };
}
const turn = (n: number) => [
  { role: "user", content: `question ${n}`, timestamp: 1_790_000_000_000 + n },
  {
    role: "assistant",
    content: [
      { type: "thinking", thinking: "hidden" },
      { type: "text", text: `looking ${n}` },
      { type: "toolCall", id: `c-${n}`, name: "read", arguments: { path: "a.ts" } },
    ],
    timestamp: 1_790_000_000_001 + n,
  },
  { role: "toolResult", toolCallId: `c-${n}`, content: [{ type: "text", text: "the file" }] },
  { role: "assistant", content: [{ type: "text", text: `answer ${n}` }] },
];
const commit = ({ engine }: Made, n: number, more: object = {}) =>
  engine.commitTurn({ sessionId: "s-1", advancementKey: `turn-${n}`, messages: turn(n), ...more });
const paths = (gateway: Gateway) => gateway.seen.map(({ path }) => path.replace("/api/v1/mem/", ""));
const body = (gateway: Gateway, at: number) => gateway.seen[at]?.body as Record<string, unknown>;
const once =
  (fault: Answer, then: Answer): Answer =>
  (seen, response, count) =>
    (count === 1 ? fault : then)(seen, response, count);
const down: Answer = (_seen, response) => response.destroy();

describe("turns", () => {
  it("V69: an accepted turn goes whole, as one turn of the hook channel; the same key again is a duplicate", async () => {
    const gateway = await startGateway(envelope({ messageCount: 4 }));
    const made = make(gateway);
    expect(await commit(made, 1)).toEqual({ status: "committed" });
    await made.engine.dispose();
    expect(body(gateway, 0)).toMatchObject({
      conversationId: "s-1",
      channel: "hook",
      turns: 1,
      sync: true,
      flush: false,
    });
    const messages = body(gateway, 0)["messages"] as Record<string, unknown>[];
    expect(messages.map(({ role, content }) => [role, content])).toEqual([
      ["user", "question 1"],
      ["assistant", "looking 1"],
      ["tool", "the file"],
      ["assistant", "answer 1"],
    ]);
    expect(messages[1]?.["toolCalls"]).toEqual([
      { id: "c-1", type: "function", name: "read", arguments: '{"path":"a.ts"}' },
    ]);
    expect(await commit(made, 1)).toEqual({ status: "duplicate" });
    expect(await commit(make(gateway), 1)).toEqual({ status: "duplicate" });
    await made.engine.dispose();
    expect(gateway.seen).toHaveLength(1);
  });

  it("V69: what a gateway that is away did not take is kept, private, and goes later in order under the same ids", async () => {
    const gateway = await startGateway(once(down, envelope({ messageCount: 4 })));
    const first = make(gateway);
    expect(await commit(first, 1)).toEqual({ status: "committed" });
    await first.engine.dispose();
    expect(first.log.join()).toContain("waits to be sent again");
    const [waiting = ""] = readdirSync(dir).filter((name) => name.endsWith(".turn.json"));
    expect([statSync(dir).mode & 0o777, statSync(join(dir, waiting)).mode & 0o777]).toEqual([0o700, 0o600]);
    const second = make(gateway);
    await commit(second, 2);
    await second.engine.dispose();
    expect(paths(gateway)).toEqual(["agent-memory", "agent-memory", "agent-memory"]);
    const ids = gateway.seen.map(({ headers }) => headers["requestid"]);
    expect(ids[0]).toBe(ids[1]);
    expect(ids[2]).not.toBe(ids[1]);
    expect(ids[0]).toMatch(/^[\w-]{1,128}$/);
    expect((body(gateway, 2)["messages"] as { content: string }[])[0]?.content).toBe("question 2");
    expect(readdirSync(dir).filter((name) => name.endsWith(".turn.json"))).toEqual([]);
  });

  it("V69: a turn that the gateway refuses holds up no other", async () => {
    const gateway = await startGateway(
      once(envelope(null, { http: 400, status: 40001, error: "no" }), envelope({ messageCount: 4 })),
    );
    const made = make(gateway);
    await commit(made, 1);
    await made.engine.dispose();
    await commit(made, 2);
    await made.engine.dispose();
    expect(made.log.join()).toContain("given up");
    expect(gateway.seen).toHaveLength(2);
    expect((body(gateway, 1)["messages"] as { content: string }[])[0]?.content).toBe("question 2");
  });

  it("V68, V69: a turn larger than a request goes in several, and is one turn", async () => {
    const gateway = await startGateway(envelope({ messageCount: 4 }));
    const made = make(gateway);
    const results = Array.from({ length: 20 }, (_, at) => [
      { role: "assistant", content: [{ type: "toolCall", id: `t-${at}`, name: "read", arguments: { at } }] },
      { role: "toolResult", toolCallId: `t-${at}`, content: "z".repeat(100_000) },
      { role: "custom", content: "not a message of ours" },
    ]).flat();
    const messages = [{ role: "user", content: "read all" }, ...results];
    await made.engine.commitTurn({ sessionId: "s-1", advancementKey: "k", messages });
    await made.engine.dispose();
    expect(gateway.seen.length).toBeGreaterThan(3);
    const turns = gateway.seen.map(({ body: sent }) => (sent as { turns: number }).turns);
    expect(turns).toEqual([...Array<number>(turns.length - 1).fill(0), 1]);
    for (const { body: sent } of gateway.seen) expect(JSON.stringify(sent).length).toBeLessThan(300 * 1024);
    expect(gateway.seen.flatMap(({ body: sent }) => (sent as { messages: unknown[] }).messages)).toHaveLength(41);
  });

  it("V69: flushes every so many turns and before a compaction, which stays the host's", async () => {
    const gateway = await startGateway(envelope({ messageCount: 4 }));
    const made = make(gateway, { flushEveryTurns: 2 });
    for (const n of [1, 2, 3]) {
      await commit(made, n);
      await made.engine.dispose();
    }
    expect(gateway.seen.map(({ body: sent }) => (sent as { flush: boolean }).flush)).toEqual([
      false,
      false,
      true,
      false,
    ]);
    const params = { sessionId: "s-1", force: true };
    expect(await made.engine.compact(params)).toEqual({ ok: true, compacted: true });
    expect(made.delegated).toEqual([params]);
    expect(body(gateway, 4)).toMatchObject({ conversationId: "s-1", messages: [], flush: true });
    const dead = make(await startGateway(down));
    expect(await dead.engine.compact(params)).toEqual({ ok: true, compacted: true });
  });

  it("V69: a flush that fails is asked for again with its turn, which is counted once", async () => {
    let isDown = true;
    const gateway = await startGateway((seen, response, count) => {
      const isFlush = (seen.body as { flush?: boolean }).flush === true;
      (isFlush && isDown ? down : envelope({ messageCount: 4 }))(seen, response, count);
    });
    const made = make(gateway, { flushEveryTurns: 2 });
    for (const n of [1, 2]) {
      await commit(made, n);
      await made.engine.dispose();
    }
    isDown = false;
    await commit(made, 3);
    await made.engine.dispose();
    const flushes = gateway.seen.map(({ body: sent }) => (sent as { flush: boolean }).flush);
    expect(flushes).toEqual([false, false, true, false, true, false]);
  });

  it("V60: a key that only reads keeps nothing, and a heartbeat is no turn", async () => {
    const gateway = await startGateway(envelope({}));
    const reader = make(gateway, { agentToken: "", apiKey: TOKEN.replace("evt", "emk") });
    expect(await commit(reader, 1)).toEqual({ status: "committed" });
    await commit(make(gateway), 2, { isHeartbeat: true });
    expect(gateway.seen).toEqual([]);
  });

  it("V69: private text and secrets are not even kept; what cannot be kept is not called committed", async () => {
    const gateway = await startGateway(down);
    const made = make(gateway);
    const secret = ["ghp", "0123456789abcdefghijklmnopqrstuvwxyz"].join("_");
    const messages = [{ role: "user", content: `token ${secret} <private>my diary</private> use it` }];
    await made.engine.commitTurn({ sessionId: "../../s", advancementKey: "k", messages });
    await made.engine.dispose();
    const files = readdirSync(dir).map((name) => readFileSync(join(dir, name), "utf8"));
    expect(files.join()).toContain("use it");
    for (const text of [secret, "diary"]) expect(files.join()).not.toContain(text);
    expect(readdirSync(root)).toEqual(["state"]);
    rmSync(dir, { recursive: true });
    writeFileSync(dir, "no folder");
    await expect(commit(made, 1)).rejects.toThrow();
  });

  it("V69: what memory brought back is not sent again", async () => {
    const gateway = await startGateway(envelope({ messageCount: 3 }));
    const messages = [
      { role: "user", content: "why?" },
      { role: "assistant", content: [{ type: "toolCall", id: "c", name: "mem_search", arguments: { query: "why" } }] },
      { role: "toolResult", toolCallId: "c", content: [{ type: "text", text: "remembered" }] },
    ];
    const { engine } = make(gateway);
    await engine.commitTurn({ sessionId: "s", advancementKey: "k", messages });
    await engine.dispose();
    expect(JSON.stringify(gateway.seen)).toContain("mem_search");
    expect(JSON.stringify(gateway.seen)).not.toContain("remembered");
  });

  it("V69: many turns at once are kept in their order, each once", async () => {
    const gateway = await startGateway(envelope({ messageCount: 4 }));
    // All within one millisecond.
    const made = make(gateway, { flushEveryTurns: 0 }, () => 1_790_000_000_000);
    const numbers = Array.from({ length: 40 }, (_, n) => n);
    const statuses = await Promise.all([...numbers, ...numbers].map((n) => commit(made, n)));
    expect(statuses.filter(({ status }) => status === "committed")).toHaveLength(40);
    await made.engine.dispose();
    expect(gateway.seen).toHaveLength(40);
    await commit(made, 99);
    await made.engine.dispose();
    const asked = gateway.seen.map(
      ({ body: sent }) => (sent as { messages: { content: string }[] }).messages[0]?.content,
    );
    expect(asked).toEqual([...numbers, 99].map((n) => `question ${n}`));
  });
});

describe("recall", () => {
  const rows = { items: [{ summary: "the login was fixed", score: 0.9 }] };

  it("V69: adds what is remembered to the system prompt, once for all model calls of a prompt, and leaves the messages", async () => {
    const gateway = await startGateway(envelope(rows));
    const { engine } = make(gateway);
    const messages = turn(1);
    const answers = [];
    for (let call = 0; call < 3; call += 1)
      answers.push(await engine.assemble({ sessionId: "s-1", messages, prompt: "why does the login fail?" }));
    for (const one of answers) {
      expect(one.messages).toBe(messages);
      expect(one.systemPromptAddition).toContain("the login was fixed");
      expect(one.estimatedTokens).toBeGreaterThan(50);
    }
    expect(paths(gateway)).toEqual(["search"]);
    const older = [{ role: "user", content: [{ type: "text", text: "and why did the deploy fail?" }] }];
    await engine.assemble({ sessionId: "s-1", messages: older });
    expect(body(gateway, 1)["query"]).toBe("and why did the deploy fail?");
  });

  it("V34, V69: a reset asks nothing; a gateway that is away changes nothing", async () => {
    const gateway = await startGateway(down);
    const { engine, log } = make(gateway);
    const messages = turn(1);
    expect(await engine.assemble({ sessionId: "s", messages, prompt: "/new and then some words" })).not.toHaveProperty(
      "systemPromptAddition",
    );
    expect(gateway.seen).toHaveLength(0);
    const answer = await engine.assemble({ sessionId: "s", messages, prompt: "why does the login fail?" });
    expect([answer.messages, answer.systemPromptAddition]).toEqual([messages, undefined]);
    expect(log.join()).toContain("reached");
  });

  it("V69: says what the host asks for before it commits turns to an engine", async () => {
    const { engine } = make(await startGateway(down));
    expect(engine.info).toMatchObject({
      id: "keepsake-everme",
      ownsCompaction: false,
      transcriptSemantics: {
        currentTurnFence: "before-current-turn-entry-v1",
        turnAdvancementIdempotency: "atomic-idempotent-v1",
      },
    });
    expect(await engine.ingest()).toEqual({ ingested: false });
    expect(engine).not.toHaveProperty("afterTurn");
  });
});

it("V69: a file that a crash left half written is passed over", async () => {
  const gateway = await startGateway(envelope({ messageCount: 4 }));
  mkdirSync(dir);
  writeFileSync(join(dir, "0000000000000001-ab.turn.json"), '{"id":"ab","sess');
  writeFileSync(join(dir, "0000000000000002-cd.turn.json"), '{"id":7}');
  const made = make(gateway);
  await commit(made, 1);
  await made.engine.dispose();
  expect(gateway.seen).toHaveLength(1);
  expect(readdirSync(dir).filter((name) => name.endsWith(".turn.json"))).toEqual([]);
});
