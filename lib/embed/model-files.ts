/** What a model folder must hold, and what its config says. */
import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { z } from "zod";

const FILES = ["config.json", "tokenizer.json", "tokenizer_config.json", join("onnx", "model_quantized.onnx")];
const DEFAULT_DIMENSION = 384;

const Config = z.looseObject({ hidden_size: z.number().int().min(1).max(8_192) });

/** Files that are not there. The comments keep the bundler from tracing every file that the path could mean. */
export const missingFiles = (modelDir: string): string[] =>
  FILES.filter((file) => !existsSync(/* turbopackIgnore: true */ join(/* turbopackIgnore: true */ modelDir, file)));

/** Model id and dimension; without a readable config the dimension of the carried model, so that the server starts. */
export function describeModel(modelDir: string): { model: string; dimension: number } {
  const dimension = readDimension(join(modelDir, "config.json")) ?? DEFAULT_DIMENSION;
  return { model: `${basename(modelDir)}/${dimension}`, dimension };
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
