/** What the EverMe gateway keeps beside the rows that everybody has. */
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id } from "./columns";
import { accounts, accountTokens } from "./accounts";
import { sessions } from "./sessions";

/** A conversation as a program of an account names it, and the session that it became. */
export const evermeConversations = sqliteTable(
  "everme_conversations",
  {
    id: id(),
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    /** Empty = written with an account's key. */
    agentId: text("agent_id").notNull().default(""),
    kind: text("kind", { enum: ["agent", "personal"] }).notNull(),
    conversationId: text("conversation_id").notNull(),
    sessionId: integer("session_id")
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    /** Turns that hooks said they completed: what captured turns are measured by (V68). */
    declaredTurns: integer("declared_turns").notNull().default(0),
    /** Newest operation when it was flushed last: what was drawn since is news. */
    flushedOperation: integer("flushed_operation").notNull().default(0),
    /** Newest turn of which cases, skills and traits were drawn. */
    drawnTurn: integer("drawn_turn").notNull().default(-1),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [
    uniqueIndex("everme_conversations_name").on(t.accountId, t.agentId, t.kind, t.conversationId),
    index("everme_conversations_session").on(t.sessionId),
  ],
);

/** Completed turns that were taken, by position and scope: what comes below is there already. */
export const evermeWatermarks = sqliteTable(
  "everme_watermarks",
  {
    conversationId: integer("conversation_id")
      .notNull()
      .references(() => evermeConversations.id, { onDelete: "cascade" }),
    /** Empty = without a scope. */
    syncScope: text("sync_scope").notNull().default(""),
    turns: integer("turns").notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.conversationId, t.syncScope] })],
);

/** Answers to writes by request id, so that a request which comes again is not written again. Ids and counts only. */
export const evermeReplays = sqliteTable(
  "everme_replays",
  {
    tokenId: integer("token_id")
      .notNull()
      .references(() => accountTokens.id, { onDelete: "cascade" }),
    requestId: text("request_id").notNull(),
    /** Address, conversation and counts, never text: the id alone does not make it the same request. */
    fingerprint: text("fingerprint").notNull(),
    result: text("result").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.tokenId, t.requestId] }), index("everme_replays_time").on(t.createdAt)],
);

/** When an account's profile was made, and of what: its text stays in the memories alone. */
export const evermeProfiles = sqliteTable("everme_profiles", {
  accountId: integer("account_id")
    .primaryKey()
    .references(() => accounts.id, { onDelete: "cascade" }),
  /** Changes with each memory that the profile could hold. */
  stamp: text("stamp").notNull(),
  generatedAt: integer("generated_at").notNull(),
});

/** What programs count of their imports (V8), by kind. */
export const evermeEvents = sqliteTable(
  "everme_events",
  {
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    agentId: text("agent_id").notNull().default(""),
    event: text("event").notNull(),
    outcome: text("outcome").notNull().default(""),
    count: integer("count").notNull().default(0),
    lastAt: integer("last_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.agentId, t.event, t.outcome] })],
);

/** Files of a cold start: announced, received, taken in. What is received stands cleaned in the folder `uploads` until then. */
export const evermeUploads = sqliteTable(
  "everme_uploads",
  {
    id: id(),
    tokenId: integer("token_id")
      .notNull()
      .references(() => accountTokens.id, { onDelete: "cascade" }),
    objectKey: text("object_key").notNull(),
    /** SHA-256 of the secret that goes with the upload, hex. */
    secretHash: text("secret_hash").notNull(),
    contentType: text("content_type").notNull(),
    sizeBytes: integer("size_bytes").notNull(),
    /** SHA-256 as announced, hex. */
    contentHash: text("content_hash").notNull(),
    status: text("status", { enum: ["announced", "received", "imported"] })
      .notNull()
      .default("announced"),
    idempotencyKey: text("idempotency_key"),
    /** Of `imported`: what the answer said. */
    result: text("result"),
    expiresAt: integer("expires_at").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [
    uniqueIndex("everme_uploads_key").on(t.objectKey),
    uniqueIndex("everme_uploads_once").on(t.tokenId, t.idempotencyKey),
    index("everme_uploads_expiry").on(t.status, t.expiresAt),
  ],
);
