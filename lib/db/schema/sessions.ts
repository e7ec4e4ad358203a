/** Evidence: sessions, their turns, prompts and events. */
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, json } from "./columns";
import { projects } from "./projects";

export const sessions = sqliteTable(
  "sessions",
  {
    id: id(),
    host: text("host").notNull(),
    hostSessionId: text("host_session_id").notNull(),
    projectId: integer("project_id")
      .notNull()
      .references(() => projects.id),
    branch: text("branch"),
    /** First cwd seen: later folders below it belong to its project (J01). */
    cwd: text("cwd"),
    title: text("title"),
    /** Strength of the title's source, so that a weaker one never replaces it. */
    titleRank: integer("title_rank").notNull().default(0),
    /** `deleted` = forgotten: its rows are deleted with it, and nothing more of it is captured. */
    status: text("status", { enum: ["active", "complete", "deleted"] })
      .notNull()
      .default("active"),
    endReason: text("end_reason"),
    startedAt: integer("started_at").notNull(),
    lastEventAt: integer("last_event_at").notNull(),
    completedAt: integer("completed_at"),
    /** Since when nothing more of it is captured; null = it is. */
    capturePausedAt: integer("capture_paused_at"),
    /** Since when nothing is handed to it; null = it is. */
    recallPausedAt: integer("recall_paused_at"),
  },
  (t) => [
    uniqueIndex("sessions_host_id").on(t.host, t.hostSessionId),
    index("sessions_project_time").on(t.projectId, t.lastEventAt),
    index("sessions_time").on(t.lastEventAt),
  ],
);

/** One prompt and what followed it. Turn 0 = events that came before any prompt. */
export const turns = sqliteTable(
  "turns",
  {
    sessionId: integer("session_id")
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    number: integer("number").notNull(),
    status: text("status", { enum: ["open", "done", "interrupted"] })
      .notNull()
      .default("open"),
    isPrivate: integer("is_private", { mode: "boolean" }).notNull().default(false),
    fromTranscript: integer("from_transcript", { mode: "boolean" }).notNull().default(false),
    startedAt: integer("started_at").notNull(),
    endedAt: integer("ended_at"),
    /** Grows with each new row of evidence; extraction answers for the revision that it read. */
    revision: integer("revision").notNull().default(1),
    extractedRevision: integer("extracted_revision").notNull().default(0),
    /** Who extracted it last; null = nobody yet. */
    extractedBy: text("extracted_by", { enum: ["rules", "llm"] }),
    /** Why the rules did what a language model was asked for: a class of failure such as `budget` or `timeout`. */
    llmFailure: text("llm_failure"),
  },
  (t) => [primaryKey({ columns: [t.sessionId, t.number] }), index("turns_time").on(t.sessionId, t.startedAt)],
);

export const prompts = sqliteTable(
  "prompts",
  {
    id: id(),
    sessionId: integer("session_id")
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    projectId: integer("project_id").notNull(),
    branch: text("branch"),
    promptNumber: integer("prompt_number").notNull(),
    text: text("text").notNull(),
    /** A prompt wholly inside `<private>`: the row holds no text (M15). */
    isPrivate: integer("is_private", { mode: "boolean" }).notNull().default(false),
    originalChars: integer("original_chars").notNull(),
    dedupeKey: text("dedupe_key").notNull(),
    status: text("status", { enum: ["active", "deleted"] })
      .notNull()
      .default("active"),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [
    uniqueIndex("prompts_dedupe").on(t.sessionId, t.dedupeKey),
    index("prompts_session").on(t.sessionId, t.promptNumber),
    index("prompts_project").on(t.projectId, t.id),
    index("prompts_time").on(t.status, t.createdAt, t.id),
    index("prompts_project_time").on(t.projectId, t.status, t.createdAt, t.id),
  ],
);

/** Tool uses and assistant messages. Evidence: never edited, but a call is completed by its result. */
export const events = sqliteTable(
  "events",
  {
    id: id(),
    sessionId: integer("session_id")
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    projectId: integer("project_id").notNull(),
    branch: text("branch"),
    turn: integer("turn").notNull(),
    kind: text("kind", { enum: ["tool", "message"] }).notNull(),
    toolName: text("tool_name"),
    toolUseId: text("tool_use_id"),
    /** Cleaned, capped JSON of the tool's input. */
    input: text("input").notNull().default(""),
    /** Tool output or message text. */
    text: text("text").notNull().default(""),
    isError: integer("is_error", { mode: "boolean" }),
    files: json("files"),
    cwd: text("cwd"),
    messageId: text("message_id"),
    originalChars: integer("original_chars").notNull().default(0),
    dedupeKey: text("dedupe_key").notNull(),
    status: text("status", { enum: ["active", "deleted"] })
      .notNull()
      .default("active"),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [
    uniqueIndex("events_dedupe").on(t.sessionId, t.dedupeKey),
    index("events_turn").on(t.sessionId, t.turn, t.id),
    index("events_project").on(t.projectId, t.id),
    index("events_project_kind_time").on(t.projectId, t.kind, t.createdAt),
    /** What retention looks at. */
    index("events_kind_time").on(t.kind, t.createdAt),
  ],
);

export type SessionRow = typeof sessions.$inferSelect;
export type TurnRow = typeof turns.$inferSelect;
export type PromptRow = typeof prompts.$inferSelect;
export type EventRow = typeof events.$inferSelect;
