/** Test helper: statements whose likeness is known exactly, and the lane that brings their vectors in step. */
import type { Embedder } from "../context";
import { createHashEmbedder } from "../embed/hash-embedder";
import type { Lane } from "../jobs/handlers";
import { JOB } from "../jobs/kinds";
import { vectorIndexHandler } from "../search/vector-jobs";

/** Other jobs would have something to say about near-duplicates. */
export const VECTORS: Lane[] = [{ name: "index", kinds: [{ kind: JOB.indexVector, handler: vectorIndexHandler }] }];

/**
 * Texts as vectors: the angle in degrees at the end of a text, in digits or as {@link spelt} has it, is its direction, so
 * that likeness is known exactly.
 */
export function angleEmbedder(): Embedder {
  const inner = createHashEmbedder();
  const embed = (text: string): Float32Array => {
    const digits = /:(\++)$/.exec(text)?.[1]?.length ?? /(-?\d+(?:\.\d+)?)$/.exec(text)?.[1];
    const degrees = Number(digits ?? 0);
    const vector = new Float32Array(inner.dimension);
    vector[0] = Math.cos((degrees * Math.PI) / 180);
    vector[1] = Math.sin((degrees * Math.PI) / 180);
    return vector;
  };
  return {
    ...inner,
    embedQuery: (text) => Promise.resolve(embed(text)),
    embedPassages: (texts) => Promise.resolve(texts.map(embed)),
  };
}

/** Degrees for a text that must have no number of its own: numbers tell statements apart. */
export const spelt = (degrees: number): string => `:${"+".repeat(degrees)}`;
export const similarityAt = (degrees: number): number => (1 + Math.cos((degrees * Math.PI) / 180)) / 2;
