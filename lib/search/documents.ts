/** What of a row is searched by words, and what of it is embedded. */
import type { SearchKind } from "../contract/common";
import type { IndexedRow } from "./rows-query";

type Documents = { [K in SearchKind]: { words(row: IndexedRow[K]): string; passage(row: IndexedRow[K]): string } };

/** Values of a tool's input that are looked at; more make no tool call easier to find. */
const MAX_VALUES = 5_000;

const DOCUMENTS: Documents = {
  memory: {
    words: (row) => lines(row.key, row.value, row.tags, row.attribute),
    passage: (row) => `${row.key.replaceAll(/[:_\-/.]+/g, " ").trim()}: ${row.value}`,
  },
  observation: {
    words: (row) =>
      lines(
        row.title,
        row.subtitle,
        row.summary,
        ...stringList(row.facts),
        ...stringList(row.concepts),
        ...stringList(row.filesRead),
        ...stringList(row.filesModified),
      ),
    passage: (row) => lines(row.title, row.summary, ...stringList(row.facts)),
  },
  summary: {
    words: (row) => lines(...summaryTexts(row), ...stringList(row.filesRead), ...stringList(row.filesModified)),
    passage: (row) => lines(...summaryTexts(row)),
  },
  prompt: {
    words: (row) => row.text,
    passage: (row) => row.text,
  },
  event: {
    words: (row) => lines(row.toolName, jsonStrings(row.input), row.text),
    passage: (row) => (row.kind === "message" ? row.text : ""),
  },
};

/** All searchable text of a row, fields on lines of their own. */
export function wordsOf<K extends SearchKind>(kind: K, row: IndexedRow[K]): string {
  return DOCUMENTS[kind].words(row);
}

/** The text that stands for a row's meaning; null when it has none: tool calls, private prompts, blank or deleted rows. */
export function passageOf<K extends SearchKind>(kind: K, row: IndexedRow[K]): string | null {
  if (row.status === "deleted") return null;
  const passage = DOCUMENTS[kind].passage(row);
  return passage.trim() === "" ? null : passage;
}

/** A JSON column that holds a list of strings; anything else in it is left out. */
export function stringList(json: string): string[] {
  const value = parseJson(json);
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

const summaryTexts = (row: IndexedRow["summary"]): string[] => [
  row.request,
  row.investigated,
  row.learned,
  row.completed,
  row.nextSteps,
  row.notes,
];

const lines = (...texts: (string | null)[]): string => texts.filter((text) => text !== null && text !== "").join("\n");

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

/** undefined = not JSON, which is an answer here: capped inputs are cut in the middle. */
function parseJson(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
