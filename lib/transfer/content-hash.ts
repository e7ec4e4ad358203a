/** Tells two texts that say the same, but for spelling of width, case and white space, without keeping either. */
import { createHmac, randomBytes } from "node:crypto";
import type { Tx } from "../context";
import { readInternal, writeInternal } from "../operations/tombstones-repo";

/** Keyed, since a plain hash of a short text that was deleted for good would still tell it. */
const KEY = "internal.import_key";

export type ContentHash = (kind: string, parts: readonly unknown[]) => string;

/** Makes the key when there is none yet. */
export function contentHasher(tx: Tx, now: number): ContentHash {
  let key = readInternal(tx, KEY);
  if (key === undefined) writeInternal(tx, now, KEY, (key = randomBytes(32).toString("hex")));
  const bytes = Buffer.from(key, "hex");
  return (kind, parts) =>
    `${kind}:${createHmac("sha256", bytes).update(normal(parts)).digest("base64url").slice(0, 27)}`;
}

const normal = (parts: readonly unknown[]): string =>
  JSON.stringify(parts)
    .normalize("NFKC")
    .toLowerCase()
    .replace(/(?:\s|\\[nrt])+/g, " ");
