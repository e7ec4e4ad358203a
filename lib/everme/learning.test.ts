/** What many conversations come to (V2, V4): habits, and that neither facts nor other memories take the room of what was learnt. */
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import * as agentMemory from "@/app/api/v1/mem/agent-memory/route";
import * as context from "@/app/api/v1/mem/context/route";
import * as search from "@/app/api/v1/mem/search/route";
import type { AgentMemoryResult, EvermeContextResult, EvermeSearchResult } from "../contract/everme";
import { memories } from "../db/schema/memories";
import { write } from "../db/write";
import { indexEntity } from "../search/indexing";
import { openTestApp, type TestApp } from "../testing";
import { assistant, call, openAccount, toolCall, toolResult, user } from "./testing";

let test: TestApp;
let key: string;
beforeEach(async () => {
  test = await openTestApp();
  key = openAccount(test.app, "local", ["laptop"]).evt["laptop"] ?? "";
});
afterEach(() => test.close());

const save = (body: object) =>
  call<AgentMemoryResult>(agentMemory.POST, key, { conversationId: "c-1", flush: false, ...body });
const find = (query: string) => call<EvermeSearchResult>(search.POST, key, { query });

it("V4: a language that a person keeps to is a trait", async () => {
  const messages = ["请修复购物车的价格", "请运行全部测试", "请更新部署文档"].flatMap((text) => [
    user(text),
    toolCall(`t-${text}`, "Bash", { command: `make ${text}` }),
    toolResult(`t-${text}`, "ok"),
    assistant(`好的，已经完成：${text}`, { turnComplete: true }),
  ]);
  await save({ messages, flush: true });
  const { result } = await call<EvermeContextResult>(context.POST, key, {});
  expect(result.profile.implicit_traits).toEqual([
    expect.objectContaining({ trait: "Language", description: "writes to agents in Chinese, turn after turn" }),
  ]);
});

it("V4: a command that is run in task after task is a trait, whatever the language", async () => {
  const task = (n: number, words: string) => [
    user(words),
    toolCall(`l-${n}`, "Bash", { command: "git status" }),
    toolResult(`l-${n}`, "clean"),
    toolCall(`t-${n}`, "Bash", { command: "npm test" }),
    toolResult(`t-${n}`, "ok"),
    assistant(`${words}: done, all pass.`, { turnComplete: true }),
  ];
  const traits = async () =>
    (await call<EvermeContextResult>(context.POST, key, {})).result.profile.implicit_traits.map(
      ({ trait, description }) => [trait, description],
    );
  await save({ messages: [...task(1, "Fix the cart"), ...task(2, "Rename the depot")], flush: true });
  expect(await traits()).toEqual([]);
  await save({ messages: task(3, "Sort the invoices"), conversationId: "another", flush: true });
  const habit = [["Way of working", "`npm test` is run in task after task"]];
  expect(await traits()).toEqual(habit);
  await save({ messages: task(4, "Print the labels"), flush: true });
  expect(await traits()).toEqual(habit);
});

it("V4: more facts than are told leave traits their room", async () => {
  const insert = test.app.sqlite.prepare(
    "INSERT INTO memories (key, value, kind, attribute, importance, tags, sources, project_id, created_at, updated_at) VALUES (?, ?, ?, 'user_profile', ?, '', '[]', 0, 1, 1)",
  );
  for (let n = 0; n < 150; n += 1) insert.run(`user:general:profile:fact_${n}`, `I own boat number ${n}`, "memory", 9);
  insert.run("user:trait:habit:x", "Habit: walks to work", "trait", 4);
  const { profile } = (await call<EvermeContextResult>(context.POST, key, {})).result;
  expect([profile.explicit_info.length, profile.implicit_traits.length]).toEqual([100, 1]);
});

it("V2: skills and cases are found, however many other memories answer the question", async () => {
  const insert = test.app.sqlite.prepare(
    "INSERT INTO memories (key, value, kind, attribute, tags, sources, project_id, created_at, updated_at) VALUES (?, ?, 'memory', 'fact', '', '[]', 0, 1, 1) RETURNING *",
  );
  const task = (n: number, words: string) => [
    user(`${words} of the zeppelin hangar`),
    toolCall(`a-${n}`, "Bash", { command: "make zeppelin" }),
    toolResult(`a-${n}`, "ok"),
    toolCall(`b-${n}`, "Bash", { command: "make hangar" }),
    toolResult(`b-${n}`, "ok"),
    assistant("Done.", { turnComplete: true }),
  ];
  await save({ messages: [...task(1, "Paint the doors"), ...task(2, "Wash the floor")], flush: true });
  for (let n = 0; n < 300; n += 1) {
    const row = insert.get(`shop:general:decision:d_${n}`, `zeppelin hangar zeppelin hangar ${n}`) as { id: number };
    const memory = test.app.db.select().from(memories).where(eq(memories.id, row.id)).get();
    if (memory !== undefined) write(test.app, (tx) => indexEntity(tx, 1, "memory", memory));
  }
  const { agentMemory: learnt } = (await find("zeppelin hangar")).result;
  expect([learnt.cases.length, learnt.skills.length]).toEqual([2, 1]);
});
