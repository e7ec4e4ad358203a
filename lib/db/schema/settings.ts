/** Settings that a person changed. */
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const settings = sqliteTable("settings", {
  key: text("key").primaryKey(),
  /** JSON. */
  value: text("value").notNull(),
  updatedAt: integer("updated_at").notNull(),
});
