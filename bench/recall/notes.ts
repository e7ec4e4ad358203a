/** Runs the sets of notes: each is stored as memories a person wrote, then every ranker is asked every question. */
import { performance } from "node:perf_hooks";
import { seeded } from "../../e2e/support/random";
import type { Embedder } from "../../lib/context";
import { drain } from "../../lib/jobs/runner";
import { createMemory } from "../../lib/memories/service";
import { shuffled } from "./derive";
import { mean, recallAt, reciprocalRank } from "./metrics";
import { keepsake, plainVectors, plainWords, type Ranker } from "./rankers";
import type { BenchNote, Kind, Question, RecallSet } from "./questions";
import { openStore, type Store } from "./store";

/** Keys of a changing fact: told apart, one and the same, or without anything in common. */
export type Keys = "kin" | "same" | "strange";

export interface NotesRow {
  set: string;
  kind: string;
  ranker: string;
  questions: number;
  r1: number;
  r3: number;
  r5: number;
  r10: number;
  mrr: number;
  /** Share of updated facts whose newer state stands above the older one, which may also be absent. */
  newerFirst?: number;
  /** Milliseconds a query. */
  ms: number;
  /** Ids of questions whose right note is not the first. */
  missed: string[];
}

const KIND_NAMES: Record<Keys, string> = {
  kin: "updated-fact",
  same: "updated-fact, same key",
  strange: "updated-fact, strange keys",
};
const HOUR = 3_600_000;
/** Older states of facts are this much older than all that is not. */
const BETWEEN = 40 * 24 * HOUR;
const SEED = 4;

/** Asks the questions of one set, of the given kinds; `say` tells of progress, `only` names the one ranker to ask. */
export async function runNotes(
  embedder: Embedder,
  set: RecallSet,
  kinds: readonly Kind[],
  say: (text: string) => void,
  only?: string,
): Promise<NotesRow[]> {
  const rows: NotesRow[] = [];
  const asked = set.questions.filter((question) => kinds.includes(question.kind));
  const hasUpdates = asked.some((question) => question.kind === "updated-fact");
  for (const keys of hasUpdates ? (["kin", "same", "strange"] as const) : (["kin"] as const)) {
    const questions = keys === "kin" ? asked : asked.filter((question) => question.kind === "updated-fact");
    if (questions.length === 0) continue;
    say(`${set.name}: ${set.notes.length} notes${hasUpdates ? `, updated facts with ${keys} keys` : ""} …`);
    const store = await openStore(embedder);
    try {
      const { idOf } = await storeNotes(store, set.notes, keys);
      const rankers = rankersOf(store, embedder, set.notes, keys, idOf);
      for (const ranker of rankers.filter(({ name }) => only === undefined || name === only)) {
        rows.push(...(await measure(set.name, questions, ranker, KIND_NAMES[keys])));
        ranker.close?.();
      }
    } finally {
      await store.close();
    }
  }
  return rows;
}

function rankersOf(
  { app }: Store,
  embedder: Embedder,
  notes: BenchNote[],
  keys: Keys,
  idOf: (rowId: number) => string | undefined,
): Ranker[] {
  const modes = (["hybrid", "fts", "vector"] as const).map((mode) =>
    keepsake(app, mode, ["memories"], (_type, rowId) => idOf(rowId)),
  );
  // What stands in a key is searched too, so the plain ways get it as well.
  const texts = new Map(notes.map((note) => [note.id, note.fact ? `${keyOf(note, keys)} ${note.text}` : note.text]));
  return [...modes, plainWords(texts), plainVectors(embedder, texts)];
}

/** Writes the notes in a shuffled order at times of their own, older states first, and does the work that follows. */
export async function storeNotes(
  { app, clock }: Store,
  notes: BenchNote[],
  keys: Keys,
): Promise<{ idOf: (rowId: number) => string | undefined }> {
  const ids = new Map<number, string>();
  const order = shuffled(notes, seeded(SEED));
  const isOlder = (note: BenchNote): boolean => note.fact?.isNewer === false;
  const write = (note: BenchNote): void => {
    clock.now += HOUR;
    const written = createMemory(
      app,
      { key: keyOf(note, keys), value: note.text, project: null },
      { actor: { kind: "person", name: "bench" } },
    );
    if (written.status !== "added" && written.status !== "replaced") {
      throw new Error(`Note ${note.id} was not stored: ${written.status}.`);
    }
    ids.set(written.id, note.id);
  };
  order.filter(isOlder).forEach(write);
  clock.now += BETWEEN;
  order.filter((note) => !isOlder(note)).forEach(write);
  await drain(app);
  clock.now += HOUR;
  return { idOf: (rowId) => ids.get(rowId) };
}

/** A note without a fact is known by its id alone, which says nothing. */
function keyOf({ id, fact }: BenchNote, keys: Keys): string {
  if (fact === undefined) return id;
  if (keys === "same") return fact.key;
  if (keys === "strange") return id.replace("-older", "a").replace("-newer", "b");
  return fact.isNewer ? `${fact.key}_now` : fact.key;
}

async function measure(set: string, questions: Question[], ranker: Ranker, updated: string): Promise<NotesRow[]> {
  const kinds = [...new Set(questions.map((question) => question.kind))];
  const rows: NotesRow[] = [];
  for (const kind of kinds) {
    const answers: { question: Question; ranked: string[] }[] = [];
    const started = performance.now();
    for (const question of questions.filter((each) => each.kind === kind)) {
      answers.push({ question, ranked: await ranker.rank(question.text) });
    }
    const ms = (performance.now() - started) / answers.length;
    const name = kind === "updated-fact" ? updated : kind;
    rows.push({ ...scores(answers), set, kind: name, ranker: ranker.name, questions: answers.length, ms });
  }
  return rows;
}

function scores(answers: { question: Question; ranked: string[] }[]) {
  const at = (k: number): number =>
    mean(answers.map(({ question, ranked }) => recallAt(ranked, new Set([question.right]), k)));
  const updates = answers.filter(({ question }) => question.older !== undefined);
  return {
    r1: at(1),
    r3: at(3),
    r5: at(5),
    r10: at(10),
    mrr: mean(answers.map(({ question, ranked }) => reciprocalRank(ranked, new Set([question.right])))),
    ...(updates.length === 0
      ? {}
      : { newerFirst: mean(updates.map(({ question, ranked }) => (isNewerFirst(question, ranked) ? 1 : 0))) }),
    missed: answers.filter(({ question, ranked }) => ranked[0] !== question.right).map(({ question }) => question.id),
  };
}

function isNewerFirst({ right, older }: Question, ranked: string[]): boolean {
  const [newer, old] = [ranked.indexOf(right), ranked.indexOf(older ?? "")];
  return newer >= 0 && (old < 0 || newer < old);
}
