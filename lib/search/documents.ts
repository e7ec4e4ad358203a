/** What of a row is searched by words, and what of it is embedded. */
import type { SearchKind } from "../contract/common";
import { jsonObject, stringList } from "../db/json";
import { MARK } from "../operations/needles";
import { parseJson } from "../text/json-value";
import type { IndexedRow } from "./rows-query";

type Documents = { [K in SearchKind]: { words(row: IndexedRow[K]): string; passage(row: IndexedRow[K]): string } };

/** Values of a tool's input that are looked at; more make no tool call easier to find. */
const MAX_VALUES = 5_000;

const DOCUMENTS: Documents = {
  memory: {
    words: (row) => joinLines(row.key, row.value, row.tags, row.attribute),
    passage: (row) => `${row.key.replaceAll(/[:_\-/.]+/g, " ").trim()}: ${row.value}`,
  },
  observation: {
    words: (row) =>
      joinLines(
        row.title,
        row.subtitle,
        row.summary,
        ...stringList(row.facts),
        ...stringList(row.concepts),
        ...stringList(row.filesRead),
        ...stringList(row.filesModified),
        saidOf(row.metadata),
      ),
    passage: (row) => joinLines(row.title, row.summary, ...stringList(row.facts)),
  },
  summary: {
    words: (row) => joinLines(...summaryTexts(row), ...stringList(row.filesRead), ...stringList(row.filesModified)),
    passage: (row) => joinLines(...summaryTexts(row)),
  },
  prompt: {
    words: (row) => row.text,
    passage: (row) => row.text,
  },
  event: {
    words: (row) => joinLines(row.kind === "tool" ? row.toolName : null, jsonStrings(row.input), row.text),
    passage: (row) => (row.kind === "message" ? row.text : ""),
  },
};

/** All searchable text of a row, fields on lines of their own; "" of one of which a deletion for good left nothing. */
export function wordsOf<K extends SearchKind>(kind: K, row: IndexedRow[K]): string {
  return isRemoved(claimOf(kind, row) ?? DOCUMENTS[kind].passage(row)) ? "" : DOCUMENTS[kind].words(row);
}

/** Nothing but the marks of what was deleted for good. */
const isRemoved = (text: string): boolean => text.includes(MARK) && !/[\p{L}\p{N}]/u.test(text.replaceAll(MARK, ""));

/** The text that stands for a row's meaning; null when it has none: tool calls, private prompts, blank or deleted rows, and those of which a deletion for good left nothing. */
export function passageOf<K extends SearchKind>(kind: K, row: IndexedRow[K]): string | null {
  if (row.status === "deleted") return null;
  const passage = DOCUMENTS[kind].passage(row);
  return passage.trim() === "" || isRemoved(claimOf(kind, row) ?? passage) ? null : passage;
}

/**
 * What a memory states, without the key it is filed under; null for other kinds and deleted rows. Likeness of two memories
 * is measured on it (E45): the same statement under two keys is the same.
 */
export function claimOf<K extends SearchKind>(kind: K, row: IndexedRow[K]): string | null {
  return kind === "memory" && "value" in row && row.status !== "deleted" ? row.value : null;
}

const summaryTexts = (row: IndexedRow["summary"]): string[] => [
  row.request,
  row.investigated,
  row.learned,
  row.completed,
  row.nextSteps,
  row.notes,
];

/** Those that are there, each on lines of its own. */
export const joinLines = (...texts: (string | null)[]): string =>
  texts.filter((text) => text !== null && text !== "").join("\n");

/** Every string and number in a tool's input, keys aside. A text that was capped is no JSON any more: then as it is, escapes blanked. */
function jsonStrings(json: string): string {
  if (json === "") return "";
  const root = parseJson(json);
  if (root === undefined) return json.replaceAll(/\\+[nrt"]?/g, (escape) => (escape.startsWith("\\\\") ? "\\" : " "));
  const strings: string[] = [];
  const queue: unknown[] = [root];
  for (let at = 0; at < queue.length && strings.length < MAX_VALUES; at += 1) {
    const value = queue[at];
    if (typeof value === "string") strings.push(value);
    else if (typeof value === "number") strings.push(String(value));
    else if (typeof value === "object" && value !== null) for (const item of Object.values(value)) queue.push(item);
  }
  return strings.join("\n");
}

/** Where an agent says that it has it from (C52). */
const saidOf = (metadata: string): string => {
  const said = metadata === "{}" ? undefined : jsonObject(metadata)["source_summary"];
  return typeof said === "string" ? said : "";
};
