/** What was done, so that it can be undone, told and proven. */
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, json } from "./columns";

/**
 * Grows with each change of what a list shows or of its order, by triggers: what was remembered of the list's pages holds
 * as long as it stays.
 */
export const listVersions = sqliteTable("list_versions", {
  /** The table that is listed. */
  name: text("name").primaryKey(),
  version: integer("version").notNull().default(0),
});

export const operations = sqliteTable(
  "operations",
  {
    id: id(),
    /** e.g. `memory.edit`. */
    kind: text("kind").notNull(),
    title: text("title").notNull(),
    actorKind: text("actor_kind", { enum: ["person", "agent", "job"] }).notNull(),
    actorName: text("actor_name").notNull(),
    projectId: integer("project_id").notNull().default(0),
    undoable: integer("undoable", { mode: "boolean" }).notNull().default(true),
    undoneBy: integer("undone_by"),
    undoOf: integer("undo_of"),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [
    index("operations_kind").on(t.kind, t.id),
    index("operations_actor").on(t.actorKind, t.id),
    index("operations_project").on(t.projectId, t.id),
  ],
);

/** One row that an operation changed; `before` null = created, `after` null = removed. */
export const operationChanges = sqliteTable(
  "operation_changes",
  {
    operationId: integer("operation_id")
      .notNull()
      .references(() => operations.id, { onDelete: "cascade" }),
    seq: integer("seq").notNull(),
    /** `memories`, `observations`, `summaries`, … */
    entityTable: text("entity_table").notNull(),
    entityId: integer("entity_id").notNull(),
    /** The row as JSON; of evidence and sessions only the columns that changed. */
    before: text("before"),
    after: text("after"),
  },
  (t) => [
    primaryKey({ columns: [t.operationId, t.seq] }),
    index("operation_changes_entity").on(t.entityTable, t.entityId),
  ],
);

/** What the stream tails; never holds stored text. */
export const activity = sqliteTable(
  "activity",
  {
    id: id(),
    kind: text("kind").notNull(),
    projectId: integer("project_id"),
    sessionId: integer("session_id"),
    entityType: text("entity_type"),
    entityId: integer("entity_id"),
    data: text("data").notNull().default("{}"),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [index("activity_session").on(t.sessionId, t.id)],
);

export const receipts = sqliteTable("receipts", {
  id: id(),
  status: text("status", { enum: ["pending", "complete", "failed"] }).notNull(),
  /** `memories:12`; never text. */
  entity: text("entity").notNull(),
  holders: json("holders"),
  error: text("error"),
  requestedAt: integer("requested_at").notNull(),
  completedAt: integer("completed_at"),
});

/** Keyed hashes of texts that were deleted for good, so that an import does not bring them back. */
export const tombstones = sqliteTable("tombstones", {
  hash: text("hash").primaryKey(),
  receiptId: integer("receipt_id").notNull(),
  createdAt: integer("created_at").notNull(),
});

export type OperationRow = typeof operations.$inferSelect;
export type OperationChangeRow = typeof operationChanges.$inferSelect;
export type ActivityRow = typeof activity.$inferSelect;
export type ReceiptRow = typeof receipts.$inferSelect;
