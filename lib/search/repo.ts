/** Writes of the derived indexes: words tables, vector entries, cached embeddings. */
import type { SearchKind } from "../contract/common";
import type { Handle } from "../context";
import { prepared } from "../db/prepared";
import type { IndexText } from "../text/tokens";

export function replaceWords(tx: Handle, kind: SearchKind, id: number, text: IndexText): void {
  prepared(tx, `INSERT OR REPLACE INTO ${kind}_words (rowid, words, parts, stems) VALUES (?, ?, ?, ?)`).run(
    id,
    text.words,
    text.parts,
    text.stems,
  );
}

export function deleteWords(tx: Handle, kind: SearchKind, id: number): void {
  prepared(tx, `DELETE FROM ${kind}_words WHERE rowid = ?`).run(id);
}

/** Empties a words table whatever state it is in. */
export function clearWords(tx: Handle, kind: SearchKind): void {
  prepared(tx, `INSERT INTO ${kind}_words (${kind}_words) VALUES ('delete-all')`).run();
}

export interface VectorEntry {
  kind: SearchKind;
  entityId: number;
  chunk: number;
  textHash: string;
  model: string;
}

/** Says which texts stand in the vector index for one row; none = the row has no vectors. */
export function replaceVectorEntries(tx: Handle, kind: SearchKind, entityId: number, entries: VectorEntry[]): void {
  prepared(tx, "DELETE FROM vector_entries WHERE kind = ? AND entity_id = ?").run(kind, entityId);
  const insert = prepared(
    tx,
    "INSERT INTO vector_entries (kind, entity_id, chunk, text_hash, model) VALUES (?, ?, ?, ?, ?)",
  );
  for (const entry of entries) insert.run(entry.kind, entry.entityId, entry.chunk, entry.textHash, entry.model);
}

/** `vector` is a blob of little-endian float32. */
export function saveEmbedding(tx: Handle, model: string, textHash: string, vector: Buffer): void {
  prepared(tx, "INSERT OR REPLACE INTO embeddings (model, text_hash, vector) VALUES (?, ?, ?)").run(
    model,
    textHash,
    vector,
  );
}
