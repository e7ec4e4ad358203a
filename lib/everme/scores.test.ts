import { afterEach, beforeEach, expect, it } from "vitest";
import * as agentMemory from "@/app/api/v1/mem/agent-memory/route";
import * as search from "@/app/api/v1/mem/search/route";
import type { EvermeSearchResult } from "../contract/everme";
import { createHashEmbedder } from "../embed/hash-embedder";
import { drain } from "../jobs/runner";
import { recallBlock } from "../sdk/agent/runtime/recall";
import { openTestApp, type TestApp } from "../testing";
import { assistant, call, openAccount, user } from "./testing";

/** All that is stored is as near to every question as unrelated rows are to one of the carried model. */
const ALIKE = {
  ...createHashEmbedder(),
  model: "two/2",
  dimension: 2,
  floor: { alike: 0.05, across: 0.03, sure: { latin: 0.5, unspaced: 0.7 } },
  embedPassages: (texts: string[]) => Promise.resolve(texts.map(() => Float32Array.of(1, 0))),
  embedQuery: (text: string) => Promise.resolve(at(text.includes("France") ? 0.9 : 0.2)),
};
const at = (cosine: number): Float32Array => Float32Array.of(cosine, Math.sqrt(1 - cosine ** 2));
/** What the hooks ask for where nobody says otherwise (V26). */
const MIN_SCORE = 0.1;

let test: TestApp;
let key: string;
beforeEach(async () => {
  test = await openTestApp({ embedder: ALIKE });
  key = openAccount(test.app, "local", ["laptop"]).evt["laptop"] ?? "";
  const messages = [
    user("We decided that the staging database listens on port 5433, never on 5432."),
    assistant("Noted: the staging database listens on port 5433.", { turnComplete: true }),
    user("Table name must be job_dead."),
    assistant("Table name must be job_dead.", { turnComplete: true }),
    user("what time is it in Tokyo?"),
    assistant("It is late in Tokyo.", { turnComplete: true }),
  ];
  await call(agentMemory.POST, key, { conversationId: "c-1", messages, flush: true });
  await drain(test.app);
});
afterEach(() => test.close());

const find = async (query: string) => (await call<EvermeSearchResult>(search.POST, key, { query })).result;
const scoresOf = ({ items, profiles, rawMessages, agentMemory: { cases, skills } }: EvermeSearchResult) =>
  [...items, ...profiles, ...rawMessages, ...cases, ...skills].map(({ score }) => score ?? NaN);
const blockOf = ({ items, ...rest }: EvermeSearchResult): string =>
  recallBlock({ memories: items, ...rest, requestId: "r" }, { profile: true, minScore: MIN_SCORE });

it("V26, V55: what does not bear on the question scores below the least that hooks inject, and never 0, which says unscored", async () => {
  const scores = scoresOf(await find("Which composer wrote the longest opera?"));
  expect(scores.length).toBeGreaterThan(3);
  expect(scores.filter((score) => !(score > 0 && score < MIN_SCORE))).toEqual([]);
  expect(blockOf(await find("Which composer wrote the longest opera?"))).toBe("");
});

it("V55: a message that is only near in meaning is none to inject, an episode is", async () => {
  const { items, rawMessages } = await find("What is the capital of France?");
  expect(Math.max(...rawMessages.map(({ score }) => score ?? NaN))).toBeLessThan(MIN_SCORE);
  expect(Math.max(...items.map(({ score }) => score ?? NaN))).toBeGreaterThanOrEqual(MIN_SCORE);
});

it("V2, V55: what bears on it goes first with a score that hooks inject, its answer with it, and nothing else does", async () => {
  const found = await find("which port does the staging database listen on");
  expect(found.items[0]?.score).toBeGreaterThanOrEqual(MIN_SCORE);
  for (const rows of [found.items, found.rawMessages]) {
    const order = rows.map(({ score }) => score ?? 0);
    expect(order).toEqual([...order].sort((a, b) => b - a));
  }
  const block = blockOf(found);
  expect(block).toContain("5433");
  expect(block).toContain("assistant: Noted: the staging database listens on port 5433.");
  expect(block).not.toContain("Tokyo");
  const lines = block.split("\n").filter((line) => line.startsWith("- "));
  expect(lines).toHaveLength(new Set(lines).size);
});

it("V52: an episode says the same thing once", async () => {
  const { items } = await find("table name job_dead");
  const told = items.filter(({ episode }) => episode.includes("job_dead"));
  expect(told.length).toBeGreaterThan(0);
  for (const { episode } of told) expect(episode.match(/Table name must be job_dead/g)).toHaveLength(1);
});
