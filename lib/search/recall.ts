/** What of memories and observations bears on a prompt, for injecting unasked: nothing, unless it surely does. */
import type { Degraded } from "../contract/search";
import type { App } from "../context";
import { type ParsedQuery, parseQuery } from "../text/tokens-query";
import { type Among, bearsOn } from "./bearing";
import { errorCode, gapOfFailure, isExpected, MODEL_LATE, WORDS_BROKEN } from "./degraded";
import { forAgents, type RowFilter } from "./filter";
import { fuse, type Scored } from "./fuse";
import { type MeaningHits, searchMeaning, vectorOf } from "./meaning";
import { factsOf } from "./query";
import { ABSTAIN } from "./recipe";
import { correctSubjects } from "./subjects";
import { type Held, heldBy, type NamesFound, NO_NAMES, type Question, questionOf, searchNames } from "./bridge";
import { searchWords } from "./words";

export type RecalledKind = "memory" | "observation";
const KINDS: readonly RecalledKind[] = ["memory", "observation"];

export interface RecallScope {
  /** null = any; memories of no project belong to all. */
  projectIds: number[] | null;
  /** Of observations; null = any. */
  branch: string | null;
  /** Of each kind. */
  limit: number;
  /** Milliseconds that the prompt's vector may take; 0 = by words alone. */
  waitMs: number;
  /** Words to ask for instead of all of the text's. */
  query?: ParsedQuery;
  /** The text states something and asks nothing: meaning alone brings back nothing. */
  isStated?: boolean;
}

export interface Recalled {
  kind: RecalledKind;
  id: number;
  /** Rank of the hybrid search. */
  score: number;
  match: Scored["match"];
  /** Share of the prompt's words that the row holds, by rarity, 0–1. */
  words: number;
  /** The same by whatever name, in either language; nothing where no other name was looked for. */
  held: Held;
  /** −1 … 1; null when meaning did not find it. */
  cosine: number | null;
}

export interface RecallAnswer {
  hits: Recalled[];
  /** Which half is missing, and why; a scope that asks for words alone misses nothing. */
  degraded: Degraded | null;
}

/**
 * Active, reviewed, unexpired rows in scope that bear on `text`, best first by kind. Empty for what nothing stored is about
 * (the floors of `ABSTAIN` and of the model). Counts no access. Throws only for a broken database.
 */
export async function recallForPrompt(app: App, text: string, scope: RecallScope): Promise<RecallAnswer> {
  const parsed = scope.query ?? parseQuery(text);
  if (parsed.terms.length === 0 || scope.limit < 1) return { hits: [], degraded: null };
  const filter = forAgents(app.now(), { projectIds: scope.projectIds, branch: scope.branch });
  const { vector, gap } = parsed.hasMeaning ? await promptVector(app, text, scope.waitMs) : { vector: null, gap: null };
  const answer: RecallAnswer = { hits: [], degraded: gap };
  const looked = [];
  const question = questionOf(text, parsed);
  for (const kind of KINDS) {
    const names = byNames(app, kind, question, filter);
    if (names === null) answer.degraded = WORDS_BROKEN;
    const meaning = await byMeaning(app, kind, text, vector, filter);
    if (meaning.gap !== null) answer.degraded ??= meaning.gap;
    const found = { names: names ?? NO_NAMES, meaning: meaning.found };
    looked.push({ kind, ...found, byAnyName: heldBy(found.names, found.meaning.hits) });
  }
  const cosines = looked.flatMap(({ meaning }) => meaning.hits.slice(0, 1).map(({ cosine }) => cosine));
  const best = cosines.length === 0 ? null : Math.max(...cosines);
  const isAnswered = looked.some(({ names, byAnyName }) => isHeld(names, byAnyName));
  for (const { kind, names, meaning, byAnyName } of looked) {
    const isTold = answer.hits.some((hit) => Math.max(hit.words, hit.held.share) >= ABSTAIN.allNames);
    const asked = { text, parsed, best, isAnswered, isTold, isStated: scope.isStated === true };
    answer.hits.push(...relevant(app, kind, asked, names, byAnyName, meaning, filter).slice(0, scope.limit));
  }
  return answer;
}

/** True when some row in scope holds a word of the query, whether or not it bears on it. */
export const isAnyWordStored = (
  app: App,
  query: ParsedQuery,
  scope: Pick<RecallScope, "projectIds" | "branch">,
): boolean =>
  KINDS.some(
    (kind) =>
      searchWords(app.db, kind, query, forAgents(app.now(), { projectIds: scope.projectIds, branch: scope.branch }), 1)
        .hits.length > 0,
  );

async function promptVector(
  app: App,
  text: string,
  waitMs: number,
): Promise<{ vector: Float32Array | null; gap: Degraded | null }> {
  if (waitMs <= 0) return { vector: null, gap: null };
  try {
    const vector = await vectorOf(app, text, waitMs);
    return { vector, gap: vector === null ? MODEL_LATE : null };
  } catch (error) {
    return { vector: null, gap: gapOf(app, error) };
  }
}

function byNames(app: App, kind: RecalledKind, question: Question, filter: RowFilter): NamesFound | null {
  try {
    return searchNames(app.db, kind, question, filter, ABSTAIN.top);
  } catch (error) {
    app.log.error({ code: errorCode(error) }, "recall by words failed");
    return null;
  }
}

async function byMeaning(
  app: App,
  kind: RecalledKind,
  text: string,
  vector: Float32Array | null,
  filter: RowFilter,
): Promise<{ found: MeaningHits; gap: Degraded | null }> {
  const found: MeaningHits = { hits: [], facts: new Map() };
  if (vector === null) return { found, gap: null };
  try {
    return { found: await searchMeaning(app, kind, text, vector, filter, ABSTAIN.top), gap: null };
  } catch (error) {
    return { found, gap: gapOf(app, error) };
  }
}

function gapOf(app: App, error: unknown): Degraded {
  if (!isExpected(error)) app.log.error({ code: errorCode(error) }, "recall by meaning failed");
  return gapOfFailure(app, error);
}

/** Whether one of the best rows holds what was asked, by whatever name. */
function isHeld(names: NamesFound, byAnyName: Map<number, Held>): boolean {
  const ids = names.words.hits.slice(0, ABSTAIN.top).map((hit) => hit.id);
  const shares = ids.length === 0 ? [] : [...names.words.coverage(ids).values()];
  const others = [...byAnyName.values()].map(({ share }) => share);
  return [...shares, ...others].some((share) => share >= ABSTAIN.words);
}

interface Asked extends Pick<Among, "text" | "best" | "isAnswered" | "isTold" | "isStated"> {
  parsed: ParsedQuery;
}

function relevant(
  app: App,
  kind: RecalledKind,
  { text, parsed, ...given }: Asked,
  names: NamesFound,
  byAnyName: Map<number, Held>,
  meaning: MeaningHits,
  filter: RowFilter,
): Recalled[] {
  const { words, certainty, bridge } = names;
  const ids = [...words.hits.map((hit) => hit.id), ...meaning.hits.map((hit) => hit.entityId), ...bridge.ids];
  const scored = fuse({
    words: words.hits,
    certainty: meaning.hits.length > 0 ? certainty() : 1,
    meaning: meaning.hits,
    facts: factsOf(app.db, kind, ids, filter),
    now: app.now(),
    isLiteral: parsed.isLiteral,
    held: byAnyName,
  });
  const first = (kind === "memory" ? correctSubjects(app, scored) : scored).slice(0, ABSTAIN.top);
  const held = words.coverage(words.hits.length === 0 ? [] : first.map((hit) => hit.id));
  const among = { ...given, text, floor: app.embedder.floor };
  const nearestId = kind === "memory" ? meaning.hits[0]?.entityId : undefined;
  return first.flatMap(({ id, rank, match, cosine }) => {
    const own = held.get(id) ?? 0;
    const any = byAnyName.get(id) ?? { share: 0, concepts: 0 };
    const nearestOf = id === nearestId ? meaning.hits.length : null;
    const isSure = words.named.has(id) || bearsOn({ words: own, held: any, cosine }, { ...among, nearestOf });
    return isSure ? [{ kind, id, score: rank, match, words: own, held: any, cosine }] : [];
  });
}
