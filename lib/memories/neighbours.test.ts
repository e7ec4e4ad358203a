import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { AppError } from "../contract/errors";
import { drain } from "../jobs/runner";
import { checkVectors, vectorsRebuildHandler } from "../search/rebuild";
import { openTestApp, type TestApp } from "../testing";
import { createSetEmbedder, type SetEmbedder } from "../testing/set-embedder";
import { findNeighbours, neighboursOfMemory, similarityOf } from "./neighbours";
import { archiveMemory, createMemory, softDeleteMemory, updateMemory } from "./service";

const PERSON = { kind: "person", name: "console" } as const;
const ANCHOR = "deploys happen on friday evenings";
const NEAR = "deployments run on friday evenings";
const FAR = "otters live in clean rivers only";
const ANYWHERE = { projectIds: null, limit: 5 };

let test: TestApp;
let embedder: SetEmbedder;
beforeEach(async () => {
  embedder = createSetEmbedder({ [ANCHOR]: 1, [NEAR]: 0.951, [FAR]: 0.6 });
  test = await openTestApp({ embedder });
});
afterEach(() => test.close());

let serial = 0;
const add = (value: string, more: { project?: string; expires_at?: number } = {}): number => {
  serial += 1;
  return createMemory(test.app, { key: `k:${serial}`, value, ...more }, { actor: PERSON }).id;
};
const unit = (...values: number[]): Float32Array => Float32Array.from(values);

describe("likeness", () => {
  it.each([
    [0.84, 0.92],
    [0.9, 0.95],
    [0.94, 0.97],
    [1, 1],
    [-1, 0],
  ])("E46: a cosine of %d is a similarity of %d", (cosine, similarity) => {
    const other = unit(cosine, Math.sqrt(1 - cosine * cosine));
    expect(similarityOf([unit(1, 0)], [other])).toBeCloseTo(similarity, 6);
  });

  it("E46: two long texts that share one paragraph are not the same", () => {
    const [a, b, c] = [unit(1, 0, 0), unit(0, 1, 0), unit(0, 0, 1)];
    expect(similarityOf([a, b], [a, c])).toBeCloseTo(0.75, 6);
    expect(similarityOf([a], [a, c])).toBeCloseTo(0.75, 6);
    expect(similarityOf([a, b], [b, a])).toBe(1);
  });
});

describe("neighbours of a value", () => {
  it("E45, E46: the nearest first, with (1 + cosine) / 2 of the values alone, whatever their keys", async () => {
    const far = add(FAR);
    const near = add(NEAR);
    await drain(test.app);
    expect(await findNeighbours(test.app, ANCHOR, ANYWHERE)).toEqual([
      { id: near, similarity: expect.closeTo(0.951, 5) as number, revision: 1 },
      { id: far, similarity: expect.closeTo(0.6, 5) as number, revision: 1 },
    ]);
    expect(await findNeighbours(test.app, ANCHOR, { projectIds: null, limit: 1 })).toHaveLength(1);
  });

  it("leaves out what is deleted, archived, superseded, expired or of another project, at once", async () => {
    const gone = [add(NEAR), add(`x ${NEAR}`), add(`y ${NEAR}`, { expires_at: test.clock.now + 10 })];
    const elsewhere = add(`z ${NEAR}`, { project: "shop" });
    await drain(test.app);
    expect(await findNeighbours(test.app, ANCHOR, ANYWHERE)).toHaveLength(4);
    softDeleteMemory(test.app, gone[0] ?? 0, PERSON);
    archiveMemory(test.app, gone[1] ?? 0, PERSON);
    test.clock.now += 10;
    expect((await findNeighbours(test.app, ANCHOR, ANYWHERE))?.map((one) => one.id)).toEqual([elsewhere]);
    expect(await findNeighbours(test.app, ANCHOR, { projectIds: [0], limit: 5 })).toEqual([]);
  });

  it("measures what a row says now, and does not see one whose vector still waits", async () => {
    const id = add(NEAR);
    await drain(test.app);
    updateMemory(test.app, id, { value: FAR }, PERSON);
    expect(await findNeighbours(test.app, ANCHOR, ANYWHERE)).toEqual([]);
    await drain(test.app);
    expect(await findNeighbours(test.app, ANCHOR, ANYWHERE)).toMatchObject([{ id, revision: 2 }]);
  });

  it("looks past many rows that are out of force", async () => {
    for (let n = 0; n < 60; n += 1) archiveMemory(test.app, add(`${n} ${ANCHOR}`), PERSON);
    const id = add(NEAR);
    await drain(test.app);
    test.app.sqlite.prepare("UPDATE memories SET status = 'archived' WHERE id <> ?").run(id);
    expect((await findNeighbours(test.app, ANCHOR, ANYWHERE))?.map((one) => one.id)).toEqual([id]);
  });

  it("E21: null when the model is missing, broken or slow; nothing is thrown", async () => {
    add(NEAR);
    await drain(test.app);
    embedder.before = () => Promise.reject(new AppError("not_ready", "The model is missing."));
    expect(await findNeighbours(test.app, ANCHOR, ANYWHERE)).toBeNull();
    embedder.before = () => Promise.reject(new Error("broken"));
    expect(await findNeighbours(test.app, ANCHOR, ANYWHERE)).toBeNull();
    let finish: () => void = () => undefined;
    embedder.before = () => new Promise((resolve) => (finish = resolve));
    expect(await findNeighbours(test.app, ANCHOR, { ...ANYWHERE, waitMs: 20 })).toBeNull();
    finish();
  });
});

describe("neighbours of a memory", () => {
  it("are found without the model, itself left out", async () => {
    const [anchor, near] = [add(ANCHOR), add(NEAR)];
    expect(await neighboursOfMemory(test.app, anchor, ANYWHERE)).toBeNull();
    await drain(test.app);
    embedder.before = () => Promise.reject(new Error("not to be asked"));
    const found = await neighboursOfMemory(test.app, anchor, ANYWHERE);
    expect(found).toEqual([{ id: near, similarity: expect.closeTo(0.951, 5) as number, revision: 1 }]);
    expect(await neighboursOfMemory(test.app, 999, ANYWHERE)).toBeNull();
  });

  it("a store of an earlier version gets the vectors of its statements at the next start", async () => {
    const [anchor, near] = [add(ANCHOR), add(NEAR)];
    await drain(test.app);
    const { sqlite } = test.app;
    sqlite.exec("DELETE FROM vector_entries WHERE chunk < 0");
    sqlite.exec("DELETE FROM embeddings WHERE text_hash NOT IN (SELECT text_hash FROM vector_entries)");
    expect(await neighboursOfMemory(test.app, anchor, ANYWHERE)).toBeNull();
    expect(await checkVectors(test.app)).toEqual({ rebuild: false, missing: 2 });
    await drain(test.app);
    expect((await neighboursOfMemory(test.app, anchor, ANYWHERE))?.map((one) => one.id)).toEqual([near]);
  });

  it("outlive a rebuild of the index and a restart", async () => {
    const [anchor, near] = [add(ANCHOR), add(NEAR)];
    await drain(test.app);
    await vectorsRebuildHandler.run(test.app, []);
    expect(await test.app.vectors.count()).toBe(2);
    await test.reopen();
    expect((await neighboursOfMemory(test.app, anchor, ANYWHERE))?.map((one) => one.id)).toEqual([near]);
  });
});
