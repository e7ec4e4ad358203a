/**
 * Row shapes of the claude-mem worker API (§6 of its contract, M2): lists are JSON text in rows and real arrays in
 * search-like answers. Beside the promised fields stand those that real readers of both generations use.
 */
import { z } from "zod";
import { EpochMs } from "./common";

const RowId = z.number().int();
/** A JSON list as text. */
const ListText = z.string();

export const SessionRow = z
  .object({
    id: RowId,
    /** The host's own id. */
    claude_session_id: z.string(),
    content_session_id: z.string(),
    sdk_session_id: z.string(),
    memory_session_id: z.string(),
    project: z.string(),
    /** First prompt, cleaned; empty where it was private. */
    user_prompt: z.string(),
    status: z.enum(["active", "completed"]),
    platform_source: z.string(),
    prompt_counter: z.number().int(),
    created_at: z.string(),
    created_at_epoch: EpochMs,
    started_at: z.string(),
    started_at_epoch: EpochMs,
    completed_at: z.string().nullable(),
    completed_at_epoch: EpochMs.nullable(),
  })
  .meta({ id: "SDKSessionRow" });
export type SessionRow = z.infer<typeof SessionRow>;

export const ObservationRow = z
  .object({
    id: RowId,
    /** The session's host id; `manual` where a person or agent wrote it down. */
    sdk_session_id: z.string(),
    memory_session_id: z.string(),
    session_id: RowId.nullable(),
    project: z.string(),
    branch: z.string().nullable(),
    title: z.string(),
    subtitle: z.string().nullable(),
    summary: z.string(),
    /** Same as `summary`. */
    narrative: z.string(),
    /** null, as in the original: all of it is in `summary` and `facts`. */
    text: z.string().nullable(),
    facts: ListText,
    concepts: ListText,
    files_touched: ListText,
    files_read: ListText,
    files_modified: ListText,
    obs_type: z.string(),
    /** Same as `obs_type`. */
    type: z.string(),
    category: z.string(),
    source: z.string(),
    /** A JSON object as text: what the sender of a manual one wanted kept beside it. */
    metadata: z.string(),
    prompt_number: z.number().int(),
    created_at: z.string(),
    created_at_epoch: EpochMs,
  })
  .meta({ id: "ObservationRow" });
export type ObservationRow = z.infer<typeof ObservationRow>;

export const SummaryRow = z
  .object({
    id: RowId,
    sdk_session_id: z.string(),
    memory_session_id: z.string(),
    /** The session's host id, as the original's list has it. */
    session_id: z.string(),
    session_db_id: RowId,
    project: z.string(),
    branch: z.string().nullable(),
    /** What there is of the six texts below, one paragraph each. */
    summary_text: z.string(),
    request: z.string(),
    investigated: z.string(),
    learned: z.string(),
    completed: z.string(),
    next_steps: z.string(),
    notes: z.string(),
    /** Statements of `learned` and `completed`, one each. */
    facts: ListText,
    /** Those of the same turn's observations. */
    concepts: ListText,
    files_touched: ListText,
    files_read: ListText,
    files_edited: ListText,
    /** Same as `files_edited`. */
    files_modified: ListText,
    prompt_number: z.number().int(),
    created_at: z.string(),
    created_at_epoch: EpochMs,
  })
  .meta({ id: "SessionSummaryRow" });
export type SummaryRow = z.infer<typeof SummaryRow>;

export const PromptRow = z
  .object({
    id: RowId,
    claude_session_id: z.string(),
    content_session_id: z.string(),
    sdk_session_id: z.string(),
    memory_session_id: z.string(),
    session_db_id: RowId,
    project: z.string(),
    prompt_number: z.number().int(),
    /** Cleaned; empty where it was private. */
    prompt_text: z.string(),
    created_at: z.string(),
    created_at_epoch: EpochMs,
  })
  .meta({ id: "UserPromptRow" });
export type PromptRow = z.infer<typeof PromptRow>;

const List = z.array(z.string());
/** Present where a query ranked the rows: higher is better. */
const Rank = z.number().optional();

export const ObservationSearchResult = ObservationRow.extend({
  facts: List,
  concepts: List,
  files_touched: List,
  files_read: List,
  files_modified: List,
  metadata: z.record(z.string(), z.unknown()),
  rank: Rank,
}).meta({ id: "ObservationSearchResult" });
export type ObservationSearchResult = z.infer<typeof ObservationSearchResult>;

export const SummarySearchResult = SummaryRow.extend({
  facts: List,
  concepts: List,
  files_touched: List,
  files_read: List,
  files_edited: List,
  files_modified: List,
  rank: Rank,
}).meta({ id: "SessionSummarySearchResult" });
export type SummarySearchResult = z.infer<typeof SummarySearchResult>;

export const PromptSearchResult = PromptRow.extend({ rank: Rank }).meta({ id: "UserPromptSearchResult" });
export type PromptSearchResult = z.infer<typeof PromptSearchResult>;
