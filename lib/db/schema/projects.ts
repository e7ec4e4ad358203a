/** What belongs together: projects with their names and folders. */
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id } from "./columns";

export const projects = sqliteTable(
  "projects",
  {
    id: id(),
    /** `git:<remote>`, `repo:<common dir>`, `path:<folder>` or `name:<name>`. */
    key: text("key").notNull(),
    name: text("name").notNull(),
    kind: text("kind", { enum: ["git_remote", "git_repo", "folder", "name", "unknown"] }).notNull(),
    mode: text("mode", { enum: ["auto", "ask", "read-only", "off"] })
      .notNull()
      .default("auto"),
    needsReview: integer("needs_review", { mode: "boolean" }).notNull().default(false),
    /** Whether its turns may go to a language model, where one is switched on. */
    llmEnabled: integer("llm_enabled", { mode: "boolean" }).notNull().default(true),
    /** Tokens a day that its turns may cost; null = only the bound of all projects holds. */
    llmDailyTokens: integer("llm_daily_tokens"),
    /** Characters of its injected block; null = the setting. */
    injectMaxChars: integer("inject_max_chars"),
    /** Since when nothing of it is captured; null = it is. */
    capturePausedAt: integer("capture_paused_at"),
    /** Since when nothing is handed to agents in it; null = it is. */
    recallPausedAt: integer("recall_paused_at"),
    /** Whose it is; 1 = the person of this machine, for whom hooks, worker API and MCP write. */
    accountId: integer("account_id").notNull().default(1),
    createdAt: integer("created_at").notNull(),
    lastActivityAt: integer("last_activity_at").notNull(),
  },
  (t) => [
    uniqueIndex("projects_key").on(t.key),
    index("projects_activity").on(t.lastActivityAt),
    index("projects_account").on(t.accountId),
  ],
);

/** Names a project answers to: its name, its remote, its key, names given by hand. */
export const projectAliases = sqliteTable(
  "project_aliases",
  {
    projectId: integer("project_id")
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    /** Case-folded. */
    alias: text("alias").notNull(),
    kind: text("kind", { enum: ["name", "remote", "manual"] }).notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.alias] }), index("project_aliases_alias").on(t.alias)],
);

/** Folders on this machine that belong to a project: clones, worktrees, plain folders. */
export const projectRoots = sqliteTable(
  "project_roots",
  {
    path: text("path").primaryKey(),
    projectId: integer("project_id")
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    kind: text("kind", { enum: ["repo", "worktree", "folder"] }).notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [index("project_roots_project").on(t.projectId)],
);

export type ProjectRow = typeof projects.$inferSelect;
