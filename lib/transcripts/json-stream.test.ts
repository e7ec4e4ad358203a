import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { jsonHead, type JsonPiece, jsonPieces } from "./json-stream";

let folder = "";
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), "keepsake-json-"))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function read(text: string, maxBytes = 1_000_000): Promise<JsonPiece[]> {
  const file = join(folder, "doc.json");
  writeFileSync(file, text);
  const pieces: JsonPiece[] = [];
  for await (const piece of jsonPieces(file, maxBytes)) pieces.push(piece);
  return pieces;
}
const short = (pieces: JsonPiece[]): unknown[] =>
  pieces.map((piece) => [
    piece.key,
    piece.isElement,
    "value" in piece ? piece.value : "broken" in piece ? "BROKEN" : "LONG",
  ]);

it("gives members, and elements of arrays one by one, whatever strings hold", async () => {
  const text = '\uFEFF { "a": "x,]}\\"[", "list" : [ {"b":[1,2]}, "s", [3] ], "o": {"l": [1]}, "e": [], "n": null }';
  expect(short(await read(text))).toEqual([
    ["a", false, 'x,]}"['],
    ["list", true, { b: [1, 2] }],
    ["list", true, "s"],
    ["list", true, [3]],
    ["o", false, { l: [1] }],
    ["n", false, null],
  ]);
  expect(await jsonHead(join(folder, "doc.json"), 1000)).toEqual({ a: 'x,]}"[', o: { l: [1] }, n: null });
});

it("reads a top array, empty documents and what follows a document", async () => {
  expect(short(await read('[{"a":1},2]\n{"b":1}'))).toEqual([
    [null, true, { a: 1 }],
    [null, true, 2],
  ]);
  for (const text of ["", "{}", "[]", "  ", "hello", "{", "["]) expect(short(await read(text))).toEqual([]);
});

it("says what was cut off and what is too long, and goes on behind it", async () => {
  expect(short(await read('{"m":[{"a":1},{"a":2'))).toEqual([
    ["m", true, { a: 1 }],
    ["m", true, "BROKEN"],
  ]);
  expect(short(await read(`{"m":[{"a":"${"x".repeat(300_000)}"},{"a":2}]}`, 1000))).toEqual([
    ["m", true, "LONG"],
    ["m", true, { a: 2 }],
  ]);
});

it("holds any document together", async () => {
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue(), { maxKeys: 4 }), async (value) => {
      const doc = JSON.parse(JSON.stringify(value)) as Record<string, unknown>;
      const back: Record<string, unknown> = Object.fromEntries(
        Object.entries(doc).flatMap(([key, item]) => (Array.isArray(item) ? [[key, [] as unknown[]]] : [])),
      );
      for (const piece of await read(JSON.stringify(doc, null, 1))) {
        if (!("value" in piece) || piece.key === null) throw new Error("a piece is missing");
        if (piece.isElement) (back[piece.key] as unknown[]).push(piece.value);
        else back[piece.key] = piece.value;
      }
      expect(back).toEqual(doc);
    }),
    { numRuns: 60 },
  );
});
