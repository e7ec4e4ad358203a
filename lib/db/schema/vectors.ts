/** Vectors of texts, and which of them stand in the index. */
import { blob, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Vectors by text, so that rebuild and undo need no inference. */
export const embeddings = sqliteTable(
  "embeddings",
  {
    textHash: text("text_hash").notNull(),
    model: text("model").notNull(),
    /** Little-endian float32. */
    vector: blob("vector", { mode: "buffer" }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.model, t.textHash] })],
);

/** Which text of which row stands in LanceDB, chunk by chunk. */
export const vectorEntries = sqliteTable(
  "vector_entries",
  {
    kind: text("kind").notNull(),
    entityId: integer("entity_id").notNull(),
    chunk: integer("chunk").notNull(),
    textHash: text("text_hash").notNull(),
    model: text("model").notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.entityId, t.chunk] }), index("vector_entries_hash").on(t.textHash)],
);
