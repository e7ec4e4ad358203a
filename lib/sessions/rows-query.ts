/** Rows of evidence as the contract shows them. */
import { z } from "zod";
import {
  Category,
  type EvidenceEvent,
  type Observation,
  ObsType,
  Priority,
  type Prompt,
  type Summary,
} from "../contract/evidence";
import { SourceRef } from "../contract/memory";
import type { EventRow, ObservationRow, PromptRow, SummaryRow } from "../db/schema";
import { capText } from "../text/caps";

/** Characters of one text in a list; the row itself has up to 64 KiB. */
const SHOWN = 8000;

export const toPrompt = (row: PromptRow): Prompt => ({
  id: row.id,
  session_id: row.sessionId,
  project_id: row.projectId,
  branch: row.branch,
  prompt_number: row.promptNumber,
  text: row.text,
  is_private: row.isPrivate,
  created_at: row.createdAt,
});

/** `cap` bounds input and text, head and tail kept. */
export const toEvent = (row: EventRow, cap = SHOWN): EvidenceEvent => ({
  id: row.id,
  session_id: row.sessionId,
  project_id: row.projectId,
  branch: row.branch,
  turn: row.turn,
  kind: row.kind,
  tool_name: row.toolName,
  tool_use_id: row.toolUseId,
  input: capText(row.input, { cap, originalChars: row.input.length }),
  text: capText(row.text, { cap, originalChars: row.originalChars }),
  is_error: row.isError,
  files: stringList(row.files),
  original_chars: row.originalChars,
  created_at: row.createdAt,
});

/** A JSON column that holds a list of strings; anything else in it is dropped. */
export function stringList(json: string): string[] {
  const value: unknown = JSON.parse(json);
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

export const toObservation = (row: ObservationRow, project: string | null): Observation => ({
  id: row.id,
  session_id: row.sessionId,
  project_id: row.projectId,
  project,
  branch: row.branch,
  turn: row.turn,
  title: row.title,
  subtitle: row.subtitle,
  summary: row.summary,
  facts: stringList(row.facts),
  concepts: stringList(row.concepts),
  files_read: stringList(row.filesRead),
  files_modified: stringList(row.filesModified),
  obs_type: ObsType.parse(row.obsType),
  category: Category.parse(row.category),
  priority: Priority.parse(row.priority),
  source: row.source,
  status: row.status,
  created_at: row.createdAt,
  sources: z.array(SourceRef).parse(JSON.parse(row.sources)),
});

export const toSummary = (row: SummaryRow, project: string | null): Summary => ({
  id: row.id,
  session_id: row.sessionId,
  project_id: row.projectId,
  project,
  branch: row.branch,
  turn: row.turn,
  request: row.request,
  investigated: row.investigated,
  learned: row.learned,
  completed: row.completed,
  next_steps: row.nextSteps,
  notes: row.notes,
  files_read: stringList(row.filesRead),
  files_modified: stringList(row.filesModified),
  created_at: row.createdAt,
});
