import fc from "fast-check";
import { expect, it } from "vitest";
import { chunkText, MAX_CHUNKS } from "./chunks";

const sentence = (i: number) =>
  `Sentence number ${i} explains how the session cache is warmed before the first request.`;
const english = (count: number) => Array.from({ length: count }, (_, i) => sentence(i)).join(" ");
const chinese = (count: number) =>
  Array.from({ length: count }, (_, i) => `第${i}条说明如何在首次请求之前预热会话缓存。`).join("");

it("keeps a short text whole and gives nothing for a blank one", () => {
  expect(chunkText("  We keep sessions in Redis. \n")).toEqual(["We keep sessions in Redis."]);
  expect(chunkText("会话保存在 Redis 中。")).toEqual(["会话保存在 Redis 中。"]);
  expect(chunkText("")).toEqual([]);
  expect(chunkText(" \n\t\u3000 ")).toEqual([]);
});

it.each([
  ["English", english(60), 600, 1_200],
  ["Chinese", chinese(60), 200, 400],
])("cuts long %s text at sentence ends, into pieces of like size that overlap", (_language, text, least, most) => {
  const chunks = chunkText(text);
  expect(chunks.length).toBeGreaterThan(2);
  for (const chunk of chunks) expect(chunk).toMatch(/[.。]$/);
  for (const chunk of chunks.slice(0, -1)) {
    expect(chunk.length).toBeGreaterThan(least);
    expect(chunk.length).toBeLessThan(most);
  }
  for (const [i, chunk] of chunks.slice(1).entries()) {
    const previous = chunks[i] ?? "";
    const start = text.indexOf(chunk);
    expect(start).toBeGreaterThan(text.indexOf(previous));
    expect(start).toBeLessThan(text.indexOf(previous) + previous.length);
  }
});

it("loses no sentence of a text that fits", () => {
  const together = chunkText(english(60)).join("\n");
  for (let i = 0; i < 60; i += 1) expect(together).toContain(sentence(i));
});

it("does not break versions, paths and numbers as if they were sentences", () => {
  const text = Array.from({ length: 120 }, (_, i) => `Upgrade lib/db/open.ts to v1.2.${i}`).join(" and then ");
  for (const chunk of chunkText(text).slice(0, -1)) expect(chunk).not.toMatch(/(v1|v1\.2|open|lib)\.?$/);
});

it("takes head and tail of a text that is too long", () => {
  const chunks = chunkText(english(2_000));
  expect(chunks).toHaveLength(MAX_CHUNKS);
  expect(chunks[0]).toContain(sentence(0));
  expect(chunks.at(-1)).toContain(sentence(1_999));
});

it.each([
  ["one endless word", "a".repeat(200_000)],
  ["endless Chinese without a stop", "缓".repeat(200_000)],
  ["only stops", ".".repeat(200_000)],
  ["only spaces and a word", `${" ".repeat(200_000)}end`],
  ["emoji", "🦦".repeat(50_000)],
  ["line breaks", "\n".repeat(200_000)],
])("bounds %s", (_name, text) => {
  const chunks = chunkText(text);
  expect(chunks.length).toBeLessThanOrEqual(MAX_CHUNKS);
  for (const chunk of chunks) expect(chunk.length).toBeLessThan(2_500);
});

it("never splits a surrogate pair, and every piece is a part of the text", () => {
  const piece = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.constantFrom("🦦", "缓存。", "word. ", "\n", "x".repeat(300)),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 200 }), (parts) => {
      const text = parts.join("");
      const chunks = chunkText(text);
      for (const chunk of chunks) {
        expect(text).toContain(chunk);
        expect(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/.test(chunk)).toBe(false);
      }
      expect(chunks.length === 0).toBe(text.trim() === "");
    }),
  );
});
