/** Whose memory it is, and the keys to it. */
import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id } from "./columns";

/** Whose memory it is, for programs that come by the EverMe gateway; 1 is the person of this machine. */
export const accounts = sqliteTable(
  "accounts",
  {
    id: id(),
    name: text("name").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [uniqueIndex("accounts_name").on(sql`lower(${t.name})`)],
);

/** Keys to an account: `emk` to the whole of it, `evt` for one agent of it. The key itself is shown once and never stored. */
export const accountTokens = sqliteTable(
  "account_tokens",
  {
    id: id(),
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    kind: text("kind", { enum: ["emk", "evt"] }).notNull(),
    /** Of an `evt`; null of an `emk`. */
    agentId: text("agent_id"),
    /** SHA-256, hex. */
    hash: text("hash").notNull(),
    /** First eight characters, by which a person knows it again. */
    prefix: text("prefix").notNull(),
    createdAt: integer("created_at").notNull(),
    lastUsedAt: integer("last_used_at"),
    revokedAt: integer("revoked_at"),
    /** The one that took its place. */
    rotatedTo: integer("rotated_to"),
  },
  (t) => [
    uniqueIndex("account_tokens_hash").on(t.hash),
    index("account_tokens_account").on(t.accountId, t.id),
    check("account_tokens_agent", sql`(kind = 'evt') = (agent_id IS NOT NULL)`),
  ],
);
