/** Which words of a question stand in which fields of a hit: what a person is told beside the marks in its text. */
import type { SearchKind } from "../contract/common";
import type { FoundIn, SearchAnswer, SearchType } from "../contract/search";
import type { App } from "../context";
import { stringList } from "../db/json";
import { findRanges } from "../text/tokens-highlight";
import { KIND_OF_TYPE } from "./hits";
import { type IndexedRow, loadRows } from "./rows-query";

const MAX_WORDS = 6;
/** Characters of a field that are looked at: the index reads more, but nobody reads on so far. */
const MAX_CHARS = 20_000;

const FIELDS: { [K in SearchKind]: (row: IndexedRow[K]) => [field: string, text: string | null][] } = {
  memory: (row) => [
    ["value", row.value],
    ["key", row.key],
    ["tags", row.tags],
    ["attribute", row.attribute],
  ],
  observation: (row) => [
    ["title", row.title],
    ["subtitle", row.subtitle],
    ["summary", row.summary],
    ["facts", stringList(row.facts).join("\n")],
    ["concepts", stringList(row.concepts).join("\n")],
    ["files", [...stringList(row.filesRead), ...stringList(row.filesModified)].join("\n")],
  ],
  summary: (row) => [
    ["request", row.request],
    ["investigated", row.investigated],
    ["learned", row.learned],
    ["completed", row.completed],
    ["nextSteps", row.nextSteps],
    ["notes", row.notes],
    ["files", [...stringList(row.filesRead), ...stringList(row.filesModified)].join("\n")],
  ],
  prompt: (row) => [["text", row.text]],
  event: (row) => [
    ["tool", row.kind === "tool" ? row.toolName : null],
    ["input", row.input],
    ["text", row.text],
  ],
};

/** Where the answer's terms stand in each of its hits, by type and id; a hit by meaning alone may have none. */
export function foundIn(app: App, answer: SearchAnswer, types: readonly SearchType[]): Map<string, FoundIn[]> {
  const found = new Map<string, FoundIn[]>();
  for (const type of types) {
    const ids = answer[type].map((hit) => hit.id);
    for (const [id, fields] of fieldsOf(app, KIND_OF_TYPE[type], ids)) {
      const places = fields.flatMap(([field, text]) => {
        const words = wordsIn((text ?? "").slice(0, MAX_CHARS), answer.terms);
        return words.length === 0 ? [] : [{ field, words }];
      });
      found.set(`${type}:${id}`, places);
    }
  }
  return found;
}

function fieldsOf<K extends SearchKind>(app: App, kind: K, ids: number[]): [number, [string, string | null][]][] {
  const read: (row: IndexedRow[K]) => [string, string | null][] = FIELDS[kind];
  return [...loadRows(app.db, kind, ids)].map(([id, row]) => [id, read(row)]);
}

function wordsIn(text: string, terms: string[]): string[] {
  const words = findRanges(text, terms).map(({ start, end }) => text.slice(start, end).toLowerCase());
  return [...new Set(words)].slice(0, MAX_WORDS);
}
