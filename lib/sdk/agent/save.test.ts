import { describe, expect, it } from "vitest";
import { flushAgentMemory, saveAgentMemory, type SaveAgentMemoryInput } from "./save";
import { savePersonalMemory } from "./personal";
import { EvermeError } from "./errors";
import { envelope, startGateway } from "./testing";

const turn = (n: number) => [
  { role: "user", content: `question ${n}`, timestamp: 1_710_000_000_000 + n },
  { role: "assistant", content: `answer ${n}`, timestamp: 1_710_000_000_001 + n },
];
const turns = (count: number) => Array.from({ length: count }, (_, n) => turn(n)).flat();

const taking = () =>
  startGateway((seen, response, count) => {
    const { messages = [] } = seen.body as { messages?: unknown[] };
    const result = {
      status: "accumulated",
      messageCount: messages.length,
      flushed: true,
      hookSyncScopeSupported: true,
    };
    envelope(result, { requestId: `req-${count}` })(seen, response, count);
  });

async function bodies(input: Partial<SaveAgentMemoryInput>): Promise<Record<string, unknown>[]> {
  const gateway = await taking();
  await saveAgentMemory(gateway.client(), { conversationId: "s-1", messages: turns(1), ...input });
  return gateway.seen.filter(({ path }) => !path.endsWith("/state")).map(({ body }) => body as Record<string, unknown>);
}

describe("saveAgentMemory", () => {
  it("V36: without a conversation or anything to keep, nothing is sent", async () => {
    const gateway = await taking();
    const client = gateway.client();
    expect(await saveAgentMemory(client, { conversationId: " ", messages: turns(1) })).toBeNull();
    expect(
      await saveAgentMemory(client, { conversationId: "s", messages: [{ role: "system", content: "x" }] }),
    ).toBeNull();
    expect(await saveAgentMemory(client, { conversationId: "s", messages: [], flush: false })).toBeNull();
    expect(gateway.seen).toHaveLength(0);
  });

  it("V5, V16, V42: one request, its answer, and the ids of all", async () => {
    const gateway = await taking();
    const answer = await saveAgentMemory(gateway.client(), { conversationId: "s-1", messages: turns(1) });
    expect(answer).toMatchObject({
      status: "accumulated",
      messageCount: 2,
      flushed: true,
      requestId: "req-1",
      requestIds: ["req-1"],
    });
    expect(gateway.seen[0]).toMatchObject({ method: "POST", path: "/api/v1/mem/agent-memory" });
    expect(gateway.seen[0]?.body).toEqual({
      conversationId: "s-1",
      messages: turns(1),
      flush: true,
    });
  });

  it("V37, V44: a flush alone is one request without messages and turns", async () => {
    const gateway = await taking();
    await flushAgentMemory(gateway.client(), { conversationId: "s-1" });
    await saveAgentMemory(gateway.client(), { conversationId: "s-1", messages: [], flush: true, turns: 3 });
    for (const { body } of gateway.seen) expect(body).toEqual({ conversationId: "s-1", messages: [], flush: true });
    expect(gateway.seen).toHaveLength(2);
  });

  it("V41: flush on the last request only; leading ones are synchronous when a flush follows", async () => {
    const flags = (list: Record<string, unknown>[]) => list.map(({ flush, sync }) => [flush, sync]);
    expect(flags(await bodies({ messages: turns(601) }))).toEqual([
      [false, true],
      [false, true],
      [true, undefined],
    ]);
    expect(flags(await bodies({ messages: turns(300), sync: true }))).toEqual([
      [false, true],
      [true, true],
    ]);
    expect(flags(await bodies({ messages: turns(300), flush: false }))).toEqual([
      [false, undefined],
      [false, undefined],
    ]);
    expect(flags(await bodies({ flush: false, sync: true }))).toEqual([[false, true]]);
  });

  it("V43: turnComplete goes along, the host's turn id does not", async () => {
    const [body] = await bodies({ messages: [{ role: "assistant", content: "a", turnComplete: true, turnId: "t-1" }] });
    expect(body?.["messages"]).toEqual([
      expect.objectContaining({ role: "assistant", content: "a", turnComplete: true }),
    ]);
    expect(JSON.stringify(body)).not.toContain("t-1");
  });

  it("V44: the declared turns stand on the last request, 0 before", async () => {
    const list = await bodies({ messages: turns(300), turns: 300 });
    expect(list.map((body) => body["turns"])).toEqual([0, 300]);
    expect((await bodies({})).map((body) => "turns" in body)).toEqual([false]);
  });

  it("V45: each request says where its turns begin and how many end in it; what is left of a turn goes alone", async () => {
    const list = await bodies({ messages: turns(300), baseTurn: 10, turns: 300 });
    expect(list.map(({ baseTurn, turns: own }) => [baseTurn, own])).toEqual([
      [10, 250],
      [260, 50],
    ]);
    const long = [
      { role: "user", content: "long" },
      ...Array.from({ length: 520 }, (_, n) => ({ role: "assistant", content: `step ${n}`, turnComplete: false })),
      { role: "assistant", content: "done", turnComplete: true },
      ...turn(1),
    ];
    const cut = await bodies({ messages: long, baseTurn: 4, turns: 2 });
    expect(cut.map(({ baseTurn, turns: own, messages }) => [baseTurn, own, (messages as unknown[]).length])).toEqual([
      [4, 0, 500],
      [4, 1, 22],
      [5, 1, 2],
    ]);
  });

  it("V46, V6: a scope is asked for first, and nothing is written where it is not known", async () => {
    const gateway = await taking();
    const messages = turns(300);
    await saveAgentMemory(gateway.client(), { conversationId: "s", messages, channel: "hook", syncScope: "wire" });
    expect(gateway.seen.map(({ path }) => path.replace("/api/v1/mem", ""))).toEqual([
      "/agent-memory/state",
      "/agent-memory",
      "/agent-memory",
    ]);
    expect(gateway.seen[0]?.body).toEqual({ sessions: [{ conversationId: "s", syncScope: "wire" }] });
    expect(gateway.seen.slice(1).map(({ body }) => (body as { syncScope?: string }).syncScope)).toEqual([
      "wire",
      "wire",
    ]);
    const import_ = saveAgentMemory(gateway.client(), {
      conversationId: "s",
      messages,
      channel: "import",
      syncScope: "w",
    });
    await expect(import_).rejects.toThrow(/syncScopeSupported/);
    expect(gateway.seen).toHaveLength(4);
    await flushAgentMemory(gateway.client(), { conversationId: "s" });
    expect(gateway.seen).toHaveLength(5);
  });

  it("V47: client-native-id goes with the hook channel only, on every request; four combinations are refused", async () => {
    const list = await bodies({ messages: turns(300), channel: "hook", deduplication: "client-native-id" });
    expect(list.map((body) => body["deduplication"])).toEqual(["client-native-id", "client-native-id"]);
    const named = [
      { role: "user", content: "a", nativeId: "n-1" },
      { role: "assistant", content: "b", uuid: "u-2" },
    ];
    const idsOf = (body: Record<string, unknown> | undefined) =>
      (body?.["messages"] as { id?: string }[]).map(({ id }) => id);
    const [native] = await bodies({ messages: named, channel: "hook", deduplication: "client-native-id" });
    expect(idsOf(native)).toEqual(["n-1", "u-2"]);
    expect(idsOf((await bodies({ messages: named, channel: "hook" }))[0])).toEqual([undefined, undefined]);
    const gateway = await taking();
    for (const bad of [
      { channel: "import" },
      { channel: "hook", baseTurn: 0 },
      { channel: "hook", offline: true },
      { channel: "hook", syncScope: "w" },
    ]) {
      const input = { conversationId: "s", messages: turns(1), deduplication: "client-native-id" as const, ...bad };
      await expect(saveAgentMemory(gateway.client(), input)).rejects.toThrow(TypeError);
    }
    expect(gateway.seen).toHaveLength(0);
  });

  it("V36: offline is forwarded", async () => {
    expect((await bodies({ offline: true }))[0]?.["offline"]).toBe(true);
  });

  it("V48: a failing request throws and is the last; the log has ids and counts, no text", async () => {
    const gateway = await startGateway((seen, response, count) =>
      count === 2
        ? envelope(null, { http: 500, status: 50301, error: "no" })(seen, response, count)
        : envelope({ messageCount: 500 })(seen, response, count),
    );
    const log: string[] = [];
    const work = saveAgentMemory(gateway.client(), {
      conversationId: "s",
      messages: turns(600),
      log: (line) => log.push(line),
    });
    await expect(work).rejects.toBeInstanceOf(EvermeError);
    expect(gateway.seen).toHaveLength(2);
    expect(log).toEqual(["/mem/agent-memory 1: 500 messages, flush false, requestId req-1"]);
  });

  it("V71: batching along tasks is only done when it is asked for", async () => {
    const big = [0, 1, 2].flatMap((n) => [
      { role: "user", content: `q ${n}` },
      { role: "assistant", content: "", toolCalls: [{ id: `c${n}`, name: "t", arguments: "{}" }] },
      { role: "tool", toolCallId: `c${n}`, content: "x".repeat(60_000) },
      { role: "assistant", content: "done" },
    ]);
    expect(await bodies({ messages: big })).toHaveLength(1);
    const cut = await bodies({ messages: big, taskBatching: true });
    expect(cut).toHaveLength(3);
    expect(JSON.stringify(cut)).not.toContain("taskBatching");
  });
});

describe("savePersonalMemory", () => {
  it("V7: user and assistant only; flush on the last request", async () => {
    const gateway = await taking();
    const messages = [
      ...turns(260),
      { role: "tool", toolCallId: "c", content: "x" },
      { role: "assistant", toolCalls: [] },
    ];
    const answer = await savePersonalMemory(gateway.client(), { conversationId: "p", messages });
    expect(answer).toMatchObject({ messageCount: 520, requestId: "req-2", status: "accumulated" });
    expect(gateway.seen.map(({ body }) => (body as { flush: boolean }).flush)).toEqual([false, true]);
    expect(JSON.stringify(gateway.seen)).not.toContain('"tool"');
    expect(await savePersonalMemory(gateway.client(), { conversationId: "p", messages: [] })).toBeNull();
  });
});
