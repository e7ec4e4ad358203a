/** What would be injected for a prompt: nothing for a question that no note answers, and still the right note for one that has it. */
import type { App, Embedder } from "../../lib/context";
import { recallForPrompt } from "../../lib/search/recall";
import { mean } from "./metrics";
import { storeNotes } from "./notes";
import { offTopic, type Question, type RecallSet } from "./questions";
import { openStore } from "./store";

export interface AbstentionRow {
  what: string;
  questions: number;
  /** Off-topic questions that get nothing, or true pairs that keep their right note: 0–1. */
  share: number;
  /** The others, as they were asked. */
  others: string[];
}

/** As many as could ever be injected for one prompt; a measurement waits for the model. */
const SCOPE = { projectIds: null, branch: null, limit: 10, waitMs: 120_000 };

/** Ids of memories that a prompt would bring in, best first. */
async function candidates(app: App, text: string): Promise<number[]> {
  const { hits, degraded } = await recallForPrompt(app, text, SCOPE);
  if (degraded !== null) throw new Error(`Recall was degraded: ${degraded.reason}`);
  return hits.filter((hit) => hit.kind === "memory").map((hit) => hit.id);
}

/** Each set in a store of its own: the off-topic questions, then those with a right note, by kind. */
export async function runAbstention(
  embedder: Embedder,
  set: RecallSet,
  say: (text: string) => void,
): Promise<AbstentionRow[]> {
  say(`${set.name}: abstention …`);
  const store = await openStore(embedder);
  try {
    const { idOf } = await storeNotes(store, set.notes, "kin");
    const isEmpty = async (text: string): Promise<boolean> => (await candidates(store.app, text)).length === 0;
    const isKept = async ({ text, right }: Question): Promise<boolean> =>
      (await candidates(store.app, text)).some((id) => idOf(id) === right);
    const strangers = offTopic();
    const isHan = (text: string): boolean => /\p{Script=Han}/u.test(text);
    const rows = [
      await row(
        `${set.name}: off topic, English`,
        strangers.filter((text) => !isHan(text)),
        (text) => text,
        isEmpty,
      ),
      await row(`${set.name}: off topic, Chinese`, strangers.filter(isHan), (text) => text, isEmpty),
    ];
    for (const kind of [...new Set(set.questions.map((question) => question.kind))]) {
      const questions = set.questions.filter((question) => question.kind === kind);
      rows.push(await row(`${set.name}: kept, ${kind}`, questions, (question) => question.text, isKept));
    }
    return rows;
  } finally {
    await store.close();
  }
}

async function row<T>(
  what: string,
  items: T[],
  textOf: (item: T) => string,
  isGood: (item: T) => Promise<boolean>,
): Promise<AbstentionRow> {
  const good: number[] = [];
  const others: string[] = [];
  for (const item of items) {
    const is = await isGood(item);
    good.push(is ? 1 : 0);
    if (!is) others.push(textOf(item));
  }
  return { what, questions: items.length, share: mean(good), others };
}
