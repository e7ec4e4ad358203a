import fc from "fast-check";
import { afterEach, beforeEach, expect, it } from "vitest";
import * as agentMemory from "@/app/api/v1/mem/agent-memory/route";
import * as context from "@/app/api/v1/mem/context/route";
import * as personal from "@/app/api/v1/mem/personal/route";
import * as search from "@/app/api/v1/mem/search/route";
import * as summaries from "@/app/api/summaries/route";
import * as memories from "@/app/api/memories/route";
import * as prompts from "@/app/api/prompts/route";
import * as apiSearch from "@/app/api/search/route";
import * as state from "@/app/api/v1/mem/agent-memory/state/route";
import { ingest } from "../capture/ingest";
import { hook, prompt, rows } from "../capture/testing";
import type { EvermeContextResult, EvermeSearchResult, SyncStateResult } from "../contract/everme";
import { buildInjection } from "../inject/service";
import { drain } from "../jobs/runner";
import { createMemory } from "../memories/service";
import { addMemory } from "../memories/add";
import { placeMemory } from "../memories/place";
import { memorySearch } from "../search/memory-search";
import { activityAfter } from "../activity/query";
import { activeProjects, framesOf } from "../worker/frames-query";
import { requirePromptRow } from "../worker/single";
import { recentContext } from "../worker/recent";
import { ExportQuery } from "../contract/export";
import { exportLines } from "../transfer/export";
import { restoreLines } from "../transfer/restore";
import { saveSettings } from "../settings/service";
import { recallForPrompt } from "../recall/service";
import { openTestApp, type TestApp } from "../testing";
import { assistant, call, openAccount, PERSON, user } from "./testing";

let test: TestApp;
beforeEach(async () => void (test = await openTestApp()));
afterEach(() => test.close());

const ACCOUNTS = ["local", "amber", "birch"] as const;
const AGENTS = ["one", "two", "three"] as const;
const TOOLS = ["pnpm", "yarn", "bun", "vitest", "jest", "docker", "podman", "redis", "kafka"];

/** Names of who said it and of what, in words that nobody else uses. */
const mark = (account: string, agent: string): string => `${account}${agent}mark`;

it("V12: 3 accounts × 3 agents write and read at random, and nothing of another account is ever seen", async () => {
  const keys = Object.fromEntries(ACCOUNTS.map((name) => [name, openAccount(test.app, name, [...AGENTS])]));
  const written = new Map<string, Set<string>>(ACCOUNTS.map((name) => [name, new Set()]));
  const step = fc.record({
    account: fc.constantFrom(...ACCOUNTS),
    agent: fc.constantFrom(...AGENTS),
    tool: fc.constantFrom(...TOOLS),
    conversation: fc.constantFrom("c-1", "c-2"),
    isPersonal: fc.boolean(),
    flush: fc.boolean(),
    read: fc.constantFrom(...ACCOUNTS),
  });
  for (const { account, agent, tool, conversation, isPersonal, flush, read } of fc.sample(step, {
    numRuns: 60,
    seed: 8,
  })) {
    test.clock.now += 1000;
    const key = keys[account]?.evt[agent] ?? "";
    const own = mark(account, agent);
    const messages = [
      user(`I prefer ${tool} for all my projects, says ${own}. We decided that ${own} uses ${tool} everywhere.`),
      assistant(`${own} will use ${tool} from now on.`),
    ];
    const body = { conversationId: conversation, messages, flush };
    const route = isPersonal ? personal : agentMemory;
    expect((await call(route.POST, key, body)).body.status).toBe(0);
    written.get(account)?.add(own);
    await drain(test.app);
    await expectOwn(read, keys[read]?.emk ?? "", tool, written);
  }
  for (const account of ACCOUNTS) await expectOwn(account, keys[account]?.evt["one"] ?? "", "projects", written);
}, 60_000);

async function expectOwn(account: string, key: string, word: string, written: Map<string, Set<string>>): Promise<void> {
  const found = await call<EvermeSearchResult>(search.POST, key, { query: `${word} mark decided prefer`, topK: 100 });
  const known = await call<EvermeContextResult>(context.POST, key, {});
  const told = JSON.stringify([found.result, known.result]);
  for (const [other, marks] of written) {
    for (const own of marks)
      if (other !== account) expect([account, own, told.includes(own)]).toEqual([account, own, false]);
  }
  // What the account itself wrote is there for all its agents.
  for (const own of written.get(account) ?? [])
    expect([account, own, told.includes(own)]).toEqual([account, own, true]);
}

it("V12: positions and conversations of one agent are nobody else's, whatever the names", async () => {
  const amber = openAccount(test.app, "amber", ["one", "two"]);
  const birch = openAccount(test.app, "birch", ["one"]);
  const body = { conversationId: "c", messages: [user("a?"), assistant("b!")], baseTurn: 0, turns: 1 };
  await call(agentMemory.POST, amber.evt["one"] ?? "", body);
  const turnsOf = async (key = "") =>
    (await call<SyncStateResult>(state.POST, key, { sessions: [{ conversationId: "c" }] })).result.sessions[0]?.turns;
  expect(await Promise.all([amber.evt["one"], amber.evt["two"], amber.emk, birch.evt["one"]].map(turnsOf))).toEqual([
    1, 0, 0, 0,
  ]);
  await call(agentMemory.POST, birch.evt["one"] ?? "", body);
  expect(rows(test.app, "SELECT count(*) AS n FROM sessions")).toEqual([{ n: 2 }]);
});

it("V12: what a person says of themselves in another account is not this machine's person's, neither said nor taken back", async () => {
  createMemory(
    test.app,
    { key: "user:tooling:preference:manager", value: "I prefer pnpm for all projects" },
    { actor: PERSON },
  );
  const { emk } = openAccount(test.app, "amber", []);
  const said = "I prefer yarn for all my projects. I don't want pnpm any more. Always answer me in French.";
  await call(agentMemory.POST, emk, {
    conversationId: "c",
    messages: [user(said), assistant("Understood.")],
    flush: true,
  });
  await drain(test.app);
  const owned = rows(
    test.app,
    "SELECT m.value, p.account_id FROM memories m LEFT JOIN projects p ON p.id = m.project_id WHERE m.status = 'active'",
  );
  expect(owned.filter((row) => row["account_id"] === null)).toEqual([
    { value: "I prefer pnpm for all projects", account_id: null },
  ]);
  expect(owned.some((row) => row["account_id"] === 2 && String(row["value"]).includes("yarn"))).toBe(true);
  // It stands against nothing that this machine's person said either.
  expect(rows(test.app, "SELECT * FROM memory_pairs")).toEqual([]);
  expect(rows(test.app, "SELECT id FROM memories WHERE review_state IS NOT NULL")).toEqual([]);
  await ingest(test.app, [hook("SessionStart", { session_id: "s", cwd: "/w/shop", source: "startup" })]);
  const block = buildInjection(test.app, { cwd: "/w/shop", host: "claude-code", session: "s" });
  expect(block.text).toContain("pnpm");
  saveSettings(test.app, { inject_scope: "all" });
  const all = buildInjection(test.app, { cwd: "/w/shop", host: "claude-code", session: "s-2" });
  expect(all.text).toContain("pnpm");
  expect(all.text).not.toMatch(/yarn|French/);
  const recalled = await recallForPrompt(test.app, {
    cwd: "/w/shop",
    prompt: "Do we use yarn or pnpm for all projects?",
  });
  expect(JSON.stringify(recalled)).not.toMatch(/prefer yarn|French/);
  expect(JSON.stringify(block)).not.toMatch(/yarn|French/);
});

it("V12: hooks and memory writes that name an account's project do not reach it", async () => {
  const { emk } = openAccount(test.app, "amber", []);
  await call(agentMemory.POST, emk, {
    conversationId: "c",
    messages: [user("The amber plan"), assistant("Yes")],
    flush: true,
  });
  for (const project of ["everme:2", "EVERME:2", "EverMe amber", "name:everme:2"]) {
    await ingest(test.app, [prompt("outsider speaks", { session_id: `s-${project}`, project })]);
    await addMemory(
      test.app,
      { project, key: "k:a:b:c", value: "outsider writes a memory of some length" },
      { actor: { kind: "agent", name: "claude-code" } },
    ).catch(() => undefined);
  }
  await drain(test.app);
  const found = await call<EvermeSearchResult>(search.POST, emk, { query: "outsider" });
  expect(JSON.stringify(found.result)).not.toContain("outsider");
});

it("V12: a person writes into an account's project and moves a memory there, and the account sees it", async () => {
  const { emk } = openAccount(test.app, "amber", []);
  const messages = [user("The amber plan"), assistant("Yes")];
  await call(agentMemory.POST, emk, { conversationId: "c", messages, flush: true });
  const value = "The zyxquartz ledger is audited in May";
  await addMemory(test.app, { project: "everme:2", key: "amber:audit:fact:month", value }, { actor: PERSON });
  const own = createMemory(
    test.app,
    { key: "shop:a:fact:b", value: "The plumbago list is kept in June" },
    { actor: PERSON },
  );
  placeMemory(test.app, own.id, { project: "everme:2" }, PERSON);
  await drain(test.app);
  const found = await call<EvermeSearchResult>(search.POST, emk, { query: "zyxquartz plumbago" });
  expect(JSON.stringify(found.result)).toMatch(/zyxquartz.*plumbago|plumbago.*zyxquartz/);
  expect(rows(test.app, "SELECT key FROM projects WHERE account_id = 1 AND key LIKE '%everme%'")).toEqual([]);
});

it("V12: agents of this machine find nothing of another account, by search, by memory search and in lists; a person finds all", async () => {
  const { emk } = openAccount(test.app, "amber", []);
  const { emk: local } = openAccount(test.app, "local", []);
  const say = (key: string, who: string) =>
    call(agentMemory.POST, key, {
      conversationId: "c",
      messages: [
        user(`I prefer yarn for all my projects, says ${who}. ${who} decided on Kafka for orders.`),
        assistant(`${who}: Kafka it is.`),
      ],
      flush: true,
    });
  await say(emk, "ambermark");
  await say(local, "localmark");
  await drain(test.app);
  const asked = "http://127.0.0.1/api/search?query=ambermark%20localmark%20Kafka%20yarn&limit=100";
  const found = async (client: string) =>
    (await apiSearch.GET(new Request(asked, { headers: { "x-keepsake-client": client } }))).text();
  const told = [
    await found("some-agent"),
    JSON.stringify(await memorySearch(test.app, { query: "ambermark localmark yarn Kafka", top_k: 50 })),
    await (await summaries.GET(new Request("http://127.0.0.1/api/summaries?limit=100"))).text(),
    await (await prompts.GET(new Request("http://127.0.0.1/api/prompts?limit=100"))).text(),
    await (await memories.GET(new Request("http://127.0.0.1/api/memories"))).text(),
    await (await memories.GET(new Request("http://127.0.0.1/api/memories?limit=50"))).text(),
    JSON.stringify(recentContext(test.app, { limit: 10 } as never)),
  ];
  // What was asked comes back as terms, so that what was said is looked for.
  for (const text of told) expect(text).not.toContain("says ambermark");
  for (const text of told) expect(text).toContain("says localmark");
  expect(await found("console")).toContain("says ambermark");
  const feed = activityAfter(test.app.db, 0, 500);
  const frames = JSON.stringify(framesOf(test.app.db, "worker", feed));
  expect([frames.includes("says ambermark"), frames.includes("says localmark")]).toEqual([false, true]);
  const owned = rows(
    test.app,
    "SELECT t.id, p.account_id AS account FROM prompts t JOIN projects p ON p.id = t.project_id",
  );
  for (const { id, account } of owned) {
    const read = () => requirePromptRow(test.app, Number(id));
    if (account === 1) expect(read().prompt_text).toContain("localmark");
    else expect(read).toThrow("There is no prompt");
  }
  expect(activeProjects(test.app.db)).toEqual(["EverMe"]);
  const named = await apiSearch.GET(new Request(`${asked}&project=everme:2`));
  expect(await named.text()).not.toContain("says ambermark");
});

it("V12: a store that is brought over keeps its accounts apart", async () => {
  const { emk } = openAccount(test.app, "amber", []);
  const messages = [user("The amber plan is to use Kafka"), assistant("Yes")];
  await call(agentMemory.POST, emk, { conversationId: "c", messages, flush: true });
  const pieces: string[] = [];
  for await (const piece of exportLines(test.app, ExportQuery.parse({}))) pieces.push(piece);
  const lines = pieces.join("").split("\n").slice(0, -1);
  await test.close();
  test = await openTestApp();
  await restoreLines(test.app, lines, {}, PERSON);
  const owners = () =>
    rows(test.app, "SELECT p.key, p.account_id, a.name FROM projects p JOIN accounts a ON a.id = p.account_id");
  expect(owners()).toEqual([{ key: "everme:2", account_id: 2, name: "amber" }]);
  await test.close();
  test = await openTestApp();
  openAccount(test.app, "birch", []);
  await restoreLines(test.app, lines, {}, PERSON);
  expect([owners(), rows(test.app, "SELECT text FROM prompts")]).toEqual([[], []]);
});
