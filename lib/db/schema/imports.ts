/** What other stores brought in. */
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Where an imported row came from, so that importing again changes nothing. */
export const importedRows = sqliteTable(
  "imported_rows",
  {
    /** Which kind of store, e.g. `evolvmem`. */
    source: text("source").notNull(),
    sourceId: text("source_id").notNull(),
    entityTable: text("entity_table").notNull(),
    entityId: integer("entity_id").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.source, t.sourceId] }), index("imported_rows_entity").on(t.entityTable, t.entityId)],
);
