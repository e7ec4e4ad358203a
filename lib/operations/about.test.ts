import { afterEach, beforeEach, expect, it } from "vitest";
import { column, rows } from "../capture/testing";
import type { Actor } from "../contract/common";
import { exclude } from "../inject/exclusions";
import { createMemory, softDeleteMemory, updateMemory } from "../memories/service";
import { changeProject } from "../projects/change";
import { resolvePair } from "../review/resolve";
import { listReview } from "../review/service";
import { changeSettings } from "../settings/service";
import { openTestApp, type TestApp } from "../testing";
import { seed } from "../testing/random-operations";
import { deleteRow } from "../worker/bin";
import { saveNote } from "../worker/note";
import { hardDeleteMemory } from "./hard-delete";
import { getOperation, listOperations } from "./query";
import { undoOperation } from "./undo";

const PERSON: Actor = { kind: "person", name: "console" };

let test: TestApp;
beforeEach(async () => void (test = await openTestApp()));
afterEach(() => test.close());

const about = () => {
  const [latest] = listOperations(test.app, { limit: 1 }).items;
  expect(getOperation(test.app, latest?.id ?? 0).about).toEqual(latest?.about);
  return latest?.about;
};
const create = (key: string, value: string): number =>
  createMemory(test.app, { key, value }, { actor: PERSON }).id ?? 0;

it("a row of the feed shows the text of its own change, whatever was written since", () => {
  const id = create("shop:cart:fact:ttl", "The cart TTL is 300 s");
  updateMemory(test.app, id, { value: "The cart TTL is 400 s" }, PERSON);
  const undo = listOperations(test.app, { limit: 1 }).items[0]?.id ?? 0;
  updateMemory(test.app, id, { importance: 9 }, PERSON);
  undoOperation(test.app, listOperations(test.app, { limit: 1 }).items[0]?.id ?? 0, PERSON);
  undoOperation(test.app, undo, PERSON);
  const last = updateMemory(test.app, id, { value: "The cart TTL is 500 s" }, PERSON);
  softDeleteMemory(test.app, last.memory.id, PERSON);
  const texts = listOperations(test.app, { limit: 10 }).items.map((one) => one.about[0]?.text);
  expect(texts.map((text) => /\d+/.exec(text ?? "")?.[0])).toEqual(["500", "500", "300", "400", "400", "400", "300"]);
});

it("what was deleted for good is in no row of the feed", () => {
  const id = create("shop:cart:fact:ttl", "The cart TTL is 300 s");
  updateMemory(test.app, id, { value: "The cart TTL is 400 s" }, PERSON);
  hardDeleteMemory(test.app, id, PERSON);
  expect(JSON.stringify(listOperations(test.app, { limit: 10 }))).not.toMatch(/cart TTL|[34]00 s/);
});

it("every operation leads to what it is about, as that reads now", async () => {
  const id = create("shop:cart:fact:ttl", "The cart TTL is 300 s in all shops");
  const entity = `memories:${id}`;
  expect(about()).toEqual([{ entity, text: "The cart TTL is 300 s in all shops", session_id: null }]);
  exclude(test.app, { memory_id: id, project: null }, PERSON);
  expect(about()).toEqual([{ entity, text: "The cart TTL is 300 s in all shops", session_id: null }]);
  changeSettings(test.app, { inject_max_chars: 9_000, disk_max_mb: 2000 }, PERSON);
  expect(
    about()
      ?.map((one) => one.entity)
      .sort(),
  ).toEqual(["settings:disk_max_mb", "settings:inject_max_chars"]);
  const project = Number(column(test.app, "SELECT project_id FROM memories WHERE id = ?", id)[0]);
  changeProject(test.app, project, { addAliases: ["store"] }, PERSON);
  expect(about()).toEqual([{ entity: `projects:${project}`, text: "shop", session_id: null }]);
  await saveNote(test.app, { text: "A note about the carts of the shop", title: "Carts" }, PERSON);
  expect(about()).toEqual([expect.objectContaining({ text: "Carts" })]);
});

it("a prompt is shown within its session", async () => {
  await seed(test);
  const [prompt] = rows(test.app, "SELECT id, session_id FROM prompts ORDER BY id LIMIT 1");
  deleteRow(test.app, "prompts", Number(prompt?.["id"]), PERSON);
  expect(about()).toMatchObject([{ entity: `prompts:${Number(prompt?.["id"])}`, session_id: prompt?.["session_id"] }]);
});

it("names two halves of a pair, and of many rows the first three", () => {
  const agent: Actor = { kind: "agent", name: "claude" };
  const first = createMemory(
    test.app,
    { key: "shop:db:fact:main", value: "The main database is PostgreSQL 15" },
    { actor: agent },
  );
  createMemory(
    test.app,
    { key: "shop:db:fact:main", value: "The main database is MySQL 8 on two hosts" },
    { actor: agent },
  );
  const pair = listOperations(test.app, { limit: 5 }).items.find(({ entities }) =>
    entities.some((one) => one.startsWith("memory_pairs:")),
  );
  expect(pair?.about.map((one) => one.entity)).toContain(`memories:${first.id}`);
});

it("names what holds before what went out of force: a list shows the first alone", () => {
  const agent: Actor = { kind: "agent", name: "claude" };
  const claim = { key: "shop:db:fact:main", project: null };
  createMemory(test.app, { ...claim, value: "The main database is PostgreSQL 15" }, { actor: agent });
  createMemory(test.app, { ...claim, value: "The main database is MySQL 8 on two hosts" }, { actor: agent });
  const [item] = listReview(test.app, { limit: 5 }).items;
  resolvePair(test.app, item?.type === "pair" ? item.pair.id : 0, { resolution: "take_newer" }, PERSON);
  expect(about()?.map((one) => one.text)).toEqual([
    "The main database is MySQL 8 on two hosts",
    "The main database is PostgreSQL 15",
  ]);
});

it("what was deleted for good leads nowhere, long texts are one line", () => {
  const id = create("shop:cart:fact:long", `A long statement about carts ${"very ".repeat(50)}\n\nlong`);
  expect(about()?.[0]?.text).toMatch(/^A long statement about carts (?:very )+v?e?r?y?…$/);
  updateMemory(test.app, id, { importance: 9 }, PERSON);
  undoOperation(test.app, listOperations(test.app, { limit: 1 }).items[0]?.id ?? 0, PERSON);
  hardDeleteMemory(test.app, id, PERSON);
  expect(listOperations(test.app, { limit: 10 }).items.flatMap((one) => one.about)).toEqual([]);
});
