/** Rows that reads answer for sessions, prompts, events, observations and summaries (row shapes of M §6, plus ours). */
import { z } from "zod";
import { Cursor, EpochMs, Id, Limit, page, ProjectRef } from "./common";
import { SourceRef } from "./memory";

const OBS_TYPES = ["bugfix", "feature", "refactor", "change", "discovery", "decision"] as const;
export const ObsType = z.enum(OBS_TYPES);
export type ObsType = z.infer<typeof ObsType>;

const CATEGORIES = [
  "architecture",
  "user_preference",
  "bugfix",
  "convention",
  "dependency",
  "file_pattern",
  "task_context",
  "learning",
] as const;
export const Category = z.enum(CATEGORIES);
export type Category = z.infer<typeof Category>;
export const Priority = z.enum(["high", "medium", "low"]);
export type Priority = z.infer<typeof Priority>;

export const Session = z
  .object({
    id: z.number().int(),
    host: z.string(),
    claude_session_id: z.string(),
    project_id: z.number().int(),
    project: z.string(),
    branch: z.string().nullable(),
    cwd: z.string().nullable(),
    title: z.string().nullable(),
    status: z.enum(["active", "complete"]),
    started_at: EpochMs,
    last_event_at: EpochMs,
    completed_at: EpochMs.nullable(),
    prompts: z.number().int(),
    events: z.number().int(),
    observations: z.number().int(),
  })
  .meta({ id: "Session" });
export type Session = z.infer<typeof Session>;

export const Observation = z
  .object({
    id: z.number().int(),
    session_id: z.number().int().nullable(),
    project_id: z.number().int(),
    project: z.string().nullable(),
    branch: z.string().nullable(),
    turn: z.number().int().nullable(),
    title: z.string(),
    subtitle: z.string().nullable(),
    summary: z.string(),
    facts: z.array(z.string()),
    concepts: z.array(z.string()),
    files_read: z.array(z.string()),
    files_modified: z.array(z.string()),
    obs_type: ObsType,
    category: Category,
    priority: Priority,
    source: z.string(),
    status: z.enum(["active", "archived", "deleted"]),
    created_at: EpochMs,
    sources: z.array(SourceRef),
  })
  .meta({ id: "Observation" });
export type Observation = z.infer<typeof Observation>;

export const Summary = z
  .object({
    id: z.number().int(),
    session_id: z.number().int(),
    project_id: z.number().int(),
    project: z.string().nullable(),
    branch: z.string().nullable(),
    turn: z.number().int(),
    request: z.string(),
    investigated: z.string(),
    learned: z.string(),
    completed: z.string(),
    next_steps: z.string(),
    notes: z.string(),
    files_read: z.array(z.string()),
    files_modified: z.array(z.string()),
    created_at: EpochMs,
  })
  .meta({ id: "Summary" });
export type Summary = z.infer<typeof Summary>;

export const Prompt = z
  .object({
    id: z.number().int(),
    session_id: z.number().int(),
    project_id: z.number().int(),
    branch: z.string().nullable(),
    prompt_number: z.number().int(),
    text: z.string(),
    is_private: z.boolean(),
    created_at: EpochMs,
  })
  .meta({ id: "Prompt" });
export type Prompt = z.infer<typeof Prompt>;

/** As `tool_name` of a message: a sub-agent said it, not the agent itself. */
export const SUBAGENT = "subagent";

export const EvidenceEvent = z
  .object({
    id: z.number().int(),
    session_id: z.number().int(),
    project_id: z.number().int(),
    branch: z.string().nullable(),
    turn: z.number().int(),
    kind: z.enum(["tool", "message"]),
    /** Of a message `subagent` where one said it, else null. */
    tool_name: z.string().nullable(),
    tool_use_id: z.string().nullable(),
    /** Tool input as JSON text; empty for messages. */
    input: z.string(),
    /** Tool output or message text, cleaned and capped. */
    text: z.string(),
    is_error: z.boolean().nullable(),
    files: z.array(z.string()),
    /** Characters before capping. */
    original_chars: z.number().int(),
    created_at: EpochMs,
  })
  .meta({ id: "Event" });
export type EvidenceEvent = z.infer<typeof EvidenceEvent>;

/** Filters combine; deleted rows are never listed. */
export const ObservationListQuery = z.object({
  project: ProjectRef.optional(),
  session: Id.optional(),
  type: ObsType.optional(),
  status: z.enum(["active", "archived", "all"]).default("active"),
  limit: Limit.default(50),
  cursor: Cursor.optional(),
});
export type ObservationListQuery = z.infer<typeof ObservationListQuery>;
export const ObservationPage = page(Observation).meta({ id: "ObservationPage" });
export type ObservationPage = z.infer<typeof ObservationPage>;

export const SummaryListQuery = z.object({
  project: ProjectRef.optional(),
  session: Id.optional(),
  limit: Limit.default(50),
  cursor: Cursor.optional(),
});
export type SummaryListQuery = z.infer<typeof SummaryListQuery>;
export const SummaryPage = page(Summary).meta({ id: "SummaryPage" });
export type SummaryPage = z.infer<typeof SummaryPage>;
