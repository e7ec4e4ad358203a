/** Test helper: a vector index in a temp folder, with small deterministic vectors. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Log, VectorFilter, VectorRow, VectorStore } from "../context";
import { hashVector } from "../embed/hash-embedder";
import { toBlob } from "./blob";
import { openVectors } from "./store";

export const DIMENSION = 32;
const MODEL = "test/32";
const silent: Log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
export const ALL: VectorFilter = { kind: "memory", projectIds: null, statuses: null, since: null, until: null };

export interface TestIndex {
  home: string;
  store: VectorStore;
  /** Opens the folder, as a start does; another model on demand. */
  open(model?: string, dimension?: number): Promise<void>;
  reopen(model?: string, dimension?: number): Promise<void>;
  /** Ids found for a text, best first. */
  idsFor(text: string, filter?: Partial<VectorFilter>, limit?: number): Promise<number[]>;
  tables(): string[];
  files(): string[];
  /** Files of the index that hold these floats, byte for byte. */
  holders(vector: Float32Array): string[];
  close(): Promise<void>;
}

export async function openTestIndex(): Promise<TestIndex> {
  const home = mkdtempSync(join(tmpdir(), "keepsake-vectors-"));
  const openStore = (model = MODEL, dimension = DIMENSION) => openVectors({ home, model, dimension, log: silent });
  const index: TestIndex = {
    home,
    store: await openStore(),
    async open(model, dimension) {
      index.store = await openStore(model, dimension);
    },
    async reopen(model, dimension) {
      await index.store.close();
      await index.open(model, dimension);
    },
    async idsFor(text, filter = {}, limit = 10) {
      const hits = await index.store.search(embed(text), { ...ALL, ...filter }, limit);
      return hits.map((hit) => hit.entityId);
    },
    tables: () => readdirSync(join(home, "vectors")).filter((name) => name.endsWith(".lance")),
    files: () =>
      readdirSync(join(home, "vectors"), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name)),
    holders: (vector) => index.files().filter((file) => readFileSync(file).includes(toBlob(vector))),
    async close() {
      await index.store.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
  return index;
}

export const embed = (text: string): Float32Array => hashVector(text, DIMENSION);

export const row = (entityId: number, text: string, more: Partial<VectorRow> = {}): VectorRow => ({
  kind: "memory",
  entityId,
  chunk: 0,
  projectId: 1,
  status: "active",
  createdAt: 1_000,
  vector: embed(text),
  ...more,
});

export async function* batches(...given: VectorRow[][]): AsyncGenerator<VectorRow[]> {
  for (const batch of given) yield await Promise.resolve(batch);
}
