import { afterEach, beforeEach, expect, it } from "vitest";
import * as agentMemory from "@/app/api/v1/mem/agent-memory/route";
import * as rest from "@/app/api/v1/mem/[[...rest]]/route";
import * as context from "@/app/api/v1/mem/context/route";
import * as importEvents from "@/app/api/v1/mem/import-events/route";
import * as personal from "@/app/api/v1/mem/personal/route";
import * as search from "@/app/api/v1/mem/search/route";
import * as state from "@/app/api/v1/mem/agent-memory/state/route";
import { rows } from "../capture/testing";
import type {
  AgentMemoryResult,
  EvermeContextResult,
  EvermeSearchResult,
  ImportEventsResult,
  PersonalResult,
  SyncStateResult,
} from "../contract/everme";
import { BURST } from "../accounts/rate";
import { revokeToken, rotateToken } from "../accounts/service";
import { drain } from "../jobs/runner";
import { openTestApp, type TestApp } from "../testing";
import { assistant, call, openAccount, PERSON, toolCall, toolResult, user } from "./testing";

let test: TestApp;
let key: string;
let emk: string;
beforeEach(async () => {
  test = await openTestApp();
  const account = openAccount(test.app, "local", ["laptop"]);
  key = account.evt["laptop"] ?? "";
  emk = account.emk;
});
afterEach(() => test.close());

const save = (body: object, headers?: Record<string, string>) =>
  call<AgentMemoryResult>(agentMemory.POST, key, { conversationId: "c-1", flush: false, ...body }, headers);
const find = (query: string, more: object = {}, by = key) =>
  call<EvermeSearchResult>(search.POST, by, { query, ...more });
const texts = (): string[] =>
  rows(test.app, "SELECT text FROM prompts UNION ALL SELECT text FROM events ORDER BY 1").map((row) =>
    String(row["text"]),
  );

const ADDRESSES = { agentMemory, context, importEvents, personal, search, state };

it("V10, V11: every address answers the envelope with a numeric status, whatever the method, the key or the body", async () => {
  for (const [name, routes] of Object.entries(ADDRESSES)) {
    const anonymous = await call(routes.POST, null, {});
    expect([name, anonymous.http, anonymous.body.status]).toEqual([name, 401, 30001]);
    const broken = await call(routes.POST, key, "{");
    expect([name, broken.http, broken.body.status, broken.result]).toEqual([name, 400, 40001, null]);
    const huge = await call(routes.POST, key, `{"x":"${"x".repeat(1024 * 1024)}"}`);
    expect([name, huge.http, huge.body.status]).toEqual([name, 413, 40002]);
    for (const method of ["GET", "PUT", "PATCH", "DELETE", "OPTIONS"] as const) {
      const response = await routes[method](new Request("http://127.0.0.1/", { method }));
      expect([name, method, response.status, (await response.json()) as object]).toEqual([
        name,
        method,
        405,
        expect.objectContaining({ status: 40005, result: null, error: expect.any(String) as string }),
      ]);
      expect(response.headers.get("allow")).toBe("POST");
    }
    expect((await routes.HEAD(new Request("http://127.0.0.1/", { method: "HEAD" }))).status).toBe(405);
  }
  for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const) {
    const response = await rest[method](new Request("http://127.0.0.1/api/v1/mem/nothing", { method }));
    expect([response.status, ((await response.json()) as { status: number }).status]).toEqual([404, 40004]);
  }
});

it("V12, V13, V14: a key that is unknown, revoked or of another kind opens nothing, and says which kind it was", async () => {
  const status = async (by: string | null) => (await call(search.POST, by, { query: "x" })).body.status;
  expect(key).toMatch(/^evt_[0-9a-f]{32}$/);
  expect(emk).toMatch(/^emk_[0-9a-f]{32}$/);
  expect([await status(key), await status(emk)]).toEqual([0, 0]);
  expect(await status(`emk_${"0".repeat(32)}`)).toBe(30201);
  expect(await status(`evt_${"0".repeat(32)}`)).toBe(30301);
  expect(await status(key.replace("evt_", "emk_"))).toBe(30201);
  expect(await status("something")).toBe(30001);
  const [first, second] = rows(
    test.app,
    "SELECT id, kind, hash, prefix, last_used_at FROM account_tokens ORDER BY kind DESC",
  );
  expect(first).toMatchObject({ kind: "evt", prefix: key.slice(0, 8), last_used_at: test.clock.now });
  expect(JSON.stringify([first, second])).not.toContain(key.slice(4));
  const rotated = rotateToken(test.app, Number(first?.["id"]), PERSON);
  expect([await status(key), await status(rotated.secret)]).toEqual([30301, 0]);
  revokeToken(test.app, rotated.token.id, PERSON);
  expect(await status(rotated.secret)).toBe(30301);
  expect(() => rotateToken(test.app, Number(second?.["id"]), { kind: "agent", name: "x" })).toThrow("Only a person");
});

it("V12: the agent comes from the key alone", async () => {
  await save({ messages: [user("Which port does the shop listen on?")], agentId: "other", accountId: 7, account: "x" });
  expect(rows(test.app, "SELECT account_id, agent_id FROM everme_conversations")).toEqual([
    { account_id: 1, agent_id: "laptop" },
  ]);
});

it("V14: a key that asks too often is told to slow down, which no client takes for a wrong key", async () => {
  const statuses = new Map<number, number>();
  for (let i = 0; i <= BURST; i++) {
    const { status } = (await call(state.POST, key, {})).body;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  expect([...statuses]).toEqual([
    [0, BURST],
    [30104, 1],
  ]);
  expect((await call(state.POST, emk, {})).body.status).toBe(0);
  test.clock.now += 1000;
  expect((await call(state.POST, key, {})).body.status).toBe(0);
});

it("V15: a valid request id comes back in envelope and header, any other is replaced by a UUID", async () => {
  const mine = await call(state.POST, key, {}, { requestId: "turn-12_a" });
  expect([mine.body.requestId, mine.headers.get("requestId"), mine.headers.get("x-request-id")]).toEqual(
    Array.from({ length: 3 }, () => "turn-12_a"),
  );
  expect((await call(state.POST, null, {}, { requestId: "turn-13" })).body.requestId).toBe("turn-13");
  for (const bad of ["a b", "x".repeat(129), "ü".normalize("NFD").slice(0, 1) + "/"]) {
    expect((await call(state.POST, key, {}, { requestId: bad })).body.requestId).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
  }
});

it("V2, V5: what was answered is found at once as raw messages, by meaning after its job; no key is missing where nothing is", async () => {
  const empty = await find("anything");
  expect(empty.result).toEqual({ items: [], profiles: [], rawMessages: [], agentMemory: { cases: [], skills: [] } });
  const saved = await save({
    messages: [user("The warehouse robots speak MQTT on port 1883"), assistant("Noted, the robots use MQTT.")],
  });
  expect(saved.result).toEqual({
    sessionId: "c-1",
    status: "accumulated",
    messageCount: 2,
    flushed: false,
    extracted: false,
    personalStatus: "accumulated",
    personalExtracted: false,
  });
  const raw = (await find("warehouse robots")).result.rawMessages;
  expect(raw[0]).toMatchObject({
    type: "raw_message",
    senderName: "user",
    content: "The warehouse robots speak MQTT on port 1883",
    sessionId: "c-1",
    timestamp: test.clock.now,
  });
  expect(raw[0]?.score).toEqual(expect.any(Number));
  await drain(test.app);
  const some = (await find("warehouse robots", { memoryTypes: ["profile"] })).result;
  expect([some.items, some.rawMessages]).toEqual([[], []]);
  expect((await find("robots", { topK: 1 })).result.rawMessages).toHaveLength(1);
});

it("V3: a query of 1,024 code points is taken, one more is not", async () => {
  const one = "é😀".repeat(512);
  expect((await find(one)).body.status).toBe(0);
  expect((await find(`${one}x`)).body.status).toBe(40001);
  expect((await find("  ")).body.status).toBe(40001);
});

it("V42, §3.7: a flush draws episodes, facts, cases and skills, once, and claims nothing where nothing came of it", async () => {
  const hello = await save({ messages: [user("hi"), assistant("Hello!")], flush: true });
  expect([hello.result.status, hello.result.extracted, hello.result.flushed]).toEqual(["no_extraction", false, true]);
  const work = (file: string, id: string) => [
    user(`Please fix the rounding of prices in ${file}, and always use integer cents in this project.`),
    toolCall(`${id}-1`, "Edit", { file_path: `/w/shop/${file}`, old_string: "a * 1.1", new_string: "addTax(a)" }),
    toolResult(`${id}-1`, "ok"),
    toolCall(`${id}-2`, "Bash", { command: "npm test" }),
    toolResult(`${id}-2`, "12 passed"),
    toolCall(`${id}-3`, "Bash", { command: "git push" }),
    toolResult(`${id}-3`, "done"),
    assistant(`Fixed the rounding in ${file}: prices are integer cents now.`, { turnComplete: true }),
  ];
  const saved = await save({ messages: work("price.ts", "a"), flush: true });
  expect(saved.result).toMatchObject({ status: "extracted", extracted: true, flushed: true, messageCount: 8 });
  const again = await save({ messages: [], flush: true });
  expect(again.result).toMatchObject({ status: "no_extraction", extracted: false, flushed: true, messageCount: 0 });
  test.clock.now += 60_000;
  await save({ messages: work("invoice.ts", "b"), flush: true });
  const { items, agentMemory: learnt } = (await find("rounding of prices")).result;
  expect(items.some(({ episode }) => episode.includes("rounding"))).toBe(true);
  expect(learnt.cases.map(({ taskIntent }) => taskIntent).sort()).toEqual([
    "Please fix the rounding of prices in invoice.ts, and always use integer cents in this project.",
    "Please fix the rounding of prices in price.ts, and always use integer cents in this project.",
  ]);
  expect(learnt.cases[0]?.approach).toMatch(/npm test → git push/);
  const skills = (await find("npm test then git push")).result.agentMemory.skills;
  expect(skills.map(({ name }) => name)).toEqual(["npm test, then git push"]);
  const operations = rows(test.app, "SELECT undoable FROM operations WHERE kind = 'everme.extract'");
  expect(operations).toEqual([{ undoable: 1 }, { undoable: 1 }]);
});

it("V37, V42: a flush of a conversation that nobody began is answered, and begins none", async () => {
  const flushed = await save({ messages: [], flush: true });
  expect(flushed.result).toMatchObject({ sessionId: "c-1", status: "no_extraction", messageCount: 0, flushed: true });
  expect(rows(test.app, "SELECT id FROM sessions UNION ALL SELECT id FROM everme_conversations")).toEqual([]);
  expect(rows(test.app, "SELECT id FROM projects")).toEqual([]);
});

it("§3.7: extraction that a job did before the flush is told by the flush", async () => {
  await save({
    messages: [
      user("I prefer small commits for all my projects."),
      assistant("I will keep commits small.", { turnComplete: true }),
    ],
  });
  await drain(test.app);
  const flushed = await save({ messages: [], flush: true });
  expect(flushed.result).toMatchObject({ status: "extracted", personalStatus: "extracted", personalExtracted: true });
});

it("V4: the profile is kept, made anew on demand and when a fact changes", async () => {
  const ask = async (body: object = {}) => (await call<EvermeContextResult>(context.POST, key, body)).result;
  const first = await ask();
  expect(first.profile).toEqual({ explicit_info: [], implicit_traits: [] });
  test.clock.now += 1000;
  expect(await ask()).toEqual(first);
  const forced = await ask({ forceRefresh: true });
  expect(Date.parse(forced.generatedAt)).toBe(test.clock.now);
  expect(Date.parse((await ask({ forceRefresh: true })).generatedAt)).toBe(test.clock.now + 1);
  test.clock.now += 1000;
  const told = await call<PersonalResult>(personal.POST, key, {
    conversationId: "me",
    messages: [user("I prefer pnpm over npm for all my projects."), assistant("Understood: pnpm.")],
    flush: true,
  });
  expect(told.result).toEqual({
    sessionId: "me",
    status: "extracted",
    messageCount: 2,
    flushed: true,
    extracted: true,
  });
  const fresh = await ask();
  expect(Date.parse(fresh.generatedAt)).toBe(test.clock.now);
  expect(fresh.profile.explicit_info[0]).toMatchObject({
    category: "preference",
    description: expect.stringMatching(/pnpm/) as string,
  });
});

it("V7: personal memory takes no tools", async () => {
  const tool = { conversationId: "me", messages: [toolResult("t", "x")], flush: false };
  expect((await call(personal.POST, key, tool)).body.status).toBe(40001);
  const callAlone = { conversationId: "me", messages: [toolCall("t", "Bash", { command: "ls" })] };
  expect((await call(personal.POST, key, callAlone)).body.status).toBe(40001);
  const beside = { ...toolCall("t", "Bash", { command: "ls" }), content: "I look at it" };
  const saved = await call<PersonalResult>(personal.POST, key, { conversationId: "me", messages: [beside] });
  expect(saved.result.messageCount).toBe(1);
  expect(rows(test.app, "SELECT kind, text FROM events")).toEqual([{ kind: "message", text: "I look at it" }]);
});

it("§3.7: an answer that refuses names what is wrong in words, and points at nothing that the envelope lacks", async () => {
  const { body } = await save({ messages: [{ role: "system", content: "x" }] });
  expect(body.error).toBe("messages.0.role must be one of: user, assistant, tool. GET /api/openapi.json says what is taken."); // prettier-ignore
});

it("V8: events of imports are accepted and counted by account", async () => {
  const send = (by: string, body: object) => call<ImportEventsResult>(importEvents.POST, by, body);
  const event = { event: "cold_start", channel: "hooks", outcome: "ok", ts: 1 };
  expect((await send(key, event)).result).toEqual({ accepted: true, count: 1 });
  expect((await send(key, event)).result.count).toBe(2);
  expect((await send(emk, event)).result.count).toBe(1);
  expect((await send(key, { event: "no name at all" })).body.status).toBe(40001);
});

it("V6: both kinds of scope are supported, and each says where it stands", async () => {
  const turn = (text: string) => [user(`${text} please`), assistant(`${text} it is`, { turnComplete: true })];
  await save({ messages: turn("one"), baseTurn: 0, turns: 1, syncScope: "a" });
  const asked = {
    sessions: [
      { conversationId: "c-1", syncScope: "a" },
      { conversationId: "c-1", syncScope: "b" },
      { conversationId: "new" },
    ],
  };
  expect((await call<SyncStateResult>(state.POST, key, asked)).result).toEqual({
    hookSyncScopeSupported: true,
    syncScopeSupported: true,
    sessions: [
      { conversationId: "c-1", syncScope: "a", turns: 1, declaredTurns: 0 },
      { conversationId: "c-1", syncScope: "b", turns: 0, declaredTurns: 0 },
      { conversationId: "new", syncScope: null, turns: 0, declaredTurns: 0 },
    ],
  });
});

it("§3.7: with baseTurn, turns below the watermark are dropped; without it they are appended", async () => {
  const turn = (text: string) => [user(`${text}?`), assistant(`${text}!`, { turnComplete: true })];
  await save({ messages: [...turn("one"), ...turn("two")], baseTurn: 0, turns: 2 });
  const more = await save({ messages: [...turn("one"), ...turn("two"), ...turn("three")], baseTurn: 0, turns: 3 });
  expect(more.result.messageCount).toBe(2);
  expect(texts()).toEqual(["one!", "one?", "three!", "three?", "two!", "two?"]);
  // The first half of a turn, again and with the other half: nothing is written twice.
  await save({ messages: [user("four?")], baseTurn: 3, turns: 0 });
  await save({ messages: turn("four"), baseTurn: 3, turns: 1 });
  expect(texts().filter((text) => text.startsWith("four"))).toEqual(["four!", "four?"]);
  await save({ messages: turn("one"), turns: 1 });
  expect(texts().filter((text) => text.startsWith("one"))).toHaveLength(4);
  expect(rows(test.app, "SELECT sync_scope, turns FROM everme_watermarks")).toEqual([{ sync_scope: "", turns: 5 }]);
});

it("V47: native ids need the channel hook, and no baseTurn, offline or syncScope; the same id comes once", async () => {
  const native = { deduplication: "client-native-id", messages: [user("Where is the log?", { id: "m-1" })], turns: 1 };
  for (const bad of [
    {},
    { channel: "import" },
    { channel: "hook", baseTurn: 0 },
    { channel: "hook", offline: true },
    { channel: "hook", syncScope: "s" },
    { channel: "hook", deduplication: "other" },
  ])
    expect((await save({ ...native, ...bad })).body.status).toBe(40001);
  expect(texts()).toEqual([]);
  await save({ ...native, channel: "hook" });
  await save({ ...native, channel: "hook", flush: true });
  expect(texts()).toEqual(["Where is the log?"]);
  expect(rows(test.app, "SELECT turns FROM everme_watermarks")).toEqual([]);
});

it("§3.7: a repeated request id is a replay, with another body it is not", async () => {
  const body = { messages: [user("Add a cache"), assistant("Added.")], turns: 1 };
  const first = await save(body, { requestId: "r-1" });
  test.clock.now += 1000;
  const second = await save(body, { requestId: "r-1" });
  expect(second.body).toEqual(first.body);
  expect(texts()).toHaveLength(2);
  await save({ ...body, messages: [user("Add another")] }, { requestId: "r-1" });
  expect(texts()).toHaveLength(3);
});

it("§3.7: messages that break the rules are refused whole, and nothing of them is stored", async () => {
  const bad = [
    { messages: [] },
    { messages: [{ role: "system", content: "x" }] },
    { messages: [user("😀".repeat(8001))] },
    { messages: [{ role: "tool", content: "x" }] },
    { messages: [{ role: "assistant", toolCalls: [{ id: "1", name: "x", arguments: {} }] }] },
    { messages: [{ role: "assistant" }] },
    { messages: Array.from({ length: 501 }, () => user("x")) },
    { messages: [user("fine"), { role: "user" }] },
    { messages: [user("x")], conversationId: "" },
  ];
  for (const body of bad) expect([body, (await save(body)).body.status]).toEqual([body, 40001]);
  expect(texts()).toEqual([]);
  expect((await save({ messages: [user("😀".repeat(8000))], unknown: true })).body.status).toBe(0);
});

it("§3.7: null is a field left out, as clients of other languages send it; a null message is none", async () => {
  const nothing = { sync: null, channel: null, turns: null, baseTurn: null, syncScope: null, deduplication: null };
  const messages = [
    user("Where is the log?", { timestamp: null, id: null }),
    { ...toolCall("t-1", "Bash", { command: "ls" }), content: null, turnComplete: null },
    { role: "assistant", content: "In /var/log.", toolCalls: null },
  ];
  expect((await save({ messages, ...nothing, flush: null })).result).toMatchObject({ messageCount: 3, flushed: false });
  expect((await find("log", { topK: null, memoryTypes: null, filter: null, rankBy: null })).body.status).toBe(0);
  expect((await call(context.POST, key, { forceRefresh: null })).body.status).toBe(0);
  const asked = { sessions: [{ conversationId: "c-1", syncScope: null }] };
  expect((await call<SyncStateResult>(state.POST, key, asked)).result.sessions).toHaveLength(1);
  expect((await save({ messages: [null] })).body.status).toBe(40001);
  expect((await save({ messages: [user("x")], conversationId: null })).body.status).toBe(40001);
});

it("V31, V43: tool output is not cut at 8,000, equal messages stay two, turnComplete ends the turn and is kept nowhere", async () => {
  const output = "line of output\n".repeat(3000);
  const messages = [
    user("go on"),
    toolCall("t-1", "Bash", { command: "make" }),
    toolResult("t-1", output),
    assistant("ok", { turnComplete: true, turnId: "turn-x" }),
    user("go on"),
    assistant("ok", { turnComplete: false }),
  ];
  expect((await save({ messages })).result.messageCount).toBe(6);
  expect(rows(test.app, "SELECT number, status FROM turns ORDER BY number")).toEqual([
    { number: 1, status: "done" },
    { number: 2, status: "open" },
  ]);
  const [tool] = rows(test.app, "SELECT tool_name, input, text FROM events WHERE kind = 'tool'");
  expect(tool).toMatchObject({ tool_name: "Bash", input: JSON.stringify({ command: "make" }) });
  expect(String(tool?.["text"])).toContain("line of output");
  expect(String(tool?.["text"]).length).toBeGreaterThan(40_000);
  expect(JSON.stringify(rows(test.app, "SELECT * FROM events"))).not.toMatch(/turn-x|turnComplete/);
});

it("V68: three stops, one of them of a turn in two requests, count three turns", async () => {
  const hook = { channel: "hook", sync: true };
  await save({ ...hook, messages: [user("a"), assistant("b")], turns: 1 });
  await save({ ...hook, messages: [user("c")], turns: 0 });
  await save({ ...hook, messages: [assistant("d")], turns: 1 });
  await save({ ...hook, messages: [user("e"), assistant("f")], turns: 1 });
  await save({ channel: "import", messages: [user("g"), assistant("h")], turns: 1 });
  const asked = await call<SyncStateResult>(state.POST, key, { sessions: [{ conversationId: "c-1" }] });
  expect(asked.result.sessions).toMatchObject([{ turns: 4, declaredTurns: 3 }]);
});
