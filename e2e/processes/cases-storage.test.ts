import { afterAll, beforeAll, expect, it } from "vitest";
import { queries } from "../../bench/corpus";
import { seedHome } from "../../bench/seed";
import { residentMb } from "../../bench/suites/process";
import { addMemory, findMemories, toolHook } from "../support/cases";
import type { Server } from "../support/server";
import { HASH_EMBEDDER, useStage } from "../support/stage";
import { count } from "../support/store";

const stage = useStage(HASH_EMBEDDER, afterAll);
let server: Server;
beforeAll(async () => {
  server = await stage.start();
});

it("T01: twenty parallel clients with fifty events each are all stored", async () => {
  const client = async (c: number): Promise<number[]> => {
    const statuses: number[] = [];
    for (let i = 0; i < 50; i++) {
      const response = await toolHook(server, `T01 mark ${c} ${i}`, {
        session_id: `t01-${c}`,
        tool_use_id: `t01_${c}_${i}`,
      });
      statuses.push(response.status);
    }
    return statuses;
  };
  const statuses = (await Promise.all(Array.from({ length: 20 }, (_, c) => client(c)))).flat();
  expect(statuses.filter((status) => status >= 300)).toEqual([]);
  expect(count(server.home, "SELECT count(DISTINCT tool_use_id) FROM events WHERE tool_use_id LIKE 't01%'")).toBe(1000);
});

it("K01: ten parallel and two later deliveries of one tool use are one row", async () => {
  const send = () => toolHook(server, "DUP-K01", { session_id: "s-dup", tool_use_id: "toolu_1" });
  await Promise.all(Array.from({ length: 10 }, send));
  await send();
  await send();
  expect(count(server.home, "SELECT count(*) FROM events WHERE tool_use_id = 'toolu_1'")).toBe(1);
});

it("T16: deleting a project's memories takes all of them and no others", async () => {
  await Promise.all(Array.from({ length: 350 }, (_, i) => addMemory(server, `row ${i} of the first project`, "p1")));
  await Promise.all(Array.from({ length: 5 }, (_, i) => addMemory(server, `row ${i} of the second project`, "p2")));
  const response = await fetch(`${server.url}/api/memories/bulk`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ action: "delete", filter: { project: "p1" } }),
  });
  expect(response.status).toBe(200);
  expect(JSON.stringify(await response.json())).toContain("350");
  expect((await server.client.memories.list({ project: "p1", limit: 1 })).items).toEqual([]);
  expect((await server.client.memories.list({ project: "p2" })).items).toHaveLength(5);
  expect(await findMemories(server, "row project", { project: "p1" })).toEqual([]);
});

it("T18: a hundred thousand rows: block, search and list pages stay within their bounds", async () => {
  const home = stage.home();
  await seedHome(home, 100_000);
  const big = await stage.start({ home });
  const within = async (path: string, ms: number): Promise<unknown> => {
    const response = await fetch(big.url + path, { signal: AbortSignal.timeout(ms) });
    expect(response.status, path).toBe(200);
    return response.text();
  };
  await within("/api/context/inject?project=project-3", 1_000);
  for (const query of queries(20)) await within(`/api/search?query=${encodeURIComponent(query)}`, 500);
  await within("/api/memories?limit=50", 300);
  await within("/memories", 3_000);
  expect(residentMb(big)).toBeLessThan(1_000);
});
