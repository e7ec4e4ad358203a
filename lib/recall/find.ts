/** What of the store bears on a prompt: by its keywords and, where it is to be had at once, by meaning; else the fallbacks (C42–C45). */
import type { App } from "../context";
import { reason, type Reason } from "../contract/trace-reason";
import { headOf } from "../text/caps";
import { isAsking } from "../extract/rules/request";
import { sentencesOf } from "../extract/rules/sentences";
import { statementsOf } from "../extract/rules/statements";
import { errorCode } from "../search/degraded";
import { isAnyWordStored, recallForPrompt as bearingOn, type Recalled } from "../search/recall";
import type { Candidate } from "./admit";
import { categoriesIn } from "./categories";
import { type Keyword, keywordsOf, tellingOf } from "./keywords";
import { newestOfCategories, type RecallScope } from "./recall-query";
import { partsQuery, queryOf } from "./terms";

/** C43, C45. */
const MAX_HITS = 15;
/** C44. */
const TRIED_ALONE = 3;
const HITS_ALONE = 5;
/** Keywords from which on a prompt is about several things: of fewer, two words are half of what is asked. */
const LONG_PROMPT = 5;
/** Keywords of a long prompt whose neighbours are looked at. */
const MAX_PARTS = 24;
/** What the model sees of a prompt. */
const MEANING_CHARS = 2_000;

export interface RecallWaits {
  /** Milliseconds that the prompt's vector may take. */
  vector: number;
  /** Milliseconds that meaning may take in all. */
  meaning: number;
}

/**
 * A warm model answers in 10 to 30 ms, on a busy machine in a few times that, and a hook bears it; whoever types does not
 * wait for one that must be loaded first (C41).
 */
export const RECALL_WAITS: RecallWaits = { vector: 150, meaning: 250 };

/**
 * At most 15 candidates of either kind, best first; none for a prompt that names nothing (C49). Where no row holds any keyword the
 * first three are tried one by one (C44); where nothing bears on the prompt, the newest rows of the categories that it speaks of (C45).
 */
export async function findForPrompt(
  app: App,
  prompt: string,
  scope: RecallScope,
  waits: RecallWaits,
): Promise<Candidate[]> {
  const keywords = tellingOf(keywordsOf(prompt));
  if (keywords.length === 0) return [];
  const isStated = onlyStates(prompt);
  const hits = await recall(app, headOf(prompt, MEANING_CHARS), keywords, { ...scope, isStated }, waits);
  const isLong = keywords.length >= LONG_PROMPT && hits.length < MAX_HITS;
  const close = isLong ? await holdingParts(app, prompt, scope) : [];
  const known = new Set(hits.map(idOf));
  const found = [
    ...hits.map((hit) => candidateOf(hit, reason("prompt"))),
    ...close.filter((hit) => !known.has(idOf(hit))).map((hit) => candidateOf(hit, reason("promptPart"))),
  ];
  if (found.length > 0) return found;
  const isUnknown = keywords.length > 1 && !isAnyWordStored(app, queryOf(keywords), searchScope(scope));
  const alone = isUnknown ? await oneByOne(app, keywords.slice(0, TRIED_ALONE), scope) : [];
  if (alone.length > 0) return alone.map((hit) => candidateOf(hit, reason("promptWord")));
  // What states a rule asks for no other rule.
  if (isStated) return [];
  return newestOfCategories(app.db, scope, categoriesIn(prompt), MAX_HITS).map((ref) => ({
    ...ref,
    reason: reason("promptTopic"),
    score: null,
    parts: null,
  }));
}

/** "Never force-push to main", "we use Redis": whoever says so asks nothing. */
function onlyStates(prompt: string): boolean {
  const head = headOf(prompt, MEANING_CHARS);
  return !isAsking(head) && statementsOf(sentencesOf(head), "user", 1).length > 0;
}

const searchScope = ({ memoryProjects, branch }: RecallScope) => ({ projectIds: memoryProjects, branch });

/** By words and meaning; by words alone where meaning takes too long. */
async function recall(
  app: App,
  text: string,
  keywords: Keyword[],
  scope: RecallScope & { isStated: boolean },
  waits: RecallWaits,
): Promise<Recalled[]> {
  const { isStated } = scope;
  const query = queryOf(keywords);
  const ask = async (waitMs: number): Promise<Recalled[]> =>
    merge((await bearingOn(app, text, { ...searchScope(scope), limit: MAX_HITS, waitMs, query, isStated })).hits);
  if (waits.vector <= 0 || !isWarm(app, text)) return ask(0);
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, waits.meaning, null);
  });
  try {
    return (await Promise.race([ask(waits.vector), tooLate])) ?? (await ask(0));
  } finally {
    clearTimeout(timer);
  }
}

/** A model that could be loaded is, so that the next prompt finds it warm; nobody waits for it. */
function isWarm({ embedder, log }: App, text: string): boolean {
  const { state } = embedder.state();
  if (state === "ready") return true;
  if (state === "idle") {
    embedder.embedQuery(text).catch((error: unknown) => {
      log.debug({ code: errorCode(error) }, "the model did not get warm for a prompt");
    });
  }
  return false;
}

/** A long prompt is about several things: rows that hold words of it side by side bear on one of them. */
async function holdingParts(app: App, prompt: string, scope: RecallScope): Promise<Recalled[]> {
  const query = partsQuery(prompt, tellingOf(keywordsOf(prompt, MAX_PARTS)));
  if (query === null) return [];
  return merge((await bearingOn(app, prompt, { ...searchScope(scope), limit: HITS_ALONE, waitMs: 0, query })).hits);
}

const idOf = ({ kind, id }: Recalled): string => `${kind}:${id}`;

async function oneByOne(app: App, keywords: Keyword[], scope: RecallScope): Promise<Recalled[]> {
  const found = new Map<string, Recalled>();
  for (const keyword of keywords) {
    const options = { ...searchScope(scope), limit: HITS_ALONE, waitMs: 0, query: queryOf([keyword]) };
    const { hits } = await bearingOn(app, keyword.written, options);
    for (const hit of merge(hits).slice(0, HITS_ALONE)) found.set(idOf(hit), hit);
  }
  return [...found.values()];
}

/** Both kinds as one list: each keeps its order, and of the two next ones goes first what holds more of what was asked. */
function merge(hits: Recalled[]): Recalled[] {
  const [memories, observations] = [hits.filter(isMemory), hits.filter((hit) => !isMemory(hit))];
  const merged: Recalled[] = [];
  for (let [m, o] = [0, 0]; m < memories.length || o < observations.length;) {
    const [memory, observation] = [memories[m], observations[o]];
    if (memory !== undefined && (observation === undefined || strength(memory) >= strength(observation))) {
      merged.push(memory);
      m += 1;
    } else if (observation !== undefined) {
      merged.push(observation);
      o += 1;
    }
  }
  // Which of them get in goes by what they hold; of those the memories stand first, since they say what holds.
  const first = merged.slice(0, MAX_HITS);
  return [...first.filter(isMemory), ...first.filter((hit) => !isMemory(hit)), ...merged.slice(MAX_HITS)];
}

const isMemory = ({ kind }: Recalled): boolean => kind === "memory";
const strength = ({ words, cosine }: Recalled): number => Math.max(words, cosine ?? 0);

const candidateOf = ({ kind, id, score, words, cosine }: Recalled, why: Reason): Candidate => ({
  kind,
  id,
  reason: why,
  score,
  parts: { words, ...(cosine === null ? {} : { meaning: cosine }) },
});
