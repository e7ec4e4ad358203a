/**
 * What a query's vector says about being a question, and about the language it is in, instead of about its subject. Measured once
 * for a model, kept beside its files, taken off a query by `lib/search/lens.ts`.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Embedder, QueryLens } from "../context";
import { BANK_NOTES, BANK_QUESTIONS } from "./lens-bank";
import { dot, minus } from "./vector-math";

export const LENS_FILE = "query_lens.json";

const Vector = z.array(z.number().min(-1).max(1)).min(1).max(8_192);
const LensFile = z.object({ latin: Vector, unspaced: Vector, axes: z.array(Vector).max(8) });

/** The lens beside a model's files; null when there is none, or it is of another dimension: queries are then compared as they are. */
export function readLens(modelDir: string, dimension: number): QueryLens | null {
  const file = join(/* turbopackIgnore: true */ modelDir, LENS_FILE);
  if (!existsSync(/* turbopackIgnore: true */ file)) return null;
  try {
    const { latin, unspaced, axes } = LensFile.parse(JSON.parse(readFileSync(file, "utf8")));
    if ([latin, unspaced, ...axes].some((vector) => vector.length !== dimension)) return null;
    return {
      latin: Float32Array.from(latin),
      unspaced: Float32Array.from(unspaced),
      axes: axes.map((axis) => Float32Array.from(axis)),
    };
  } catch {
    // A damaged lens costs some sharpness, never the search.
    return null;
  }
}

/** Means of the bank's questions in each script, and two orthogonal directions between its English and its Chinese texts. */
export async function makeLens(embedder: Pick<Embedder, "embedQuery" | "embedPassages">): Promise<QueryLens> {
  const questions = { latin: [] as Float32Array[], unspaced: [] as Float32Array[] };
  for (const [english, chinese] of BANK_QUESTIONS) {
    questions.latin.push(await embedder.embedQuery(english));
    questions.unspaced.push(await embedder.embedQuery(chinese));
  }
  const english = mean(await embedder.embedPassages(BANK_NOTES.map(([text]) => text)));
  const chinese = mean(await embedder.embedPassages(BANK_NOTES.map(([, text]) => text)));
  const latin = mean(questions.latin);
  const unspaced = mean(questions.unspaced);
  const first = unit(minus(chinese, english));
  const second = minus(unspaced, latin);
  return { latin, unspaced, axes: [first, unit(minus(second, first, dot(second, first)))] };
}

function mean(vectors: Float32Array[]): Float32Array {
  const sum = new Float32Array(vectors[0]?.length ?? 0);
  for (const vector of vectors) vector.forEach((value, i) => (sum[i] = (sum[i] ?? 0) + value / vectors.length));
  return sum;
}

function unit(vector: Float32Array): Float32Array {
  const norm = Math.sqrt(dot(vector, vector));
  return norm === 0 ? vector : vector.map((value) => value / norm);
}
