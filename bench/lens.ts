/** `npx tsx bench/lens.ts [model folder]`: measures a model's lens (lib/embed/lens.ts) and writes it beside the model's files. */
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { LENS_FILE, makeLens } from "../lib/embed/lens";
import { createThreadEmbedder } from "../lib/embed/thread-embedder";

const modelDir = resolve(process.argv[2] ?? join("models", "multilingual-e5-small-trimmed"));
const log = { debug: () => undefined, info: () => undefined, warn: console.error, error: console.error };

async function main(): Promise<void> {
  const embedder = createThreadEmbedder({ script: resolve("dist", "embed-thread.mjs"), modelDir, log });
  try {
    const { latin, unspaced, axes } = await makeLens(embedder);
    const rounded = (vector: Float32Array): number[] => Array.from(vector, (value) => Math.round(value * 1e5) / 1e5);
    const lens = { latin: rounded(latin), unspaced: rounded(unspaced), axes: axes.map(rounded) };
    writeFileSync(join(modelDir, LENS_FILE), `${JSON.stringify(lens)}\n`);
  } finally {
    await embedder.close();
  }
}

void main();
