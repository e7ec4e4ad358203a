import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Embedder } from "../context";
import { AppError } from "../contract/errors";
import type { MemoryRow } from "../db/schema/memories";
import { createHashEmbedder } from "../embed/hash-embedder";
import { openTestApp, type TestApp } from "../testing";
import { embedMemories } from "../testing/embed-memories";
import { addProject } from "../testing/places";
import { addMemory, addObservation } from "../testing/search-rows";
import { recallForPrompt, type Recalled, type RecallScope } from "./recall";

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

const SCOPE: RecallScope = { projectIds: null, branch: null, limit: 10, waitMs: 0 };
const recall = async (text: string, scope: Partial<RecallScope> = {}): Promise<Recalled[]> =>
  (await recallForPrompt(test.app, text, { ...SCOPE, ...scope })).hits;

async function openWith(embedder: Partial<Embedder>): Promise<void> {
  await test.close();
  test = await openTestApp({ embedder: { ...createHashEmbedder(), ...embedder } });
}

const embed = (): Promise<void> => embedMemories(test.app);

describe("what bears on a prompt", () => {
  it("is a row that holds enough of its words, memories before observations", async () => {
    const memory = addMemory(test.app, "the cart cache lives in Redis, sessions must survive a deploy");
    const observation = addObservation(test.app, "Cart cache moved to Redis");
    addMemory(test.app, "the invoice export runs at night");
    const hits = await recall("where does the cart cache live");
    expect(hits.map(({ kind, id }) => [kind, id])).toEqual([
      ["memory", memory.id],
      ["observation", observation.id],
    ]);
    expect(hits[0]?.words).toBeGreaterThanOrEqual(0.5);
  });

  it("is nothing for prompts that nothing stored is about", async () => {
    addMemory(test.app, "the cart cache lives in Redis, sessions must survive a deploy");
    addMemory(test.app, "部署之前必须先验证回滚方案");
    for (const prompt of [
      "how long should I boil a soft egg",
      "who painted the ceiling of the chapel in the old cart of the pope",
      "zzqqxxyy wug",
      "谢谢，请继续",
      "今天北京天气怎么样",
      "ok",
      "?!",
      "",
    ])
      expect({ prompt, hits: await recall(prompt) }).toEqual({ prompt, hits: [] });
  });

  it("is a row that holds what was named, whatever else the prompt says", async () => {
    const { id } = addMemory(test.app, "ADR-0005 was accepted");
    const prompt = "please have a look at the numbers of yesterday and compare them with ADR-0005 before lunch";
    expect((await recall(prompt)).map((hit) => hit.id)).toEqual([id]);
  });

  it("is a row that the model surely finds near, even without a shared word", async () => {
    const vectors = (texts: string[]): Promise<Float32Array[]> =>
      Promise.resolve(texts.map(() => Float32Array.of(1, 0)));
    const near = (cosine: number): Partial<Embedder> => ({
      model: "two/2",
      dimension: 2,
      embedPassages: vectors,
      embedQuery: () => Promise.resolve(Float32Array.of(cosine, Math.sqrt(1 - cosine ** 2))),
      floor: { alike: -1, across: -1, sure: { latin: 0.5, unspaced: 0.7 } },
    });
    for (const [cosine, prompt, count] of [
      [0.51, "anything at all", 1],
      [0.49, "anything at all", 0],
      [0.69, "随便什么东西", 0],
      [0.71, "随便什么东西", 1],
    ] as const) {
      await openWith(near(cosine));
      addMemory(test.app, "otters swim");
      await embed();
      expect(await recall(prompt, { waitMs: 60_000 })).toHaveLength(count);
      expect(await recall(prompt)).toEqual([]);
    }
  });

  it("of a model that nobody measured only the words count", async () => {
    await openWith({ floor: { alike: -1, across: -1 } });
    addMemory(test.app, "otters swim");
    await embed();
    expect(await recall("anything at all", { waitMs: 60_000 })).toEqual([]);
    expect(await recall("otters", { waitMs: 60_000 })).toHaveLength(1);
  });
});

describe("scope", () => {
  it("leaves out other projects and branches, and what is not in force", async () => {
    const [app, other] = [addProject(test.app, "app"), addProject(test.app, "other")];
    addMemory(test.app, "tea of app", { projectId: app });
    addMemory(test.app, "tea of other", { projectId: other });
    addObservation(test.app, "tea on main", { projectId: app, branch: "main" });
    addObservation(test.app, "tea on dev", { projectId: app, branch: "dev" });
    const off: Partial<MemoryRow>[] = [
      { status: "superseded" },
      { status: "archived" },
      { status: "deleted" },
      { expiresAt: test.clock.now },
      { reviewState: "pending" },
      { reviewState: "conflict" },
      { reviewState: "quarantined" },
    ];
    for (const more of off) addMemory(test.app, "tea", { projectId: app, ...more });
    const hits = await recall("tea", { projectIds: [app], branch: "main" });
    expect(hits.map(({ kind }) => kind)).toEqual(["memory", "observation"]);
    expect(await recall("tea", { projectIds: [app], branch: "main", limit: 0 })).toEqual([]);
  });
});

describe("a half that is missing", () => {
  it("E21: a late or missing model leaves the words, and the answer says so", async () => {
    for (const [embedQuery, reason] of [
      [() => new Promise<Float32Array>(() => undefined), "The model is busy"],
      [() => Promise.reject(new AppError("not_ready", "The model file is missing.")), "The model file is missing."],
      [() => Promise.reject(new Error("boom")), "the log says more"],
    ] as const) {
      await openWith({ embedQuery });
      addMemory(test.app, "otters swim");
      const answer = await recallForPrompt(test.app, "otters", { ...SCOPE, waitMs: 1 });
      expect(answer).toMatchObject({
        hits: [{ match: "fts" }],
        degraded: { missing: "meaning", reason: expect.stringContaining(reason) as string },
      });
    }
  });

  it("says when the words cannot be read", async () => {
    addMemory(test.app, "otters swim");
    test.app.sqlite.exec("DROP TABLE memory_words");
    expect(await recallForPrompt(test.app, "otters", SCOPE)).toMatchObject({
      hits: [],
      degraded: { missing: "words" },
    });
  });
});
