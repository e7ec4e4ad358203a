/** Requests to language models. */
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id } from "./columns";

/** One request to a language model: what it cost, never what it said. */
export const llmCalls = sqliteTable(
  "llm_calls",
  {
    id: id(),
    /** What it was for, e.g. `extract.session`. */
    purpose: text("purpose").notNull(),
    provider: text("provider").notNull(),
    model: text("model").notNull(),
    status: text("status", { enum: ["ok", "error"] }).notNull(),
    /** Class of the failure, e.g. `http_429`, `timeout`. */
    error: text("error"),
    requestChars: integer("request_chars").notNull(),
    responseChars: integer("response_chars").notNull(),
    inputTokens: integer("input_tokens").notNull(),
    outputTokens: integer("output_tokens").notNull(),
    /** Millionths of a US dollar; null = no price is known for the model. */
    costMicros: integer("cost_micros"),
    /** Secrets that were taken out before it was sent. */
    redactions: integer("redactions").notNull().default(0),
    durationMs: integer("duration_ms").notNull(),
    /** Tool uses that the request told of together. */
    items: integer("items").notNull().default(0),
    /** Estimated input tokens of one request a tool use, each with what came before it, as observers of old sent them. */
    unbatchedTokens: integer("unbatched_tokens").notNull().default(0),
    projectId: integer("project_id").notNull().default(0),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [index("llm_calls_time").on(t.createdAt)],
);

export type LlmCallRow = typeof llmCalls.$inferSelect;
