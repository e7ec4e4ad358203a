/** Vectors as SQLite blobs: little-endian float32. */
import { endianness } from "node:os";
import { AppError } from "../contract/errors";

const FLOAT = 4;
const swap = endianness() === "BE";

/** A copy of the vector's bytes, little-endian. */
export function toBlob(vector: Float32Array): Buffer {
  const blob = Buffer.from(new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength));
  return swap ? blob.swap32() : blob;
}

/** A copy of the blob's floats. Throws `internal` when its length is no multiple of 4. */
export function fromBlob(blob: Uint8Array): Float32Array {
  if (blob.byteLength % FLOAT !== 0) throw new AppError("internal", "A stored vector has a broken length.");
  const copy = Buffer.from(blob);
  if (swap) copy.swap32();
  const vector = new Float32Array(copy.byteLength / FLOAT);
  new Uint8Array(vector.buffer).set(copy);
  return vector;
}
