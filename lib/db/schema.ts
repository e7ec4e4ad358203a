/** All tables. Times are integer milliseconds UTC; JSON columns hold text that `lib/contract` describes. */
import { sql } from "drizzle-orm";
import { blob, check, index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

const id = () => integer("id").primaryKey({ autoIncrement: true });
const json = (name: string) => text(name).notNull().default("[]");

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

export const memories = sqliteTable(
  "memories",
  {
    id: id(),
    /** 0 = global; never null, since two NULLs would both pass the unique index. */
    projectId: integer("project_id").notNull().default(0),
    branch: text("branch"),
    key: text("key").notNull(),
    value: text("value").notNull(),
    status: text("status", { enum: ["active", "archived", "superseded", "deleted"] })
      .notNull()
      .default("active"),
    attribute: text("attribute").notNull().default(""),
    /** One comma-joined string (E3). */
    tags: text("tags").notNull().default(""),
    tier: text("tier", { enum: ["pinned", "normal", "reference"] })
      .notNull()
      .default("normal"),
    kind: text("kind").notNull().default("memory"),
    importance: real("importance").notNull().default(5),
    confidence: real("confidence").notNull().default(0.5),
    sourceSession: text("source_session").notNull().default(""),
    sources: json("sources"),
    /** Who wrote it: a person, an agent, the rules, a language model, an import; empty where nobody knows. */
    origin: text("origin", { enum: ["", "person", "agent", "rules", "llm", "import"] })
      .notNull()
      .default(""),
    /** Host of the session it came from, e.g. `claude-code`; empty = none. */
    host: text("host").notNull().default(""),
    accessCount: integer("access_count").notNull().default(0),
    lastAccessed: integer("last_accessed"),
    supersedes: integer("supersedes"),
    supersededBy: integer("superseded_by"),
    reviewState: text("review_state", { enum: ["pending", "conflict", "quarantined"] }),
    expiresAt: integer("expires_at"),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
    revision: integer("revision").notNull().default(1),
  },
  (t) => [
    uniqueIndex("memories_active_key")
      .on(t.projectId, t.key)
      .where(sql`status = 'active'`),
    /** E6: by key, by status, by both. */
    index("memories_key").on(t.key, t.status),
    index("memories_status_updated").on(t.status, t.updatedAt, t.id),
    index("memories_project").on(t.projectId, t.status, t.tier),
    /** Supersession chains are followed in both directions. */
    index("memories_supersedes").on(t.supersedes),
    index("memories_superseded_by").on(t.supersededBy),
    /** One a way of sorting, and what the review inbox looks for. */
    index("memories_status_created").on(t.status, t.createdAt, t.id),
    index("memories_status_importance").on(t.status, t.importance, t.id),
    index("memories_status_access").on(t.status, t.accessCount, t.id),
    index("memories_status_used").on(t.status, t.lastAccessed, t.id),
    index("memories_status_expires").on(t.status, t.expiresAt, t.id),
    index("memories_status_confidence").on(t.status, t.confidence, t.id),
    /** What is held back: few rows among many. */
    index("memories_waiting")
      .on(t.reviewState, t.createdAt, t.id)
      .where(sql`review_state IS NOT NULL`),
  ],
);

/** The tags of each memory one by one, kept in step by triggers: counted and asked for without reading every row. */
export const memoryTags = sqliteTable(
  "memory_tags",
  {
    memoryId: integer("memory_id").notNull(),
    tag: text("tag").notNull(),
  },
  (t) => [primaryKey({ columns: [t.memoryId, t.tag] }), index("memory_tags_tag").on(t.tag, t.memoryId)],
);

/** What the review inbox found by comparing rows; a person's "keep" stays here, so that nobody is asked twice. */
export const reviewFindings = sqliteTable(
  "review_findings",
  {
    id: id(),
    /** `near_duplicate`, `file_changed`, `unused`. */
    kind: text("kind", { enum: ["near_duplicate", "file_changed", "unused"] }).notNull(),
    memoryId: integer("memory_id").notNull(),
    /** The other memory of a near-duplicate; else 0, never null, since two NULLs would both pass the unique index. */
    otherId: integer("other_id").notNull().default(0),
    status: text("status", { enum: ["open", "dismissed"] })
      .notNull()
      .default("open"),
    /** What it is about, as JSON: the file that changed, and when. */
    detail: text("detail").notNull().default("{}"),
    /** (1 + cosine) / 2 of a near-duplicate. */
    similarity: real("similarity"),
    /** Of the memory when it was found or kept. */
    memoryRevision: integer("memory_revision").notNull(),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
    revision: integer("revision").notNull().default(1),
  },
  (t) => [
    uniqueIndex("review_findings_subject").on(t.kind, t.memoryId, t.otherId),
    index("review_findings_status").on(t.status, t.kind, t.id),
    index("review_findings_other").on(t.otherId),
  ],
);

/**
 * Two statements that a person has to choose between: a stored memory, and either another one or a candidate that was
 * never stored (E43).
 */
export const memoryPairs = sqliteTable(
  "memory_pairs",
  {
    id: id(),
    /** `conflict`: both can't hold; `supersedes`: the newer seems to replace the older. */
    kind: text("kind", { enum: ["conflict", "supersedes"] }).notNull(),
    status: text("status", { enum: ["open", "resolved"] })
      .notNull()
      .default("open"),
    /** `keep_older`, `take_newer`, `keep_both`; null while open. */
    resolution: text("resolution", { enum: ["keep_older", "take_newer", "keep_both"] }),
    projectId: integer("project_id").notNull().default(0),
    olderId: integer("older_id").notNull(),
    /** 0 where the newer half is no row but a candidate; never null, since two NULLs would both pass the unique index. */
    newerId: integer("newer_id").notNull().default(0),
    /** JSON of the candidate. */
    candidate: text("candidate"),
    /** Hash of the two texts that are compared, so that the same question is put once. */
    candidateHash: text("candidate_hash").notNull().default(""),
    /** Names of the detectors that spoke. */
    reasons: json("reasons"),
    /** (1 + cosine) / 2; null where no vector was compared. */
    similarity: real("similarity"),
    actorKind: text("actor_kind", { enum: ["person", "agent", "job"] }).notNull(),
    actorName: text("actor_name").notNull(),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
    revision: integer("revision").notNull().default(1),
  },
  (t) => [
    uniqueIndex("memory_pairs_open")
      .on(t.olderId, t.newerId, t.candidateHash)
      .where(sql`status = 'open'`),
    index("memory_pairs_older").on(t.olderId),
    index("memory_pairs_newer").on(t.newerId),
    index("memory_pairs_status").on(t.status, t.id),
  ],
);

/** Where an imported row came from, so that importing again changes nothing. */
export const importedRows = sqliteTable(
  "imported_rows",
  {
    /** Which kind of store, e.g. `evolvmem`. */
    source: text("source").notNull(),
    sourceId: text("source_id").notNull(),
    entityTable: text("entity_table").notNull(),
    entityId: integer("entity_id").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.source, t.sourceId] }), index("imported_rows_entity").on(t.entityTable, t.entityId)],
);

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

export const settings = sqliteTable("settings", {
  key: text("key").primaryKey(),
  /** JSON. */
  value: text("value").notNull(),
  updatedAt: integer("updated_at").notNull(),
});

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

/** Vectors by text, so that rebuild and undo need no inference. */
export const embeddings = sqliteTable(
  "embeddings",
  {
    textHash: text("text_hash").notNull(),
    model: text("model").notNull(),
    /** Little-endian float32. */
    vector: blob("vector", { mode: "buffer" }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.model, t.textHash] })],
);

/** Which text of which row stands in LanceDB, chunk by chunk. */
export const vectorEntries = sqliteTable(
  "vector_entries",
  {
    kind: text("kind").notNull(),
    entityId: integer("entity_id").notNull(),
    chunk: integer("chunk").notNull(),
    textHash: text("text_hash").notNull(),
    model: text("model").notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.entityId, t.chunk] }), index("vector_entries_hash").on(t.textHash)],
);

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

export type ProjectRow = typeof projects.$inferSelect;
export type SessionRow = typeof sessions.$inferSelect;
export type TurnRow = typeof turns.$inferSelect;
export type PromptRow = typeof prompts.$inferSelect;
export type EventRow = typeof events.$inferSelect;
export type ObservationRow = typeof observations.$inferSelect;
export type SummaryRow = typeof summaries.$inferSelect;
export type ReflectionRow = typeof reflections.$inferSelect;
export type TaskRow = typeof tasks.$inferSelect;
export type MemoryRow = typeof memories.$inferSelect;
export type OperationRow = typeof operations.$inferSelect;
export type OperationChangeRow = typeof operationChanges.$inferSelect;
export type JobRow = typeof jobs.$inferSelect;
export type ActivityRow = typeof activity.$inferSelect;
export type InjectionRow = typeof injections.$inferSelect;
export type ReviewFindingRow = typeof reviewFindings.$inferSelect;
export type MemoryPairRow = typeof memoryPairs.$inferSelect;
export type InjectionItemRow = typeof injectionItems.$inferSelect;
export type InjectionExclusionRow = typeof injectionExclusions.$inferSelect;
export type LlmCallRow = typeof llmCalls.$inferSelect;
export type ReceiptRow = typeof receipts.$inferSelect;
