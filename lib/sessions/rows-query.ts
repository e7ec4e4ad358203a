/** Rows of evidence as the contract shows them. */
import type { EvidenceEvent, Prompt } from "../contract/evidence";
import { stringList } from "../db/json";
import type { EventRow, PromptRow } from "../db/schema/sessions";
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
