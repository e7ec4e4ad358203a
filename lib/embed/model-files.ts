/** What a model folder must hold, and what its config says. */
import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { z } from "zod";
import type { CosineFloor, QueryLens } from "../context";
import { readLens } from "./lens";

const FILES = ["config.json", "tokenizer.json", "tokenizer_config.json", join("onnx", "model_quantized.onnx")];
const DEFAULT_DIMENSION = 384;
/**
 * Measured through the lens on 366 notes with 450 questions that share few words with them, and 60 off-topic or nonsense ones. 0.05
 * and 0.03 lose 1 of 20 true pairs; right pairs lie at 0.19 to 0.27 by median, in one language and across. What is sure: in
 * Latin letters one, in Chinese two of 30 off-topic questions come nearer to any note.
 * How near the nearest of n notes lies by chance grows with n: 0.15 of 4, 0.2 of 20, 0.29 of 390 (95th percentile of 92 off-topic
 * questions). `nearest` follows that growth; what it keeps and lets through is measured by `npm run bench:recall` (docs/recall.md).
 */
const CARRIED_FLOOR: CosineFloor = {
  alike: 0.05,
  across: 0.03,
  sure: { latin: 0.205, unspaced: 0.27 },
  nearest: { base: 0.12, growth: 0.034 },
};
const CARRIED_MODEL = "multilingual-e5-small-trimmed/384";
const NO_FLOOR: CosineFloor = { alike: -1, across: -1 };

const Config = z.looseObject({ hidden_size: z.number().int().min(1).max(8_192) });

/** Files that are not there. The comments keep the bundler from tracing every file that the path could mean. */
export const missingFiles = (modelDir: string): string[] =>
  FILES.filter((file) => !existsSync(/* turbopackIgnore: true */ join(/* turbopackIgnore: true */ modelDir, file)));

/** Model id, dimension, floor and lens; without a readable config the dimension of the carried model, so that the server starts. */
export function describeModel(modelDir: string): {
  model: string;
  dimension: number;
  floor: CosineFloor;
  lens: QueryLens | null;
} {
  const dimension = readDimension(join(modelDir, "config.json")) ?? DEFAULT_DIMENSION;
  const model = `${basename(modelDir)}/${dimension}`;
  const floor = model === CARRIED_MODEL ? CARRIED_FLOOR : NO_FLOOR;
  return { model, dimension, floor, lens: readLens(modelDir, dimension) };
}

function readDimension(file: string): number | null {
  if (!existsSync(file)) return null;
  try {
    return Config.parse(JSON.parse(readFileSync(file, "utf8"))).hidden_size;
  } catch {
    // A broken config is reported when the model is loaded.
    return null;
  }
}
