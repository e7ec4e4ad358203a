/** From references to lines: reads the rows as they are now, and says which of them may not stand in the block, and why. */
import type { App } from "../context";
import { reason, type Reason } from "../contract/trace-reason";
import { excludedFrom, keptPairsAmong } from "../inject/barred-query";
import { type Read, rememberedReading } from "../contradictions/judge";
import { clausesOf, createOutdated, type Outdated, type Statement } from "../inject/outdated";
import { type Withdrawn, whoSaid } from "../inject/candidates";
import { untold } from "../inject/lines";
import { openPairsAmong } from "../review/query";
import { loadRows } from "../search/rows-query";
import { newerAbove, type Order } from "./newer-above";
import { createSaid, likeness, type Said, tokensOf } from "../text/likeness";
import type { Found } from "./compose";
import { memoryItem, observationItem, type RecallItem } from "./lines";
import { liveStatements, type RecallRef, type RecallScope } from "./recall-query";

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
}

/**
 * The candidates in their order, but a newer statement about a subject above an older one. Barred is what somebody excluded, the older
 * half of an open pair, what the session holds already, and an observation that repeats a memory that stands here or was taken back, or
 * that a newer memory contradicts.
 */
export function admit(app: App, candidates: Candidate[], { scope, keywords, withdrawn, held }: Bars): Found[] {
  const isReported = candidates.some(({ kind }) => kind === "observation");
  const live = isReported ? liveStatements(app.db, scope, STATEMENTS_MAX) : [];
  const { projectIds } = scope;
  const read = rememberedReading();
  const found = withStandIns(app, readItems(app, candidates, live), live, tokensOf(keywords.join(" ")), read);
  const memories = found.filter(({ type }) => type === "memory");
  const excluded = {
    memory: excludedFrom(app.db, "memory", projectIds),
    observation: excludedFrom(app.db, "observation", projectIds),
  };
  const eligible = memories.filter(({ id }) => !excluded.memory.has(id));
  const eligibleIds = eligible.map(({ id }) => id);
  const replaced = new Map(
    openPairsAmong(app.db, eligibleIds)
      .filter(({ kind }) => kind === "supersedes")
      .map(({ olderId, newerId }) => [olderId, reason("replaced", { id: newerId })]),
  );
  const statements = [...live, ...eligible.flatMap(({ statement }) => statement ?? [])];
  const outdated = createOutdated(
    [...new Map(statements.map((statement) => [statement.id, statement])).values()].filter(
      ({ id }) => !replaced.has(id) && !excluded.memory.has(id),
    ),
    read,
  );
  const ordered = newerAbove(found, [
    ...keptPairsAmong(app.db, eligibleIds).map(({ olderId, newerId }) => memoryOrder(olderId, newerId)),
    ...found.flatMap((item) => reportOrders(item, outdated)),
  ]);
  const hasBetter = found.some((item) => item.isBare !== true);
  const said = createSaid<RecallItem>();
  // Memories first: what they say, observations need not.
  const barred = new Map<Found, Reason | undefined>();
  for (const item of [...ordered].sort((a, b) => a.type.localeCompare(b.type))) {
    const own = excluded[item.type].get(item.id) ?? (item.type === "memory" ? replaced.get(item.id) : undefined);
    const why =
      own ??
      heldReason(item, held) ??
      (item.isBare === true && hasBetter ? reason("toolsOnly") : undefined) ??
      (item.type === "observation" ? (repeats(item, said, withdrawn) ?? contradicted(item, outdated)) : undefined);
    barred.set(item, why);
    // What is excluded or replaced must not be said by another either.
    for (const claim of item.claims) {
      if (own === undefined) said.add(claim, item);
      else if (item.type === "memory") withdrawn.add(claim, { id: item.id, value: claim, state: "kept out" });
    }
  }
  return ordered.map((item) => {
    const why = barred.get(item);
    return why === undefined ? item : { ...item, barred: why };
  });
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
    return [...readItems(app, [{ kind: "memory", id, reason: why, score, parts }], []), item];
  });
}

function readItems(app: App, candidates: Candidate[], live: Statement[]): Found[] {
  const said = createSaid(live.map(({ value, id }) => [value, id] as const));
  const isSaid = (text: string): boolean => said.find(text) !== undefined;
  const idsOf = (kind: Candidate["kind"]): number[] => candidates.flatMap((one) => (one.kind === kind ? [one.id] : []));
  const memories = loadRows(app.db, "memory", idsOf("memory"));
  const observations = loadRows(app.db, "observation", idsOf("observation"));
  return candidates.flatMap(({ kind, id, reason, score, parts }): Found[] => {
    const item =
      kind === "memory"
        ? map(memories.get(id), memoryItem)
        : map(observations.get(id), (row) => observationItem(untold(row, isSaid) ?? row));
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
