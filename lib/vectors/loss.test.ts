import { rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hashVector } from "../embed/hash-embedder";
import { ALL, batches, openTestIndex, row, type TestIndex } from "./testing";

let index: TestIndex;
beforeEach(async () => {
  index = await openTestIndex();
});
afterEach(() => index.close());

describe("a lost or foreign index", () => {
  const unavailable = async (reason: RegExp) => {
    expect(index.store.state()).toMatchObject({
      state: "unavailable",
      reason: expect.stringMatching(reason) as string,
    });
    await expect(index.idsFor("otter")).rejects.toMatchObject({
      code: "not_ready",
      hint: expect.stringContaining("reindex") as string,
    });
  };
  const heals = async () => {
    await index.store.upsert([row(5, "otter")]);
    expect(index.store.state().state).toBe("unavailable");
    await index.reopen();
    expect(index.store.state().state).toBe("unavailable");
    await index.store.rewrite(batches([row(5, "otter"), row(6, "otter again")]));
    expect(index.store.state()).toEqual({ state: "ready", reason: null });
    expect(await index.idsFor("otter")).toEqual([5, 6]);
    await index.reopen();
    expect(await index.idsFor("otter")).toEqual([5, 6]);
  };

  it("notices that the folder was deleted while it was open", async () => {
    await index.store.upsert([row(1, "otter")]);
    rmSync(join(index.home, "vectors"), { recursive: true });
    await unavailable(/gone/);
    expect(await index.store.count()).toBe(0);
    await index.store.remove("memory", [1]);
    await index.store.optimize();
    await heals();
  });

  it("notices that the folder was deleted while it was closed", async () => {
    await index.store.upsert([row(1, "otter")]);
    await index.store.close();
    rmSync(join(index.home, "vectors"), { recursive: true });
    await index.open();
    await unavailable(/gone/);
    await heals();
  });

  it("T05: does not use the table of another model, names both, and keeps working after the rebuild", async () => {
    await index.store.upsert([row(1, "otter")]);
    await index.reopen("other/16", 16);
    const other = (text: string) => hashVector(text, 16);
    expect(index.store.state().reason).toContain("test/32 (32 dimensions)");
    expect(index.store.state().reason).toContain("other/16 (16 dimensions)");
    await expect(index.store.search(other("otter"), ALL, 5)).rejects.toMatchObject({ code: "not_ready" });
    expect(await index.store.count()).toBe(0);
    await index.store.rewrite(batches([row(1, "otter", { vector: other("otter") })]));
    expect(await index.store.search(other("otter"), ALL, 5)).toMatchObject([{ entityId: 1 }]);
    expect(index.tables()).toHaveLength(1);
  });

  it("same dimension is not the same model", async () => {
    await index.store.upsert([row(1, "otter")]);
    await index.reopen("other/32");
    await unavailable(/made by test\/32/);
  });

  it.each(["", "{", "[]", '{"model":"test/32","dimension":32,"table":"../../etc","complete":true}'])(
    "survives a damaged description: %s",
    async (content) => {
      await index.store.upsert([row(1, "otter")]);
      await index.store.close();
      writeFileSync(join(index.home, "vectors.json"), content);
      await index.open();
      await unavailable(/damaged/);
      await heals();
    },
  );

  it("notices a lost description", async () => {
    await index.store.upsert([row(1, "otter")]);
    await index.store.close();
    rmSync(join(index.home, "vectors.json"));
    await index.open();
    await unavailable(/lost the file/);
    await heals();
  });

  const harm: [string, (file: string) => void][] = [
    ["emptied", (file) => truncateSync(file, 0)],
    ["cut in half", (file) => truncateSync(file, Math.floor(statSync(file).size / 2))],
    ["overwritten", (file) => writeFileSync(file, Buffer.alloc(statSync(file).size, 0xa5))],
  ];
  const parts = ["_versions", "data", "_indices"];
  it.each(harm.flatMap(([how, apply]) => parts.map((part) => [part, how, apply] as const)))(
    "never crashes on files of %s that were %s, and heals by a rewrite",
    async (part, _how, apply) => {
      // Only a table of that size has an index to be damaged.
      const length = part === "_indices" ? 10_001 : 50;
      const rows = Array.from({ length }, (_, i) => row(i + 1, `note ${i}`));
      await index.store.rewrite(batches(rows));
      await index.store.close();
      for (const file of index.files()) if (file.includes(`/${part}/`)) apply(file);
      await index.open();
      const outcome = await index.idsFor("note 7").then(
        (ids) => ids[0],
        (error: { code: string }) => error.code,
      );
      expect(["not_ready", 8]).toContain(outcome);
      if (outcome === "not_ready") expect(index.store.state().state).toBe("unavailable");
      await index.store.upsert([row(20_000, "heron")]);
      await index.store.rewrite(batches([row(20_000, "heron")]));
      expect(await index.idsFor("heron")).toEqual([20_000]);
      expect(index.store.state()).toEqual({ state: "ready", reason: null });
    },
  );

  it("rejects instead of answering after it was closed", async () => {
    await index.store.upsert([row(1, "otter")]);
    await index.store.close();
    await expect(index.idsFor("otter")).rejects.toMatchObject({ code: "not_ready" });
    await expect(index.store.upsert([row(2, "otter")])).rejects.toMatchObject({ code: "not_ready" });
    await expect(index.store.rewrite(batches())).rejects.toMatchObject({ code: "not_ready" });
  });
});
