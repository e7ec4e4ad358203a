/** The pieces of a text that are embedded, each with the hash under which its vector is kept. */
import { createHash } from "node:crypto";
import { chunkText } from "../embed/chunks";

export interface TextChunk {
  hash: string;
  text: string;
}

export const textHash = (text: string): string => createHash("sha256").update(text).digest("hex");

/** None for null and for a blank text. */
export function chunksOf(text: string | null): TextChunk[] {
  if (text === null) return [];
  return chunkText(text).map((chunk) => ({ text: chunk, hash: textHash(chunk) }));
}
