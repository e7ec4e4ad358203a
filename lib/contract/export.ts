/**
 * The export: one JSON object a line (`application/x-ndjson`). First a header, then rows in the order in which they can
 * be taken in again, last a footer with counts, so that a file that was cut off is noticed.
 *
 * Rows name each other by what is theirs everywhere: projects by key, sessions by host and the host's id, evidence by its
 * key within the session, other rows by `uid` (the store and the number that they were first given). `id` is the number in
 * the store that was exported; it is kept where it is free. Times are milliseconds UTC.
 */
import { z } from "zod";
import { ProjectRef, TimeInput } from "./common";
import {
  Int,
  RowId,
  At,
  Uid,
  SessionName,
  Key,
  EvidenceKey,
  Short,
  type Source,
  Sources,
  Path,
  Long,
  Texts,
  Branch,
  Revision,
  Pauses,
} from "./export-fields";

export const EXPORT_FORMAT = "keepsake-export";
export const EXPORT_VERSION = 1;
export const EXPORT_TYPE = "application/x-ndjson";

/** In the order of the file; each line knows the ones before. */
export const EXPORT_KINDS = [
  "project",
  "session",
  "turn",
  "prompt",
  "event",
  "observation",
  "summary",
  "memory",
  "succession",
  "pair",
  "exclusion",
  "reflection",
  "task",
] as const;
export const ExportKind = z.enum(EXPORT_KINDS);
export type ExportKind = z.infer<typeof ExportKind>;

const Flag = z.enum(["true", "false", "1", "0", "yes", "no"]).transform((word) => /^(?:true|1|yes)$/.test(word));
const KindList = z
  .string()
  .max(200)
  .transform((text) => text.split(",").map((kind) => kind.trim()))
  .pipe(z.array(ExportKind).min(1));

export const ExportQuery = z.object({
  /** Comma list; what the kinds need to be taken in again (projects, sessions, turns) comes along. */
  kinds: KindList.optional(),
  project: ProjectRef.optional(),
  /** Rows made from then on. */
  since: TimeInput.optional(),
  /** Rows made before then. */
  until: TimeInput.optional(),
  /** Prompts, tool uses and messages; they are most of a store. */
  evidence: Flag.default(true),
});
export type ExportQuery = z.infer<typeof ExportQuery>;

export const ExportHeader = z
  .object({
    type: z.literal("header"),
    format: z.literal(EXPORT_FORMAT),
    version: z.literal(EXPORT_VERSION),
    exported_at: At,
    filters: z.object({
      kinds: z.array(ExportKind),
      project: z.string().nullable(),
      since: At.nullable(),
      until: At.nullable(),
      evidence: z.boolean(),
    }),
    /** What the file holds and what it never does, in words. */
    policy: z.string().max(2000),
  })
  .meta({ id: "ExportHeader" });
export type ExportHeader = z.infer<typeof ExportHeader>;

export const ExportFooter = z
  .object({
    type: z.literal("footer"),
    /** Lines of each kind. */
    counts: z.partialRecord(ExportKind, Int),
    /** All lines between header and footer. */
    lines: Int,
  })
  .meta({ id: "ExportFooter" });
export type ExportFooter = z.infer<typeof ExportFooter>;

export type ExportSource = z.infer<typeof Source>;

export const ProjectLine = z.object({
  type: z.literal("project"),
  id: RowId,
  key: Key,
  name: Short,
  kind: z.enum(["git_remote", "git_repo", "folder", "name", "unknown"]),
  mode: z.enum(["auto", "ask", "read-only", "off"]),
  needs_review: z.boolean(),
  llm_enabled: z.boolean(),
  llm_daily_tokens: Int.min(0).nullable().optional(),
  inject_max_chars: Int.min(0).nullable().optional(),
  ...Pauses,
  created_at: At,
  last_activity_at: At,
  aliases: z.array(z.object({ alias: Short, kind: z.enum(["name", "remote", "manual"]), created_at: At })).max(10_000),
  roots: z.array(z.object({ path: Path, kind: z.enum(["repo", "worktree", "folder"]), created_at: At })).max(10_000),
});

export const SessionLine = z.object({
  type: z.literal("session"),
  id: RowId,
  host: z.string().min(1).max(50),
  host_session_id: z.string().min(1).max(300),
  project: Key,
  branch: Branch,
  cwd: Path.nullable(),
  title: Long.nullable(),
  title_rank: Int,
  status: z.enum(["active", "complete"]),
  end_reason: Short.nullable(),
  started_at: At,
  last_event_at: At,
  completed_at: At.nullable(),
  ...Pauses,
});

export const TurnLine = z.object({
  type: z.literal("turn"),
  session: SessionName,
  number: Int.min(0),
  status: z.enum(["open", "done", "interrupted"]),
  is_private: z.boolean(),
  from_transcript: z.boolean(),
  started_at: At,
  ended_at: At.nullable(),
  revision: Revision,
  extracted_revision: Revision,
  extracted_by: z.enum(["rules", "llm"]).nullable(),
  llm_failure: Short.nullable(),
});

export const PromptLine = z.object({
  type: z.literal("prompt"),
  id: RowId,
  session: SessionName,
  project: Key,
  branch: Branch,
  prompt_number: Int.min(0),
  text: Long,
  is_private: z.boolean(),
  original_chars: Int.min(0),
  dedupe_key: EvidenceKey,
  created_at: At,
});

export const EventLine = z.object({
  type: z.literal("event"),
  id: RowId,
  session: SessionName,
  project: Key,
  branch: Branch,
  turn: Int.min(0),
  kind: z.enum(["tool", "message"]),
  tool_name: Short.nullable(),
  tool_use_id: Short.nullable(),
  input: Long,
  text: Long,
  is_error: z.boolean().nullable(),
  files: Texts,
  cwd: Path.nullable(),
  message_id: Short.nullable(),
  original_chars: Int.min(0),
  dedupe_key: EvidenceKey,
  created_at: At,
});

export const ObservationLine = z.object({
  type: z.literal("observation"),
  id: RowId,
  uid: Uid,
  session: SessionName.nullable(),
  project: Key,
  branch: Branch,
  turn: Int.min(0).nullable(),
  title: Long,
  subtitle: Long.nullable(),
  summary: Long,
  facts: Texts,
  concepts: Texts,
  files_read: Texts,
  files_modified: Texts,
  obs_type: z.string().min(1).max(50),
  category: z.string().min(1).max(50),
  priority: z.string().min(1).max(50),
  confidence: z.number().min(0).max(1),
  source: z.string().min(1).max(50),
  sources: Sources,
  metadata: z.record(z.string(), z.json()),
  status: z.enum(["active", "archived"]),
  created_at: At,
  updated_at: At,
  revision: Revision,
});

export const SummaryLine = z.object({
  type: z.literal("summary"),
  id: RowId,
  session: SessionName,
  project: Key,
  branch: Branch,
  turn: Int.min(0),
  request: Long,
  investigated: Long,
  learned: Long,
  completed: Long,
  next_steps: Long,
  notes: Long,
  files_read: Texts,
  files_modified: Texts,
  source: z.string().min(1).max(50),
  created_at: At,
  updated_at: At,
  revision: Revision,
});

export const MemoryLine = z.object({
  type: z.literal("memory"),
  id: RowId,
  uid: Uid,
  /** null = of all projects. */
  project: Key.nullable(),
  branch: Branch,
  key: z.string().min(1).max(2000),
  value: Long,
  status: z.enum(["active", "archived", "superseded"]),
  attribute: Short,
  tags: z.string().max(10_000),
  tier: z.enum(["pinned", "normal", "reference"]),
  kind: z.string().min(1).max(50),
  importance: z.number().min(0).max(10),
  confidence: z.number().min(0).max(1),
  origin: z.enum(["", "person", "agent", "rules", "llm", "import"]).optional(),
  host: z.string().max(50).optional(),
  source_session: Short,
  sources: Sources,
  access_count: Int.min(0),
  last_accessed: At.nullable(),
  review_state: z.enum(["pending", "conflict", "quarantined"]).nullable(),
  expires_at: At.nullable(),
  created_at: At,
  updated_at: At,
  revision: Revision,
});

/** Which version of a memory follows which. */
export const SuccessionLine = z.object({
  type: z.literal("succession"),
  memory: Uid,
  supersedes: Uid.nullable(),
  superseded_by: Uid.nullable(),
});

export const PairLine = z.object({
  type: z.literal("pair"),
  id: RowId,
  uid: Uid,
  kind: z.enum(["conflict", "supersedes"]),
  status: z.enum(["open", "resolved"]),
  resolution: z.enum(["keep_older", "take_newer", "keep_both"]).nullable(),
  project: Key.nullable(),
  older: Uid,
  /** null where the newer half was never stored. */
  newer: Uid.nullable(),
  candidate: z.record(z.string(), z.json()).nullable(),
  candidate_sources: Sources,
  candidate_hash: z.string().regex(/^[0-9a-f]{0,64}$/),
  reasons: z.array(Short).max(100),
  similarity: z.number().min(0).max(1).nullable(),
  actor_kind: z.enum(["person", "agent", "job"]),
  actor_name: Short,
  created_at: At,
  updated_at: At,
  revision: Revision,
});

export const ExclusionLine = z.object({
  type: z.literal("exclusion"),
  id: RowId,
  entity_type: z.enum(["memory", "observation"]),
  entity: Uid,
  /** null = nowhere. */
  project: Key.nullable(),
  created_at: At,
});

/** A compression of observations, which stand before it. */
export const ReflectionLine = z.object({
  type: z.literal("reflection"),
  id: RowId,
  uid: Uid,
  project: Key,
  branch: Branch,
  session: SessionName.nullable(),
  level: Int.min(0).max(3),
  content: z.string().min(1).max(1_000_000),
  observations: z.array(Uid).max(100_000),
  input_tokens: Int.min(0),
  output_tokens: Int.min(0),
  source: z.string().min(1).max(50),
  status: z.enum(["active", "superseded"]),
  created_at: At,
  updated_at: At,
  revision: Revision,
});

export const TaskLine = z.object({
  type: z.literal("task"),
  id: RowId,
  session: SessionName,
  project: Key,
  branch: Branch,
  content: Long,
  source: z.string().min(1).max(50),
  created_at: At,
  updated_at: At,
  revision: Revision,
});

export const ExportLine = z
  .discriminatedUnion("type", [
    ProjectLine,
    SessionLine,
    TurnLine,
    PromptLine,
    EventLine,
    ObservationLine,
    SummaryLine,
    MemoryLine,
    SuccessionLine,
    PairLine,
    ExclusionLine,
    ReflectionLine,
    TaskLine,
  ])
  .meta({ id: "ExportLine" });
export type ExportLine = z.infer<typeof ExportLine>;
export type LineOf<K extends ExportKind> = Extract<ExportLine, { type: K }>;

export const LineCounts = z.object({
  /** Lines of the file; the counts below add up to it. */
  read: Int,
  imported: Int,
  /** This very row is here. */
  known: Int,
  /** Another row says the same. */
  duplicate: Int,
  /** Of memories: another value holds the key. An older one is kept as its superseded version, a newer one waits as a pair. */
  conflict: Int,
  rejected: Int,
});
export type LineCounts = z.infer<typeof LineCounts>;
/** Counts to begin with. */
export const noLines = (): LineCounts => ({ read: 0, imported: 0, known: 0, duplicate: 0, conflict: 0, rejected: 0 });

export const RestoreQuery = z.object({
  /** The operation of the part before, so that one Undo takes all parts back. */
  operation: z.coerce.number().int().positive().optional(),
});
export type RestoreQuery = z.infer<typeof RestoreQuery>;

export const RestoreReport = z
  .object({
    success: z.literal(true),
    counts: z.partialRecord(ExportKind, LineCounts),
    /** By line of this request, the header being 1; the first 100. */
    rejected: z.array(z.object({ line: Int, reason: z.string() })),
    /** A footer came with this part and its counts are those of the part; null = no footer came. */
    whole: z.boolean().nullable(),
    operation_ids: z.array(Int),
  })
  .meta({ id: "RestoreReport" });
export type RestoreReport = z.infer<typeof RestoreReport>;
