/** Curated memories, their tags, and what a person decides about them. */
import { sql } from "drizzle-orm";
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, json } from "./columns";

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

export type MemoryRow = typeof memories.$inferSelect;
export type ReviewFindingRow = typeof reviewFindings.$inferSelect;
export type MemoryPairRow = typeof memoryPairs.$inferSelect;
