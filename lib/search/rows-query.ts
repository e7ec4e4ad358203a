/** Whole rows behind the hits of a page, with the name of their project. */
import { inArray } from "drizzle-orm";
import type { SearchKind } from "../contract/common";
import type { Handle } from "../context";
import {
  type EventRow,
  events,
  memories,
  type MemoryRow,
  type ObservationRow,
  observations,
  projects,
  type PromptRow,
  prompts,
  summaries,
  type SummaryRow,
} from "../db/schema";

/** Row types by kind. */
export interface IndexedRow {
  memory: MemoryRow;
  observation: ObservationRow;
  summary: SummaryRow;
  prompt: PromptRow;
  event: EventRow;
}

const LOADERS: { [K in SearchKind]: (handle: Handle, ids: number[]) => IndexedRow[K][] } = {
  memory: (handle, ids) => handle.select().from(memories).where(inArray(memories.id, ids)).all(),
  observation: (handle, ids) => handle.select().from(observations).where(inArray(observations.id, ids)).all(),
  summary: (handle, ids) => handle.select().from(summaries).where(inArray(summaries.id, ids)).all(),
  prompt: (handle, ids) => handle.select().from(prompts).where(inArray(prompts.id, ids)).all(),
  event: (handle, ids) => handle.select().from(events).where(inArray(events.id, ids)).all(),
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
  const rows = handle
    .select({ id: projects.id, name: projects.name })
    .from(projects)
    .where(inArray(projects.id, wanted))
    .all();
  return new Map(rows.map((row) => [row.id, row.name]));
}
