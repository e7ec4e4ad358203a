/** Test helper: databases as two generations of claude-mem wrote them, filled by the test. */
import Database from "better-sqlite3";

/** The names of 7.x. */
const OLD = `
  CREATE TABLE sdk_sessions (id INTEGER PRIMARY KEY AUTOINCREMENT, claude_session_id TEXT UNIQUE NOT NULL, sdk_session_id TEXT UNIQUE,
    project TEXT NOT NULL, user_prompt TEXT, started_at TEXT NOT NULL, started_at_epoch INTEGER NOT NULL, completed_at TEXT,
    completed_at_epoch INTEGER, status TEXT NOT NULL DEFAULT 'active', worker_port INTEGER, prompt_counter INTEGER DEFAULT 0);
  CREATE TABLE user_prompts (id INTEGER PRIMARY KEY AUTOINCREMENT, claude_session_id TEXT NOT NULL, prompt_number INTEGER NOT NULL,
    prompt_text TEXT NOT NULL, created_at TEXT NOT NULL, created_at_epoch INTEGER NOT NULL);
  CREATE TABLE observations (id INTEGER PRIMARY KEY AUTOINCREMENT, sdk_session_id TEXT NOT NULL, project TEXT NOT NULL, text TEXT,
    type TEXT NOT NULL, title TEXT, subtitle TEXT, facts TEXT, narrative TEXT, concepts TEXT, files_read TEXT, files_modified TEXT,
    prompt_number INTEGER, created_at TEXT NOT NULL, created_at_epoch INTEGER NOT NULL, discovery_tokens INTEGER DEFAULT 0);
  CREATE TABLE session_summaries (id INTEGER PRIMARY KEY AUTOINCREMENT, sdk_session_id TEXT NOT NULL, project TEXT NOT NULL, request TEXT,
    investigated TEXT, learned TEXT, completed TEXT, next_steps TEXT, files_read TEXT, files_edited TEXT, notes TEXT,
    prompt_number INTEGER, created_at TEXT NOT NULL, created_at_epoch INTEGER NOT NULL, discovery_tokens INTEGER DEFAULT 0);`;

/** The names of 8.x to 13.x, with what the later ones added. */
const NEW = `${OLD.replaceAll("claude_session_id", "content_session_id").replaceAll("sdk_session_id", "memory_session_id")}
  ALTER TABLE sdk_sessions ADD COLUMN platform_source TEXT NOT NULL DEFAULT 'claude';
  ALTER TABLE sdk_sessions ADD COLUMN custom_title TEXT;
  ALTER TABLE observations ADD COLUMN content_hash TEXT;
  ALTER TABLE observations ADD COLUMN merged_into_project TEXT;
  ALTER TABLE observations ADD COLUMN metadata TEXT;
  ALTER TABLE session_summaries ADD COLUMN merged_into_project TEXT;`;

export type Family = "7.x" | "13.x";

export interface ClaudeMemDb {
  db: Database.Database;
  /** Adds a row by the names of 13.x, which are turned into those of the family. */
  add(table: string, values: Record<string, string | number | null>): void;
}

export function makeClaudeMem(file: string, family: Family): ClaudeMemDb {
  const db = new Database(file);
  db.exec(family === "7.x" ? OLD : NEW);
  const named = (name: string): string =>
    family === "13.x"
      ? name
      : name.replace("content_session_id", "claude_session_id").replace("memory_session_id", "sdk_session_id");
  return {
    db,
    add(table, values) {
      const names = Object.keys(values).map(named);
      const list = names.map((name) => `"${name}"`).join(", ");
      db.prepare(`INSERT INTO ${table} (${list}) VALUES (${names.map(() => "?").join(", ")})`).run(
        ...Object.values(values),
      );
    },
  };
}
