import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type Server, until } from "../support/server";
import { HASH_EMBEDDER, useStage } from "../support/stage";
import { count } from "../support/store";

const ROUNDS = 10;
const stage = useStage(HASH_EMBEDDER);

const waiting = (home: string, id: number): number =>
  count(home, "SELECT count(*) FROM jobs WHERE kind = 'vector.index' AND key = ?", `memory:${id}`);
const indexed = (home: string, id: number): number =>
  count(home, "SELECT count(*) FROM vector_entries WHERE kind = 'memory' AND entity_id = ? AND chunk = 0", id);

async function add(running: Server, topic: string, value: string): Promise<number> {
  const { id } = await running.client.memories.create({ key: `app:test:fact:${topic}`, value });
  return Number(id);
}

/** Ids that meaning alone finds, best first. */
async function byMeaning(running: Server, query: string): Promise<number[]> {
  const answer = await running.client.search({ query, mode: "vector", type: "memories" });
  return answer.memories.map((hit) => hit.id);
}

const foundFirst = (running: Server, query: string, id: number): Promise<true> =>
  until(async () => ((await byMeaning(running, query))[0] === id ? true : undefined));

it("E26: killed between the commit and the vector's write, the next start finds the row by meaning, whatever is saved first", async () => {
  const home = stage.home();
  const lost: { id: number; value: string }[] = [];
  for (let round = 0; round < ROUNDS && lost.length === 0; round++) {
    const running = await stage.start({ home });
    const value = `otters of river ${round} hold hands while they sleep`;
    const id = await add(running, `otters-${round}`, value);
    await running.kill();
    if (waiting(home, id) === 1 && indexed(home, id) === 0) lost.push({ id, value });
  }
  expect(lost).toHaveLength(1);
  const server = await stage.start({ home });
  const other = await add(server, "badgers", "badgers dig their setts at night");
  await foundFirst(server, "badgers dig their setts at night", other);
  for (const { id, value } of lost) await foundFirst(server, value, id);
  const total = count(home, "SELECT count(*) FROM memories");
  const health = await until(async () => {
    const seen = await server.client.health();
    return seen.index.lag === 0 ? seen : undefined;
  });
  expect(health.index).toMatchObject({ state: "ready", vectors: { memory: total } });
});

it("E25, E26: an older index with as many rows, but others, is repaired at the start", async () => {
  const home = stage.home();
  const parts = ["vectors", "vectors.json"];
  const older = stage.home();
  let server = await stage.start({ home });
  const first = await add(server, "otters", "otters hold hands while they sleep");
  await foundFirst(server, "otters hold hands", first);
  await server.stop();
  for (const part of parts) cpSync(join(home, part), join(older, part), { recursive: true });
  server = await stage.start({ home });
  const second = await add(server, "badgers", "badgers dig their setts at night");
  await server.client.memories.delete(first);
  await foundFirst(server, "badgers dig their setts", second);
  await until(() => (waiting(home, first) + waiting(home, second) === 0 ? true : undefined));
  await server.stop();
  for (const part of parts) {
    rmSync(join(home, part), { recursive: true });
    cpSync(join(older, part), join(home, part), { recursive: true });
  }
  server = await stage.start({ home });
  await foundFirst(server, "badgers dig their setts", second);
  expect(await byMeaning(server, "otters hold hands")).not.toContain(first);
});
