/** Blocks that were handed out, what they held, and what must not be in them. */
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, json } from "./columns";

export const injections = sqliteTable(
  "injections",
  {
    id: id(),
    projectId: integer("project_id").notNull(),
    branch: text("branch"),
    host: text("host"),
    hostSessionId: text("host_session_id"),
    event: text("event").notNull(),
    text: text("text").notNull(),
    trace: json("trace"),
    chars: integer("chars").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [
    index("injections_project").on(t.projectId, t.id),
    index("injections_session").on(t.hostSessionId, t.id),
    /** What totals are summed from: text and trace of a block fill pages of their own. */
    index("injections_sent").on(t.projectId, t.host, t.event, t.createdAt, t.chars),
  ],
);

/** What a block holds, by entity, and whether the session then used it. What was cut stands in the trace alone. */
export const injectionItems = sqliteTable(
  "injection_items",
  {
    injectionId: integer("injection_id")
      .notNull()
      .references(() => injections.id, { onDelete: "cascade" }),
    /** `memory`, `observation`, `summary`. */
    entityType: text("entity_type").notNull(),
    entityId: integer("entity_id").notNull(),
    layer: text("layer").notNull(),
    revision: integer("revision").notNull(),
    chars: integer("chars").notNull(),
    /** Newest turn of the session that was compared with it; null = none yet. */
    checkedTurn: integer("checked_turn"),
    usedTurn: integer("used_turn"),
    usedAt: integer("used_at"),
    /** Share of its content that the session repeated, 0–1. */
    overlap: real("overlap"),
  },
  (t) => [
    primaryKey({ columns: [t.injectionId, t.entityType, t.entityId] }),
    index("injection_items_entity").on(t.entityType, t.entityId, t.injectionId),
  ],
);

/** "Never inject this in that project"; 0 = nowhere. */
export const injectionExclusions = sqliteTable(
  "injection_exclusions",
  {
    id: id(),
    entityType: text("entity_type", { enum: ["memory", "observation"] }).notNull(),
    entityId: integer("entity_id").notNull(),
    projectId: integer("project_id").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [uniqueIndex("injection_exclusions_entity").on(t.entityType, t.entityId, t.projectId)],
);

export type InjectionRow = typeof injections.$inferSelect;
export type InjectionItemRow = typeof injectionItems.$inferSelect;
export type InjectionExclusionRow = typeof injectionExclusions.$inferSelect;
