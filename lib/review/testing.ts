/** Test helper: an embedder that puts chosen texts at chosen cosines, and the shortest ways to write a memory. */
import type { App, Embedder } from "../context";
import type { Actor } from "../contract/common";
import { write } from "../db/write";
import { createHashEmbedder } from "../embed/hash-embedder";
import { recordChanges } from "../memories/change";
import { findMemory, type MemoryRow } from "../memories/repo";
import { type MemoryCandidate, proposeMemory } from "../memories/write";

export const PERSON: Actor = { kind: "person", name: "console" };
export const AGENT: Actor = { kind: "agent", name: "claude" };

/** Texts that hold `marker` are at `cosine` to each other; all else as the hash embedder has it. */
export function createTableEmbedder(table: Record<string, number>): Embedder {
  const base = createHashEmbedder();
  const markers = Object.keys(table);
  const seen = new Map<string, number>();
  const vectorOf = (text: string): Float32Array | null => {
    const at = markers.findIndex((marker) => text.includes(marker));
    const cosine = table[markers[at] ?? ""];
    if (cosine === undefined) return null;
    // One common direction a marker, and one of its own each text: every two of them are at the same angle.
    if (!seen.has(text)) seen.set(text, seen.size);
    const vector = new Float32Array(base.dimension);
    vector[at] = Math.sqrt(cosine);
    vector[100 + (seen.get(text) ?? 0)] = Math.sqrt(1 - cosine);
    return vector;
  };
  const embed = async (texts: string[]): Promise<Float32Array[]> => {
    const plain = await base.embedPassages(texts);
    return texts.map((text, index) => vectorOf(text) ?? plain[index] ?? new Float32Array(base.dimension));
  };
  return {
    ...base,
    embedPassages: embed,
    async embedQuery(text) {
      return (await embed([text]))[0] ?? new Float32Array(base.dimension);
    },
  };
}

/** Writes without a look at neighbours, as jobs do; answers the row. */
export function writeMemory(
  app: App,
  candidate: MemoryCandidate,
  { actor = AGENT, projectId = 0, explicit = false }: { actor?: Actor; projectId?: number; explicit?: boolean } = {},
): MemoryRow {
  return write(app, (tx) => {
    const proposed = proposeMemory(tx, app.now(), candidate, {
      actor,
      projectId,
      sourceSession: "",
      sources: [],
      mode: "auto",
      explicit: explicit || actor.kind === "person",
    });
    const title = `Added memory ${proposed.id}`;
    recordChanges(tx, app.now(), { kind: "memory.add", title, actor, projectId, changes: proposed.changes });
    const row = findMemory(tx, proposed.id ?? 0);
    if (row === undefined) throw new Error(`not written: ${proposed.reason}`);
    return row;
  });
}
