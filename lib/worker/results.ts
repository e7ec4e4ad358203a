/** Rows by id as search-like answers show them (M2, M §6): real arrays, the names that readers of claude-mem use. */
import type { SearchKind } from "../contract/common";
import type { Handle } from "../context";
import type { ObservationSearchResult, PromptSearchResult, SummarySearchResult } from "../contract/worker-rows";
import { toSearchResult } from "./rows";
import { observationRows, promptRows, summaryRows } from "./rows-query";

export const observationResults = (handle: Handle, ids: number[]): ObservationSearchResult[] =>
  observationRows(handle, ids).map((row) => toSearchResult(row));

export const summaryResults = (handle: Handle, ids: number[]): SummarySearchResult[] =>
  summaryRows(handle, ids).map((row) => toSearchResult(row));

export const promptResults = (handle: Handle, ids: number[]): PromptSearchResult[] =>
  promptRows(handle, ids).map((row) => toSearchResult(row));

/** By id; empty for kinds that the worker API does not know, and without rows that were deleted. */
export function resultsOf(handle: Handle, kind: SearchKind, ids: number[]): ReadonlyMap<number, object> {
  switch (kind) {
    case "observation":
      return byId(observationResults(handle, ids));
    case "summary":
      return byId(summaryResults(handle, ids));
    case "prompt":
      return byId(promptResults(handle, ids));
    case "memory":
    case "event":
      return new Map();
  }
}

const byId = <Row extends { id: number }>(rows: Row[]): Map<number, Row> => new Map(rows.map((row) => [row.id, row]));
