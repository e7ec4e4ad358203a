/** Deterministic stand-in for the model: hashed words and CJK bigrams, so that texts which share words are close. */
import type { CosineFloor, Embedder } from "../context";
import { hasCjk } from "../text/cjk";
import { fnv1a } from "../text/fnv";

const WORD = /[\p{L}\p{N}]+/gu;
/** Dimensions that one feature lights up; several, so that two features rarely cover each other. */
const SPREAD = 4;
/** Texts that share no feature are at 0, or a little beside it where features collide. */
const FLOOR: CosineFloor = { alike: 0.01, across: 0.01 };

/** For tests and for `KEEPSAKE_EMBEDDER=hash`: no files, no thread, never fails. Its id is `hash-test/<dimension>`. */
export function createHashEmbedder(dimension = 384): Embedder {
  const model = `hash-test/${dimension}`;
  return {
    model,
    dimension,
    floor: FLOOR,
    embedQuery: (text) => Promise.resolve(hashVector(text, dimension)),
    embedPassages: (texts) => Promise.resolve(texts.map((text) => hashVector(text, dimension))),
    state: () => ({ id: model, dimension, state: "ready", error: null, hint: null }),
    close: () => Promise.resolve(),
  };
}

/** Unit vector of the text's features; a text without any (spaces, signs) gets one of its own. */
export function hashVector(text: string, dimension: number): Float32Array {
  const vector = new Float32Array(dimension);
  const features = featuresOf(text);
  for (const feature of features.length === 0 ? [text] : features) {
    let state = fnv1a(feature);
    for (let i = 0; i < SPREAD; i += 1) {
      state = mix(state + i);
      const at = state % dimension;
      vector[at] = (vector[at] ?? 0) + ((state >>> 16) & 1 ? 1 : -1);
    }
  }
  return normalize(vector);
}

function featuresOf(text: string): string[] {
  const features: string[] = [];
  for (const [word] of text.normalize("NFKC").toLowerCase().matchAll(WORD)) {
    if (!hasCjk(word)) {
      features.push(word);
      continue;
    }
    const characters = [...word];
    if (characters.length === 1) features.push(word);
    for (let i = 0; i + 1 < characters.length; i += 1) features.push(`${characters[i]}${characters[i + 1]}`);
  }
  return features;
}

function normalize(vector: Float32Array): Float32Array {
  const norm = Math.hypot(...vector);
  if (norm === 0) vector[0] = 1;
  else for (let i = 0; i < vector.length; i += 1) vector[i] = (vector[i] ?? 0) / norm;
  return vector;
}

/** Finaliser of murmur3: spreads neighbouring numbers over all bits. */
function mix(value: number): number {
  let hash = value >>> 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
