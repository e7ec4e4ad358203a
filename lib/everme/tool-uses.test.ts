/** Tool uses by the gateway: call and result come as messages of their own, and hosts number their calls anew in each turn (V29, V35, V40). */
import { afterEach, beforeEach, expect, it } from "vitest";
import * as agentMemory from "@/app/api/v1/mem/agent-memory/route";
import * as search from "@/app/api/v1/mem/search/route";
import { rows } from "../capture/testing";
import type { AgentMemoryResult, EvermeSearchResult } from "../contract/everme";
import { drain } from "../jobs/runner";
import { openTestApp, type TestApp } from "../testing";
import { assistant, call, openAccount, toolCall, toolResult, user } from "./testing";

let test: TestApp;
let key: string;
beforeEach(async () => {
  test = await openTestApp();
  key = openAccount(test.app, "local", ["laptop"]).evt["laptop"] ?? "";
});
afterEach(() => test.close());

const save = (messages: unknown[], more: object = {}) =>
  call<AgentMemoryResult>(agentMemory.POST, key, { conversationId: "c", messages, ...more });
const uses = (): unknown[] =>
  rows(
    test.app,
    "SELECT turn, json_extract(input, '$.command') AS command, text FROM events WHERE kind = 'tool' AND status <> 'deleted' ORDER BY id",
  );

const turn = (command: string, output: string) => [
  user(`Please run ${command}`),
  toolCall("call_1", "Bash", { command }),
  toolResult("call_1", output),
  assistant(`${command} went well.`, { turnComplete: true }),
];
const BOTH = [
  { turn: 1, command: "npm test", text: "12 passed" },
  { turn: 2, command: "npm run lint", text: "no problems" },
];

it("V40: a call's id that comes again in a later turn is another call, in one request or in several", async () => {
  await save([...turn("npm test", "12 passed"), ...turn("npm run lint", "no problems")]);
  expect(uses()).toEqual(BOTH);
  await save(turn("git push", "done"));
  await save([user("And the state?"), toolCall("call_1", "Bash", { command: "git status" })]);
  await save([toolResult("call_1", "clean"), assistant("All is clean.")]);
  expect(uses()).toEqual([
    ...BOTH,
    { turn: 3, command: "git push", text: "done" },
    { turn: 4, command: "git status", text: "clean" },
  ]);
});

it("V40: so is one that comes again within a turn, and one whose first call never had a result", async () => {
  await save([
    user("Please look around"),
    toolCall("call_1", "Bash", { command: "ls" }),
    toolResult("call_1", "a.ts"),
    toolCall("call_1", "Bash", { command: "ls" }),
    toolResult("call_1", "a.ts b.ts"),
    toolCall("call_1", "Bash", { command: "sleep 9" }),
    toolCall("call_1", "Bash", { command: "pwd" }),
    toolResult("call_1", "/w"),
  ]);
  expect(uses()).toEqual([
    { turn: 1, command: "ls", text: "a.ts" },
    { turn: 1, command: "ls", text: "a.ts b.ts" },
    { turn: 1, command: "sleep 9", text: "" },
    { turn: 1, command: "pwd", text: "/w" },
  ]);
});

it("§3.7: by position, what comes again before its turn was counted is not written twice, whatever the ids", async () => {
  const all = [...turn("npm test", "12 passed"), ...turn("npm run lint", "no problems")];
  await save(all.slice(0, 6), { baseTurn: 0, turns: 0 });
  await save(all, { baseTurn: 0, turns: 0 });
  await save(all, { baseTurn: 0, turns: 2 });
  await save(all, { baseTurn: 0, turns: 2 });
  expect(uses()).toEqual(BOTH);
});

it("V47: by native ids, what comes again is not written twice, whatever the ids of calls", async () => {
  const all = [...turn("npm test", "12 passed"), ...turn("npm run lint", "no problems")];
  const named = all.map((message, at) => ({ ...message, id: `m-${at}` }));
  const native = { channel: "hook", deduplication: "client-native-id" };
  await save(named.slice(0, 6), native);
  await save(named, native);
  await save(named, native);
  expect(uses()).toEqual(BOTH);
});

it("a result of a tool that is not kept, or of memory's own, goes the way of its call", async () => {
  await save([
    user("What did we say of the depot?"),
    toolCall("t-1", "TodoWrite", { todos: ["quokka"] }),
    toolResult("t-1", "quokka noted"),
    toolCall("t-2", "mcp__keepsake__memory_search", { query: "depot" }),
    toolResult("t-2", "numbat was remembered before"),
    toolCall("t-3", "Bash", { command: "keepsake search depot" }),
  ]);
  await save([toolResult("t-3", "dugong was remembered before"), assistant("Nothing new.")]);
  expect(uses()).toEqual([]);
  for (const word of ["quokka", "numbat", "dugong"]) {
    const { result } = await call<EvermeSearchResult>(search.POST, key, { query: word });
    expect([word, result.rawMessages]).toEqual([word, []]);
  }
});

it("V42: a result without its call is no episode; the call that comes later makes it one", async () => {
  const told = async () =>
    (await call<EvermeSearchResult>(search.POST, key, { query: "unknown depot make" })).result.items.map(
      ({ episode }) => episode,
    );
  await save([user("What is the depot?"), toolResult("t-1", "depot built")]);
  await drain(test.app);
  expect(await told()).toEqual([]);
  await save([toolCall("t-1", "Bash", { command: "make depot" }), assistant("Built.")], { flush: true });
  await drain(test.app);
  expect((await told())[0]).toContain("make depot");
});
