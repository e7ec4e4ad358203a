import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openTestApp, type TestApp } from "../testing";
import { LANES } from "./handlers";
import { JOB } from "./kinds";
import { listJobRows } from "./query";
import { drain, startRunner } from "./runner";

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

const vector = async () => test.app.embedder.embedQuery("otter");
const kinds = () => listJobRows(test.app.db, { limit: 100 }).map((row) => row.kind);

it("knows each kind once, and each kind in one lane", () => {
  const all = LANES.flatMap((lane) => lane.kinds.map(({ kind }) => kind));
  expect(new Set(all).size).toBe(all.length);
  expect([...all].sort()).toEqual(Object.values<string>(JOB).sort());
  for (const kind of all) expect(kind).toMatch(/^(?:purge|[a-z]+\.[a-z_]+)$/);
});

it("keeps what waits for a model or works for minutes away from turns and from the vector index", () => {
  const laneOf = (kind: string) => LANES.find((lane) => lane.kinds.some((one) => one.kind === kind))?.name;
  const slow = [JOB.extractSession, JOB.extractStale, JOB.retainEvidence, JOB.forgetMemories, JOB.consolidateMemories];
  const prompt = [JOB.closeTurn, JOB.extractTurn, JOB.indexVector, JOB.compareMemory];
  const lanes = new Set(prompt.map(laneOf));
  expect([...lanes]).toEqual(["turns", "index", "review"]);
  for (const kind of slow) expect(lanes, kind).not.toContain(laneOf(kind));
});

it("looks at the indexes at the start, and plans backups and the care of the vector index for ever", async () => {
  const runner = startRunner(test.app);
  await expect.poll(kinds, { timeout: 20_000 }).not.toContain("index.check");
  const care = ["vectors.optimize", "backup.daily", "evidence.retain", "maintenance.ask", "sessions.extract_stale"];
  expect(kinds()).toEqual(expect.arrayContaining(care));
  await runner.stop();
  test.clock.now += 10 * 60_000;
  expect(await drain(test.app)).toBe(1);
  const next = listJobRows(test.app.db, { limit: 100 }).filter((row) => row.kind === "vectors.optimize");
  expect(next).toMatchObject([{ kind: "vectors.optimize", status: "queued", runAt: test.clock.now + 6 * 3_600_000 }]);
});

it("rebuilds the vector index when its folder vanishes while the server runs", async () => {
  const row = { kind: "memory", entityId: 1, chunk: 0, projectId: 1, status: "active", createdAt: 1 } as const;
  await test.app.vectors.upsert([{ ...row, vector: await vector() }]);
  startRunner(test.app);
  rmSync(join(test.home, "vectors"), { recursive: true });
  expect(test.app.vectors.state().state).toBe("unavailable");
  test.app.wake();
  await expect.poll(() => test.app.vectors.state().state, { timeout: 20_000 }).toBe("ready");
});
