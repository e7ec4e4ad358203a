/** Whole rows behind the hits of a page, with the name of their project. */
import type { SearchKind } from "../contract/common";
import type { Handle } from "../context";
import { prepared } from "../db/prepared";
import { rowsById } from "../db/rows-by-id";
import { memories, type MemoryRow } from "../db/schema/memories";
import { type ObservationRow, observations, summaries, type SummaryRow } from "../db/schema/observations";
import { type EventRow, events, type PromptRow, prompts } from "../db/schema/sessions";

/** Row types by kind. */
export interface IndexedRow {
  memory: MemoryRow;
  observation: ObservationRow;
  summary: SummaryRow;
  prompt: PromptRow;
  event: EventRow;
}

const LOADERS: { [K in SearchKind]: (handle: Handle, ids: number[]) => IndexedRow[K][] } = {
  memory: rowsById(memories),
  observation: rowsById(observations),
  summary: rowsById(summaries),
  prompt: rowsById(prompts),
  event: rowsById(events),
};

/** Rows by id, at most some hundred at once; ids that do not exist are left out. */
export function loadRows<K extends SearchKind>(handle: Handle, kind: K, ids: number[]): Map<number, IndexedRow[K]> {
  if (ids.length === 0) return new Map();
  const load: (handle: Handle, ids: number[]) => IndexedRow[K][] = LOADERS[kind];
  return new Map(load(handle, ids).map((row) => [row.id, row]));
}

/** Project names by id; 0 (global) has none. */
export function projectNames(handle: Handle, ids: number[]): Map<number, string> {
  const wanted = [...new Set(ids)].filter((id) => id !== 0);
  if (wanted.length === 0) return new Map();
  const rows = prepared(handle, "SELECT id, name FROM projects WHERE id IN (SELECT value FROM json_each(?))").all(
    JSON.stringify(wanted),
  ) as { id: number; name: string }[];
  return new Map(rows.map((row) => [row.id, row.name]));
}
