/** The sets of notes and questions, read from `sets/` and checked: what is right for a question is known by id. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { seeded } from "../../e2e/support/random";
import { mistype, reorder, shuffled } from "./derive";

export const KINDS = [
  "paraphrase",
  "identifier",
  "two-character",
  "typo",
  "reordered",
  "updated-fact",
  "cross-language",
] as const;
export type Kind = (typeof KINDS)[number];

export interface BenchNote {
  id: string;
  text: string;
  /** Of a fact that changes: what its keys begin with, and whether this is its later state. */
  fact?: { key: string; isNewer: boolean };
}

export interface Question {
  id: string;
  kind: Kind;
  text: string;
  /** The one right note. */
  right: string;
  /** The older state of the same fact, which belongs below the right one. */
  older?: string;
}

export interface RecallSet {
  name: string;
  notes: BenchNote[];
  questions: Question[];
}

const FOLDER = join(import.meta.dirname, "sets");
/** Questions made of each language. */
const MADE = 40;
const SEED = 20_261_130;

const Written = z.strictObject({
  id: z.string().min(1),
  note: z.string().min(10).max(500),
  /** The same language, other words. */
  ask: z.string().min(2).optional(),
  /** The other language. */
  cross: z.string().min(2).optional(),
  /** A name, number or path that only this note has. */
  find: z.string().min(2).optional(),
  /** Two characters that only this note has. */
  two: z.string().length(2).optional(),
});
const Update = z.strictObject({
  id: z.string().min(1),
  key: z.string().min(1),
  older: z.string().min(10),
  newer: z.string().min(10),
  ask: z.string().min(2),
});
const Chinese = z.strictObject({ note: z.string(), zh: z.string(), en: z.string() });
const OffTopic = z.strictObject({ query: z.string().min(2) });

/** 24 Chinese notes, each with a Chinese and an English question that shares few words with it. */
export function chineseSet(): RecallSet {
  const rows = readLines("recall-zh.jsonl", Chinese);
  return {
    name: "zh",
    notes: rows.map((row, i) => ({ id: `k${i + 1}`, text: row.note })),
    questions: rows.flatMap((row, i): Question[] => [
      { id: `k${i + 1}-zh`, kind: "paraphrase", text: row.zh, right: `k${i + 1}` },
      { id: `k${i + 1}-en`, kind: "cross-language", text: row.en, right: `k${i + 1}` },
    ]),
  };
}

/** Notes of made-up software projects in English and Chinese; typo and reordered questions are made from them. */
export function syntheticSet(): RecallSet {
  const languages = [readLines("notes-en.jsonl", Written), readLines("notes-zh.jsonl", Written)];
  const updates = readLines("updates.jsonl", Update);
  const written = languages.flat();
  const notes: BenchNote[] = [
    ...written.map(({ id, note }) => ({ id, text: note })),
    ...updates.flatMap(({ id, key, older, newer }) => [
      { id: `${id}-older`, text: older, fact: { key, isNewer: false } },
      { id: `${id}-newer`, text: newer, fact: { key, isNewer: true } },
    ]),
  ];
  const questions: Question[] = [
    ...ask(written, "paraphrase", (row) => row.ask),
    ...ask(written, "identifier", (row) => row.find),
    ...ask(written, "two-character", (row) => row.two),
    ...ask(written, "cross-language", (row) => row.cross),
    ...languages.flatMap((rows) => make(rows, "typo", mistype)),
    ...languages.flatMap((rows) => make(rows, "reordered", reorder)),
    ...updates.map(({ id, ask: text }): Question => {
      return { id: `${id}-updated-fact`, kind: "updated-fact", text, right: `${id}-newer`, older: `${id}-older` };
    }),
  ];
  return { name: "synthetic", notes, questions: shuffled(questions, seeded(SEED)) };
}

/**
 * Questions whose numbers nobody looked at while the recipe of search was tuned, to notes that lie among those of the
 * synthetic set.
 */
export function heldOutSet(): RecallSet {
  const rows = readLines("held-out.jsonl", Written);
  return {
    name: "held-out",
    notes: [...syntheticSet().notes, ...rows.map(({ id, note }) => ({ id, text: note }))],
    questions: [...ask(rows, "paraphrase", (row) => row.ask), ...ask(rows, "cross-language", (row) => row.cross)],
  };
}

/** Questions that no note answers: other subjects and nonsense. */
export const offTopic = (): string[] => readLines("off-topic.jsonl", OffTopic).map((row) => row.query);

type WrittenRow = z.infer<typeof Written>;

function ask(rows: WrittenRow[], kind: Kind, textOf: (row: WrittenRow) => string | undefined): Question[] {
  return rows.flatMap((row) => {
    const text = textOf(row);
    return text === undefined ? [] : [{ id: `${row.id}-${kind}`, kind, text, right: row.id }];
  });
}

function make(rows: WrittenRow[], kind: Kind, makeOf: (note: string, seed: number) => string | null): Question[] {
  const random = seeded(SEED + kind.length);
  const made = shuffled(rows, random).flatMap((row): Question[] => {
    const text = makeOf(row.note, Math.floor(random() * 2 ** 31));
    return text === null ? [] : [{ id: `${row.id}-${kind}`, kind, text, right: row.id }];
  });
  return made.slice(0, MADE);
}

function readLines<T>(name: string, schema: z.ZodType<T>): T[] {
  const lines = readFileSync(join(FOLDER, name), "utf8").split("\n");
  return lines.flatMap((line, i) => {
    if (line.trim() === "") return [];
    const parsed = schema.safeParse(JSON.parse(line));
    if (!parsed.success) throw new Error(`${name}, line ${i + 1}: ${z.prettifyError(parsed.error)}`);
    return [parsed.data];
  });
}
