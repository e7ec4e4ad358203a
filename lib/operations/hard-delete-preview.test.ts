import { afterEach, beforeEach, expect, it } from "vitest";
import { drain } from "../jobs/runner";
import { createMemory } from "../memories/service";
import { openTestApp, type TestApp } from "../testing";
import { importOne, memoryOf, refused, snapshot } from "../testing/ferry";
import { hardDeleteMemory, previewHardDelete } from "./hard-delete";
import { getReceipt } from "./receipts";

const PERSON = { kind: "person", name: "console" } as const;
let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

it("names the rows and holders that the receipt then names, and leaves the store as it was", async () => {
  await importOne(test.app);
  const id = memoryOf(test.app, "NATS");
  const before = await snapshot(test.app);
  const preview = previewHardDelete(test.app, "memories", id);
  expect(await snapshot(test.app)).toEqual(before);
  expect(preview.ids).toEqual([id]);
  expect(preview.holders.map(({ holder }) => holder)).toEqual(expect.arrayContaining(["memories", "operations"]));
  expect(preview.holders.length).toBeGreaterThan(2);
  const { receipt_id: receipt } = hardDeleteMemory(test.app, id, PERSON);
  const taken = getReceipt(test.app, receipt).holders.map(({ holder, found }) => ({ holder, found }));
  expect(taken).toEqual(preview.holders);
  await drain(test.app);
});

it("counts versions that hold the same text", () => {
  const value = "Carts are cached in Redis for an hour";
  const write = (text: string) =>
    createMemory(test.app, { key: "k", value: text, project: null }, { actor: PERSON }).id;
  const [a, , c] = [write(value), write("Carts are cached nowhere at all"), write(value)];
  expect(previewHardDelete(test.app, "memories", c).ids.sort()).toEqual([a, c]);
});

it("an unknown id is not found", () => {
  expect(refused(() => previewHardDelete(test.app, "memories", 99)).code).toBe("not_found");
});
