import { expect, it } from "vitest";
import { fromBlob, toBlob } from "./blob";

it("writes little-endian float32 and reads it back", () => {
  const vector = new Float32Array([1, -0.5, 0, 3.4028234663852886e38]);
  expect(toBlob(vector).toString("hex")).toBe("0000803f000000bf00000000ffff7f7f");
  expect(fromBlob(toBlob(vector))).toEqual(vector);
  expect(fromBlob(Buffer.alloc(0))).toEqual(new Float32Array(0));
});

it("copies: a view into a larger buffer gives its own part, and later changes do not show", () => {
  const all = new Float32Array([9, 1, 2, 9]);
  const blob = toBlob(all.subarray(1, 3));
  all.fill(0);
  expect(fromBlob(blob)).toEqual(new Float32Array([1, 2]));
  // As SQLite hands it out: at any offset of a pool.
  expect(fromBlob(Buffer.concat([Buffer.from([7]), blob]).subarray(1))).toEqual(new Float32Array([1, 2]));
});

it("refuses a blob of broken length", () => {
  expect(() => fromBlob(Buffer.alloc(6))).toThrow("broken length");
});
