import { expect, it } from "vitest";
import { createHashEmbedder, hashVector } from "./hash-embedder";

const cosine = (a: string, b: string): number => {
  const [x, y] = [hashVector(a, 384), hashVector(b, 384)];
  return x.reduce((sum, part, i) => sum + part * (y[i] ?? 0), 0);
};

it("says what it is and never fails", async () => {
  const embedder = createHashEmbedder();
  expect(embedder).toMatchObject({ model: "hash-test/384", dimension: 384 });
  expect(embedder.state()).toMatchObject({ state: "ready", id: "hash-test/384" });
  expect(createHashEmbedder(16).model).toBe("hash-test/16");
  expect((await createHashEmbedder(16).embedPassages(["a", "b"])).map((vector) => vector.length)).toEqual([16, 16]);
});

it("is deterministic, of unit length, and the same for queries and passages", async () => {
  const embedder = createHashEmbedder();
  const [passage] = await embedder.embedPassages(["Redis cache"]);
  expect(await embedder.embedQuery("Redis cache")).toEqual(passage);
  for (const text of ["Redis cache", "", " ", "!?", "缓", "🦦"]) expect(cosine(text, text)).toBeCloseTo(1, 5);
});

it("brings texts that share words together, whatever their case or script, and keeps others apart", () => {
  expect(cosine("we keep sessions in Redis", "Redis keeps SESSIONS")).toBeGreaterThan(0.4);
  expect(cosine("会话缓存保存在 Redis", "会话缓存在哪里")).toBeGreaterThan(0.4);
  expect(Math.abs(cosine("we keep sessions in Redis", "lunch at noon"))).toBeLessThan(0.2);
  expect(cosine("ＡＢＣ", "abc")).toBeCloseTo(1, 5);
});
