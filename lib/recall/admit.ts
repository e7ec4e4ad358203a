/** From references to lines: reads the rows as they are now, and says which of them may not stand in the block, and why. */
import type { App } from "../context";
import { reason, type Reason } from "../contract/trace-reason";
import { excludedFrom, keptPairsAmong, openSuccessionsAmong, openSuccessionsOf } from "../inject/barred-query";
import { type Read, rememberedReading } from "../contradictions/judge";
import { clausesOf, createOutdated, type Outdated, type Statement } from "../inject/outdated";
import { type Withdrawn, whoSaid } from "../inject/candidates";
import { untold } from "../inject/lines";
import { replacedBy } from "../inject/query";
import type { ObservationRow } from "../inject/repo";
import { categoryByWords } from "../reflections/categorise";
import { loadRows } from "../search/rows-query";
import { newerAbove, type Order } from "./newer-above";
import { createSaid, likeness, type Said, tokensOf } from "../text/likeness";
import type { Found } from "./compose";
import { memoryItem, observationItem, type RecallItem } from "./lines";
import { type OwnSession, saidByOwn } from "./own-session-query";
import { liveAmong, liveStatements, type RecallRef, type RecallScope } from "./recall-query";

export interface Candidate extends RecallRef {
  reason: Reason;
  score: number | null;
  parts: Record<string, number> | null;
}

/** Memories that observations are laid beside, newest first. */
const STATEMENTS_MAX = 100;

interface Bars {
  scope: RecallScope;
  /** What is asked for: of an observation that says more, only what bears on it is corrected. */
  keywords: readonly string[];
  /** What was taken back, or is kept out of this block by somebody; by value. */
  withdrawn: Said<Withdrawn>;
  /** Revisions by `type:id` that the session holds already. */
  held: ReadonlyMap<string, number>;
  /** Who asks; what only it said is no news to it. */
  own?: OwnSession | null;
}

/**
 * The candidates in their order, but a newer statement about a subject above an older one. Barred is what somebody excluded, the older
 * half of an open pair, what the session holds already, and an observation that repeats a memory that stands here or was taken back, or
 * that a newer memory contradicts.
 */
export function admit(
  app: App,
  candidates: Candidate[],
  { scope, keywords, withdrawn, held, own = null }: Bars,
): Found[] {
  const isReported = candidates.some(({ kind }) => kind === "observation");
  const live = isReported ? liveStatements(app.db, scope, STATEMENTS_MAX) : [];
  const { projectIds } = scope;
  const read = rememberedReading();
  const items = readItems(app, withOtherHalves(app, candidates, scope), live, keywords, withdrawn);
  const found = withStandIns(app, items, live, tokensOf(keywords.join(" ")), read);
  const memories = found.filter(({ type }) => type === "memory");
  const excluded = {
    memory: excludedFrom(app.db, "memory", projectIds),
    observation: excludedFrom(app.db, "observation", projectIds),
  };
  const eligible = memories.filter(({ id }) => !excluded.memory.has(id));
  const eligibleIds = eligible.map(({ id }) => id);
  const open = openSuccessionsAmong(app.db, eligibleIds);
  const replaced = replacedBy(open);
  const statements = [...live, ...eligible.flatMap(({ statement }) => statement ?? [])];
  const outdated = createOutdated(
    [...new Map(statements.map((statement) => [statement.id, statement])).values()].filter(
      ({ id }) => !replaced.has(id) && !excluded.memory.has(id),
    ),
    read,
  );
  const ordered = newerAbove(found, [
    ...[...keptPairsAmong(app.db, eligibleIds), ...open.filter(({ isProposed }) => isProposed)].map(
      ({ olderId, newerId }) => memoryOrder(olderId, newerId),
    ),
    ...found.flatMap((item) => reportOrders(item, outdated)),
  ]);
  const echoes = echoesAmong(app, found, own);
  const hasBetter = found.some((item) => item.isBare !== true);
  const said = createSaid<RecallItem>();
  // Memories first: what they say, observations need not.
  const barred = new Map<Found, Reason | undefined>();
  for (const item of [...ordered].sort((a, b) => a.type.localeCompare(b.type))) {
    const out = excluded[item.type].get(item.id) ?? (item.type === "memory" ? replaced.get(item.id) : undefined);
    const why =
      out ??
      heldReason(item, held) ??
      (echoes.has(item) ? reason("ownSession") : undefined) ??
      (item.isBare === true && hasBetter ? reason("toolsOnly") : undefined) ??
      (item.type === "observation" ? (repeats(item, said, withdrawn) ?? contradicted(item, outdated)) : undefined);
    barred.set(item, why);
    // What is excluded or replaced must not be said by another either.
    for (const claim of item.claims) {
      if (out === undefined) said.add(claim, item);
      else if (item.type === "memory") withdrawn.add(claim, { id: item.id, value: claim, state: "kept out" });
    }
  }
  return ordered.map((item) => {
    const why = barred.get(item);
    return why === undefined ? item : { ...item, barred: why };
  });
}

/** What the session that asks said itself, and nobody else: it has that before its eyes. */
function echoesAmong(app: App, found: Found[], own: OwnSession | null): Set<Found> {
  if (own === null) return new Set();
  const idsOf = (kind: Found["type"]): number[] => found.flatMap(({ type, id }) => (type === kind ? [id] : []));
  const said = {
    memory: saidByOwn(app.db, own, "memory", idsOf("memory")),
    observation: saidByOwn(app.db, own, "observation", idsOf("observation")),
  };
  return new Set(found.filter(({ type, id }) => said[type].has(id)));
}

const memoryOrder = (olderId: number, newerId: number): Order => ({
  older: { type: "memory", id: olderId },
  newer: { type: "memory", id: newerId },
});

const reportOf = ({ claims, at }: RecallItem) => ({ texts: claims, at });

/** What a newer observation says stands above the memory that it corrects. */
const reportOrders = (item: Found, outdated: Outdated): Order[] =>
  item.type === "memory"
    ? []
    : outdated.of(reportOf(item)).map(({ id }) => ({ older: { type: "memory", id }, newer: item }));

function contradicted(item: RecallItem, outdated: Outdated): Reason | undefined {
  const newer = outdated.by(reportOf(item));
  return newer === undefined ? undefined : reason("contradicted", { id: newer.id });
}

/**
 * With each memory what stands against it: the newer that seems to replace it, and of a newer one that only proposes what it would
 * replace, found or not. Nobody is told one half of an open question.
 */
function withOtherHalves(app: App, candidates: Candidate[], scope: RecallScope): Candidate[] {
  const known = new Set(candidates.flatMap(({ kind, id }) => (kind === "memory" ? [id] : [])));
  const open = openSuccessionsOf(app.db, [...known]);
  const missing = open.flatMap(({ olderId, newerId, isProposed }) =>
    known.has(olderId) ? [newerId] : isProposed ? [olderId] : [],
  );
  const live = new Set(
    liveAmong(
      app.db,
      scope,
      missing.filter((id) => !known.has(id)),
    ),
  );
  if (live.size === 0) return candidates;
  return candidates.flatMap((one) => {
    if (one.kind !== "memory") return [one];
    const others = open.flatMap(({ olderId, newerId }) =>
      olderId === one.id ? [newerId] : newerId === one.id ? [olderId] : [],
    );
    // Each once, beside the first that names it.
    const added = others.filter((id) => live.delete(id));
    return [one, ...added.map((id) => ({ ...one, id, reason: reason("standsAgainst", { id: one.id }) }))];
  });
}

/** Where a memory that was not found itself says what an observation says, or has replaced it, it stands in before it: it is what holds. */
function withStandIns(app: App, found: Found[], live: Statement[], asked: Set<string>, read: Read): Found[] {
  const known = new Set(found.flatMap(({ type, id }) => (type === "memory" ? [id] : [])));
  const said = createSaid(live.map(({ value, id }) => [value, id] as const));
  const outdated = createOutdated(live, read);
  return found.flatMap((item) => {
    if (item.type === "memory") return [item];
    const sayer = item.claims.map((claim) => said.find(claim)).find((id) => id !== undefined);
    const texts = clausesOf({ texts: item.claims }).filter((clause) => likeness(tokensOf(clause), asked) > 0);
    const id = sayer ?? outdated.by({ texts, at: item.at })?.id;
    if (id === undefined || known.has(id)) return [item];
    known.add(id);
    const { score, parts } = item;
    const why = reason(sayer === undefined ? "corrects" : "saysWhat", { id: item.id });
    return [...readItems(app, [{ kind: "memory", id, reason: why, score, parts }], [], []), item];
  });
}

/** Of an observation whose claim a memory says the rest alone is told, where that is what was asked for; it has a kind of its own. */
function restOf(row: ObservationRow, isSaid: (text: string) => boolean, keywords: readonly string[]): ObservationRow {
  const rest = untold(row, isSaid);
  if (rest === null || rest === row || !sharesWord(rest.title, keywords)) return row;
  return { ...rest, category: categoryByWords(rest.title).category };
}

const PAIR = /(?=([\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{2}))/gu;

/** A word in common; in scripts without spaces two characters side by side, since one stands in many words. */
function sharesWord(text: string, keywords: readonly string[]): boolean {
  const held = text.normalize("NFKC").toLowerCase();
  const words = tokensOf(held);
  return keywords.some((keyword) => {
    const asked = keyword.normalize("NFKC").toLowerCase();
    const pairs = [...asked.matchAll(PAIR)].map(([, pair = ""]) => pair);
    return (
      [...tokensOf(asked)].some((token) => token.length > 1 && words.has(token)) ||
      pairs.some((pair) => held.includes(pair))
    );
  });
}

function readItems(
  app: App,
  candidates: Candidate[],
  live: Statement[],
  keywords: readonly string[],
  withdrawn?: Said<Withdrawn>,
): Found[] {
  const said = createSaid(live.map(({ value, id }) => [value, id] as const));
  const isSaid = (text: string): boolean => said.find(text) !== undefined;
  const isTakenBack = (text: string): boolean => !isSaid(text) && withdrawn?.find(text) !== undefined;
  const idsOf = (kind: Candidate["kind"]): number[] => candidates.flatMap((one) => (one.kind === kind ? [one.id] : []));
  const memories = loadRows(app.db, "memory", idsOf("memory"));
  const observations = loadRows(app.db, "observation", idsOf("observation"));
  return candidates.flatMap(({ kind, id, reason, score, parts }): Found[] => {
    const item =
      kind === "memory"
        ? map(memories.get(id), memoryItem)
        : map(observations.get(id), (row) => observationItem(restOf(row, isSaid, keywords), isTakenBack));
    return item === null ? [] : [{ ...item, reason, score, parts }];
  });
}

const map = <T, R>(value: T | undefined, make: (value: T) => R | null): R | null =>
  value === undefined ? null : make(value);

function heldReason({ type, id, revision }: RecallItem, held: ReadonlyMap<string, number>): Reason | undefined {
  const known = held.get(`${type}:${id}`);
  return known !== undefined && known >= revision ? reason("held") : undefined;
}

function repeats(item: RecallItem, said: Said<RecallItem>, withdrawn: Said<Withdrawn>): Reason | undefined {
  for (const claim of item.claims) {
    const before = said.find(claim);
    if (before !== undefined) return reason("said", { type: before.type, id: before.id });
    const taken = withdrawn.find(claim);
    if (taken !== undefined) return whoSaid(taken);
  }
  return undefined;
}
