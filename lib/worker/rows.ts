/** How the worker API writes what rows hold: times, lists, the text of a summary; and rows as search-like answers show them (M2). Pure. */
import type { SummaryTexts } from "../contract/extraction";
import type {
  ObservationRow,
  ObservationSearchResult,
  PromptRow,
  PromptSearchResult,
  SummaryRow,
  SummarySearchResult,
} from "../contract/worker-rows";
import { jsonObject, stringList } from "../db/json";

/** Stands where a row belongs to no session. */
export const MANUAL_SESSION = "manual";

/** Beyond what a date can say, the nearest that it can: senders make up times. */
const MAX_DATE_MS = 8_640_000_000_000_000;

export const isoTime = (epoch: number): string =>
  new Date(Math.max(-MAX_DATE_MS, Math.min(MAX_DATE_MS, epoch))).toISOString();

export const listText = (list: string[]): string => JSON.stringify(list);

/** Each once, in order of first appearance. */
export const unite = (...lists: string[][]): string[] => [...new Set(lists.flat())];

/** One statement a line, as extraction writes them. */
export const statementsOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** What there is of the six texts, one paragraph each. */
export const summaryText = (texts: SummaryTexts): string =>
  [texts.request, texts.investigated, texts.learned, texts.completed, texts.nextSteps, texts.notes]
    .map((text) => text.trim())
    .filter((text) => text !== "")
    .join("\n\n");

/**
 * A row as search, shortcuts, by-*, timeline and recent context answer it (M2): real arrays instead of JSON text, and the
 * rank where a query gave one.
 */
export function toSearchResult(row: ObservationRow, rank?: number): ObservationSearchResult;
export function toSearchResult(row: SummaryRow, rank?: number): SummarySearchResult;
export function toSearchResult(row: PromptRow, rank?: number): PromptSearchResult;
export function toSearchResult(
  row: ObservationRow | SummaryRow | PromptRow,
  rank?: number,
): ObservationSearchResult | SummarySearchResult | PromptSearchResult {
  const ranked = rank === undefined ? {} : { rank };
  if ("prompt_text" in row) return { ...row, ...ranked };
  const lists = {
    facts: stringList(row.facts),
    concepts: stringList(row.concepts),
    files_touched: stringList(row.files_touched),
    files_read: stringList(row.files_read),
    files_modified: stringList(row.files_modified),
  };
  if ("summary_text" in row) return { ...row, ...lists, files_edited: stringList(row.files_edited), ...ranked };
  return { ...row, ...lists, metadata: jsonObject(row.metadata), ...ranked };
}
