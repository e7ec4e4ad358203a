import { cpSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { addMemory, findMemories, idsOf, settled } from "../support/cases";
import { until } from "../support/server";
import { HASH_EMBEDDER, useStage } from "../support/stage";
import { count } from "../support/store";

const stage = useStage();

it("T05: another model is named, words serve meanwhile, everything is embedded again", async () => {
  const home = stage.home();
  let running = await stage.start({ home, env: HASH_EMBEDDER });
  for (let i = 0; i < 20; i++) await addMemory(running, `note ${i}: the otter number ${i} sleeps in the river bank`);
  await settled(running);
  await running.stop();
  running = await stage.start({ home });
  const words = await findMemories(running, "otter river", { mode: "fts" });
  expect(words).toHaveLength(20);
  await settled(running, 120_000);
  const answer = await running.client.search({ query: "where does the animal rest", type: "memories", mode: "vector" });
  expect(answer.degraded).toBeNull();
  expect(answer.memories.length).toBeGreaterThan(0);
  expect((await running.client.health()).index.vectors.memory).toBe(20);
});

it("T06, T08: empty store, first row, deletion and second row by every mode", async () => {
  const home = stage.home();
  const running = await stage.start({ home });
  for (const mode of ["vector", "hybrid"] as const)
    expect(await findMemories(running, "anything", { mode })).toEqual([]);
  const first = await addMemory(running, "DEL-T06 about otters that sleep");
  await settled(running);
  for (const mode of ["fts", "vector", "hybrid"] as const) {
    expect(idsOf(await findMemories(running, "otters", { mode })), mode).toEqual([first]);
  }
  await running.client.memories.delete(first);
  for (const mode of ["fts", "vector", "hybrid"] as const)
    expect(await findMemories(running, "otters", { mode }), mode).toEqual([]);
  const second = await addMemory(running, "second otter lives in the pond");
  await settled(running);
  expect(idsOf(await findMemories(running, "otter", { mode: "hybrid" }))).toEqual([second]);
  await running.stop();
  const again = await stage.start({ home });
  expect(idsOf(await findMemories(again, "otters", { mode: "vector" }))).toEqual([second]);
});

it("T10: a hundred parallel deletions beside a hundred additions end exactly right", async () => {
  const home = stage.home();
  const running = await stage.start({ home, env: HASH_EMBEDDER });
  const old = await Promise.all(
    Array.from({ length: 100 }, (_, i) => addMemory(running, `old row ${i} of the parallel test`)),
  );
  await settled(running);
  await Promise.all([
    ...old.map((id) => running.client.memories.delete(id)),
    ...Array.from({ length: 100 }, (_, i) => addMemory(running, `new row ${i} of the parallel test`)),
  ]);
  await settled(running);
  expect(count(home, "SELECT count(*) FROM memories WHERE status = 'active'")).toBe(100);
  expect((await running.client.health()).index.vectors.memory).toBe(100);
});

it("T12: without the model the server is up, words work, health says how to mend it", async () => {
  const home = stage.home();
  const empty = join(home, "no-model");
  mkdirSync(empty);
  const running = await stage.start({ home, env: { KEEPSAKE_MODEL_DIR: empty } });
  const id = await addMemory(running, "offline note about the lighthouse");
  const answer = await running.client.search({ query: "offline note", mode: "hybrid", type: "memories" });
  expect(idsOf(answer.memories)).toEqual([id]);
  expect(answer.degraded?.missing).toBe("meaning");
  const health = await running.client.health();
  expect(health.state).toBe("degraded");
  expect(["missing", "failed"]).toContain(health.model.state);
  expect(health.model.hint).not.toBeNull();
});

it("T20: limits beyond the bound are refused, offsets beyond the end are empty", async () => {
  const home = stage.home();
  const running = await stage.start({ home, env: HASH_EMBEDDER });
  await addMemory(running, "the only row of this store");
  const tooMany = await fetch(`${running.url}/api/search?query=x&mode=vector&limit=10000`);
  expect(tooMany.status).toBe(400);
  const beyond = await running.client.search({ query: "row", mode: "hybrid", limit: 50, offset: 100_000 });
  expect(beyond.memories).toEqual([]);
});

it("a vectors folder that was deleted by hand is rebuilt, and search says so until then", async () => {
  const home = stage.home();
  let running = await stage.start({ home });
  const id = await addMemory(running, "carts are kept for a day in the fast store");
  await settled(running);
  await running.stop();
  cpSync(join(home, "vectors"), join(home, "vectors-copy"), { recursive: true });
  rmSync(join(home, "vectors"), { recursive: true });
  running = await stage.start({ home });
  const early = await running.client.search({ query: "fast store", mode: "hybrid", type: "memories" });
  expect(idsOf(early.memories)).toEqual([id]);
  const found = await until(async () => {
    const answer = await running.client.search({ query: "how long do baskets live", mode: "vector", type: "memories" });
    if (answer.degraded === null && answer.memories.length > 0) return answer;
    if (answer.degraded !== null) expect(answer.degraded.missing).toBe("meaning");
    return undefined;
  });
  expect(idsOf(found.memories)).toEqual([id]);
});
