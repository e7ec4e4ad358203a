import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createHashEmbedder } from "./hash-embedder";
import { LENS_FILE, makeLens, readLens } from "./lens";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "keepsake-lens-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (content: string): void => writeFileSync(join(folder, LENS_FILE), content);
const dot = (a: Float32Array, b: Float32Array): number => a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);

describe("readLens", () => {
  it("reads what stands beside the model", () => {
    write(JSON.stringify({ latin: [0.5, 0], unspaced: [0, 0.5], axes: [[1, 0]] }));
    expect(readLens(folder, 2)).toEqual({
      latin: Float32Array.of(0.5, 0),
      unspaced: Float32Array.of(0, 0.5),
      axes: [Float32Array.of(1, 0)],
    });
  });

  it("is none without a file, for another dimension and for a damaged file", () => {
    expect(readLens(folder, 2)).toBeNull();
    write(JSON.stringify({ latin: [0.5, 0], unspaced: [0, 0.5], axes: [[1, 0]] }));
    expect(readLens(folder, 3)).toBeNull();
    for (const content of ["{", "[]", '{"latin":[1]}', '{"latin":[null],"unspaced":[1],"axes":[]}']) {
      write(content);
      expect(readLens(folder, 1)).toBeNull();
    }
  });
});

it("makeLens answers two directions at right angles", async () => {
  const { latin, unspaced, axes } = await makeLens(createHashEmbedder(64));
  expect([latin.length, unspaced.length, axes.length]).toEqual([64, 64, 2]);
  const [first, second] = axes;
  if (first === undefined || second === undefined) throw new Error("two axes expected");
  expect(dot(first, first)).toBeCloseTo(1);
  expect(dot(second, second)).toBeCloseTo(1);
  expect(dot(first, second)).toBeCloseTo(0);
});
