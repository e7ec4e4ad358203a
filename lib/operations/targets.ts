/** What a row that is deleted for good consists of: its texts, the turns it came from, its versions with the same text. */
import type { Handle } from "../context";
import { sourceRefs } from "../db/json";
import { chainOf } from "../memories/query";
import { leavesOf } from "./needles";
import type { IndexedTable } from "./repo";
import { readRow, type StoredRow } from "./rows-repo";

/** Strings inside one column; a tool's input may hold thousands. */
const MAX_LEAVES = 200;

const TEXT_FIELDS: Record<IndexedTable, string[]> = {
  memories: ["value"],
  observations: ["title", "subtitle", "summary", "facts"],
  summaries: ["request", "investigated", "learned", "completed", "nextSteps", "notes"],
  prompts: ["text"],
  events: ["input", "text"],
};

/** Every text of the row: whole columns, and the strings within those that are JSON. */
export function textsOf(table: IndexedTable, row: StoredRow): string[] {
  const columns = TEXT_FIELDS[table].map((name) => row[name]).filter((text) => typeof text === "string");
  return columns.flatMap((text) => [text, ...leavesOf(text).slice(0, MAX_LEAVES)]).filter((text) => text.trim() !== "");
}

export interface TurnRef {
  sessionId: number;
  turn: number;
  eventIds: number[];
}

/** The turns whose evidence the row came from, or which it is itself part of. */
export function turnsOf(table: IndexedTable, row: StoredRow): TurnRef[] {
  const own =
    typeof row["sessionId"] === "number"
      ? [{ sessionId: row["sessionId"], turn: Number(row["promptNumber"] ?? row["turn"] ?? 0), eventIds: [] }]
      : [];
  if (table !== "memories" && table !== "observations") return own;
  const sources = sourceRefs(String(row["sources"]));
  return [
    ...own,
    ...sources.map((source) => ({ sessionId: source.session_id, turn: source.turn, eventIds: source.event_ids ?? [] })),
  ];
}

/** The memories and those versions of their chains that hold the same text. */
export function versionsHolding(tx: Handle, memories: StoredRow[]): StoredRow[] {
  const found = new Map(memories.map((row) => [row.id, row]));
  for (const memory of memories) {
    const value = String(memory["value"]);
    for (const id of chainOf(tx, memory.id)) {
      const version = found.has(id) ? undefined : readRow(tx, "memories", id);
      if (version !== undefined && String(version["value"]).includes(value)) found.set(id, version);
    }
  }
  return [...found.values()];
}
