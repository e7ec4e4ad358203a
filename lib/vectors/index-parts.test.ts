import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { loadLance } from "./lance";
import { batches, DIMENSION, openTestIndex, row, type TestIndex } from "./testing";

/** Enough for an index of vectors. */
const ROWS = 10_050;
const ROUNDS = 7;

let index: TestIndex;
beforeEach(async () => {
  index = await openTestIndex();
});
afterEach(() => index.close());

async function partsOfIndex(): Promise<number> {
  const { table } = JSON.parse(readFileSync(join(index.home, "vectors.json"), "utf8")) as { table: string };
  const { connection } = await loadLance(index.home, DIMENSION);
  const opened = await connection.openTable(table);
  const [named] = (await opened.listIndices()).filter(({ columns }) => columns.includes("vector"));
  const stats = await opened.indexStats(named?.name ?? "");
  connection.close();
  return stats?.numIndices ?? 0;
}

it("makes one index of many small ones, and finds old and new rows behind it", { timeout: 120_000 }, async () => {
  await index.store.rewrite(batches(Array.from({ length: ROWS }, (_, i) => row(i + 1, `stone ${i}`))));
  const seen: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    await index.store.upsert([row(ROWS + round, `otter ${round}`)]);
    await index.store.optimize();
    seen.push(await partsOfIndex());
  }
  expect(Math.max(...seen)).toBeGreaterThan(1);
  expect(Math.max(...seen)).toBeLessThanOrEqual(5);
  expect(await index.idsFor("otter 1", {}, 1)).toEqual([ROWS + 1]);
  expect(await index.idsFor(`otter ${ROUNDS}`, {}, 1)).toEqual([ROWS + ROUNDS]);
  expect(await index.store.count()).toBe(ROWS + ROUNDS);
});
