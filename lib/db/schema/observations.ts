/** What was learned from turns, and what became of it. */
import { sql } from "drizzle-orm";
import { check, index, integer, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, json } from "./columns";
import { sessions } from "./sessions";

export const observations = sqliteTable(
  "observations",
  {
    id: id(),
    sessionId: integer("session_id").references(() => sessions.id, { onDelete: "cascade" }),
    projectId: integer("project_id").notNull(),
    branch: text("branch"),
    turn: integer("turn"),
    title: text("title").notNull(),
    subtitle: text("subtitle"),
    summary: text("summary").notNull(),
    facts: json("facts"),
    concepts: json("concepts"),
    filesRead: json("files_read"),
    filesModified: json("files_modified"),
    obsType: text("obs_type").notNull(),
    category: text("category").notNull(),
    priority: text("priority").notNull(),
    confidence: real("confidence").notNull().default(0.5),
    /** `running` while its turn goes on, then `rules` or `llm`; `manual`, or where it was imported from. */
    source: text("source").notNull(),
    sources: json("sources"),
    /** What the sender of a manual one wants kept beside it, as JSON. */
    metadata: text("metadata").notNull().default("{}"),
    status: text("status", { enum: ["active", "archived", "deleted"] })
      .notNull()
      .default("active"),
    /** The active reflection that holds it; triggers on `reflections` keep it so. Never put back by Undo. */
    reflectionId: integer("reflection_id"),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
    revision: integer("revision").notNull().default(1),
  },
  (t) => [
    // Migration 0006 adds `observations_unreflected` on an expression, and triggers that bound category and priority.
    index("observations_reflection")
      .on(t.reflectionId)
      .where(sql`reflection_id IS NOT NULL`),
    index("observations_turn").on(t.sessionId, t.turn),
    index("observations_project").on(t.projectId, t.status, t.id),
    index("observations_time").on(t.status, t.createdAt, t.id),
    index("observations_project_time").on(t.projectId, t.status, t.createdAt, t.id),
  ],
);

export const summaries = sqliteTable(
  "summaries",
  {
    id: id(),
    sessionId: integer("session_id")
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    projectId: integer("project_id").notNull(),
    branch: text("branch"),
    turn: integer("turn").notNull(),
    request: text("request").notNull(),
    investigated: text("investigated").notNull(),
    learned: text("learned").notNull(),
    completed: text("completed").notNull(),
    nextSteps: text("next_steps").notNull(),
    notes: text("notes").notNull(),
    filesRead: json("files_read"),
    filesModified: json("files_modified"),
    /** `rules` or `llm`, or where it was imported from. */
    source: text("source").notNull().default("rules"),
    status: text("status", { enum: ["active", "deleted"] })
      .notNull()
      .default("active"),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
    revision: integer("revision").notNull().default(1),
  },
  (t) => [
    uniqueIndex("summaries_turn").on(t.sessionId, t.turn),
    index("summaries_project").on(t.projectId, t.status, t.id),
    index("summaries_time").on(t.status, t.createdAt, t.id),
    index("summaries_project_time").on(t.projectId, t.status, t.createdAt, t.id),
  ],
);

/** Observations of a branch, compressed. At most one of a branch is active: the next one takes in what it says. */
export const reflections = sqliteTable(
  "reflections",
  {
    id: id(),
    projectId: integer("project_id").notNull(),
    branch: text("branch"),
    /** In which it was asked for. */
    sessionId: integer("session_id").references(() => sessions.id, { onDelete: "set null" }),
    /** 0 = reorganised, 3 = critical (C34). */
    level: integer("level").notNull(),
    content: text("content").notNull(),
    /** All that it holds, what it took over from the one before included. */
    observationIds: json("observation_ids"),
    inputTokens: integer("input_tokens").notNull(),
    outputTokens: integer("output_tokens").notNull(),
    /** `rules` or `llm`, or where it was imported from. */
    source: text("source").notNull().default("rules"),
    status: text("status", { enum: ["active", "superseded", "deleted"] })
      .notNull()
      .default("active"),
    /** Observations among them that are not active any more, counted by triggers: while there are any, nobody is told it. */
    gone: integer("gone").notNull().default(0),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
    revision: integer("revision").notNull().default(1),
  },
  (t) => [
    index("reflections_scope").on(t.projectId, t.status, t.branch, t.id),
    index("reflections_time").on(t.status, t.createdAt, t.id),
    index("reflections_session").on(t.sessionId),
    check("reflections_level", sql`level BETWEEN 0 AND 3`),
    check("reflections_status", sql`status IN ('active', 'superseded', 'deleted')`),
    check("reflections_tokens", sql`input_tokens >= 0 AND output_tokens >= 0`),
    check("reflections_ids", sql`json_valid(observation_ids)`),
  ],
);

/** What a session is about now: one a session. */
export const tasks = sqliteTable(
  "tasks",
  {
    id: id(),
    sessionId: integer("session_id")
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    projectId: integer("project_id").notNull(),
    branch: text("branch"),
    content: text("content").notNull(),
    /** `agent`, `rules` or `llm`, or where it was imported from. */
    source: text("source").notNull().default("rules"),
    status: text("status", { enum: ["active", "deleted"] })
      .notNull()
      .default("active"),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
    revision: integer("revision").notNull().default(1),
  },
  (t) => [
    uniqueIndex("tasks_session").on(t.sessionId),
    index("tasks_scope").on(t.projectId, t.status, t.branch, t.updatedAt, t.id),
    check("tasks_status", sql`status IN ('active', 'deleted')`),
  ],
);

export type ObservationRow = typeof observations.$inferSelect;
export type SummaryRow = typeof summaries.$inferSelect;
export type ReflectionRow = typeof reflections.$inferSelect;
export type TaskRow = typeof tasks.$inferSelect;
