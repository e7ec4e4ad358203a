/** Durable work. */
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id } from "./columns";

export const jobs = sqliteTable(
  "jobs",
  {
    id: id(),
    kind: text("kind").notNull(),
    /** Coalesces: one row a (kind, key). */
    key: text("key").notNull(),
    payload: text("payload").notNull().default("{}"),
    status: text("status", { enum: ["queued", "running", "dead"] })
      .notNull()
      .default("queued"),
    /** Grows when the same job is asked for again; a finished run removes only the revision it claimed. */
    revision: integer("revision").notNull().default(1),
    attempts: integer("attempts").notNull().default(0),
    runAt: integer("run_at").notNull(),
    leasedUntil: integer("leased_until"),
    lastError: text("last_error"),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (t) => [
    uniqueIndex("jobs_kind_key").on(t.kind, t.key),
    index("jobs_due").on(t.status, t.runAt),
    /** One kind is claimed behind many jobs of another. */
    index("jobs_kind_due").on(t.kind, t.status, t.runAt, t.id),
  ],
);

export type JobRow = typeof jobs.$inferSelect;
