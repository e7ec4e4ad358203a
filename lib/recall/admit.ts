/** From references to lines: reads the rows as they are now, and says which of them may not stand in the block, and why. */
import type { App } from "../context";
import { excludedFrom, keptPairsAmong } from "../inject/barred-query";
import type { Succession } from "../inject/candidates";
import { openPairsAmong } from "../review/query";
import { loadRows } from "../search/rows-query";
import { createSaid, type Said } from "../text/likeness";
import type { Found } from "./compose";
import { memoryItem, observationItem, type RecallItem } from "./lines";
import type { RecallRef } from "./recall-query";

export interface Candidate extends RecallRef {
  reason: string;
  score: number | null;
  parts: Record<string, number> | null;
}

/** What memories said that were taken back, or that somebody keeps out of this block; by value. */
export interface Withdrawn {
  id: number;
  value: string;
  state: string;
}

interface Bars {
  projectIds: number[];
  withdrawn: Said<Withdrawn>;
  /** Revisions by `type:id` that the session holds already. */
  held: ReadonlyMap<string, number>;
}

/**
 * The candidates in their order, but a newer statement about a subject above an older one. Barred is what somebody excluded, the older
 * half of an open pair, what the session holds already, and what repeats a memory that stands here or was taken back.
 */
export function admit(app: App, candidates: Candidate[], { projectIds, withdrawn, held }: Bars): Found[] {
  const found = readItems(app, candidates);
  const memoryIds = found.filter(({ type }) => type === "memory").map(({ id }) => id);
  const excluded = {
    memory: excludedFrom(app.db, "memory", projectIds),
    observation: excludedFrom(app.db, "observation", projectIds),
  };
  const eligible = memoryIds.filter((id) => !excluded.memory.has(id));
  const replaced = new Map(
    openPairsAmong(app.db, eligible)
      .filter(({ kind }) => kind === "supersedes")
      .map(({ olderId, newerId }) => [olderId, `memory ${newerId} seems to replace it`]),
  );
  const ordered = newerAbove(found, keptPairsAmong(app.db, eligible));
  const said = createSaid<RecallItem>();
  // Memories first: what they say, observations need not.
  const barred = new Map<Found, string | undefined>();
  for (const item of [...ordered].sort((a, b) => a.type.localeCompare(b.type))) {
    const own = excluded[item.type].get(item.id) ?? (item.type === "memory" ? replaced.get(item.id) : undefined);
    const reason =
      own ?? heldReason(item, held) ?? (item.type === "observation" ? repeats(item, said, withdrawn) : undefined);
    barred.set(item, reason);
    // What is excluded or replaced must not be said by another either.
    for (const claim of item.claims) {
      if (own === undefined) said.add(claim, item);
      else if (item.type === "memory") withdrawn.add(claim, { id: item.id, value: claim, state: "kept out" });
    }
  }
  return ordered.map((item) => {
    const reason = barred.get(item);
    return reason === undefined ? item : { ...item, barred: reason };
  });
}

function readItems(app: App, candidates: Candidate[]): Found[] {
  const idsOf = (kind: Candidate["kind"]): number[] => candidates.flatMap((one) => (one.kind === kind ? [one.id] : []));
  const memories = loadRows(app.db, "memory", idsOf("memory"));
  const observations = loadRows(app.db, "observation", idsOf("observation"));
  return candidates.flatMap(({ kind, id, reason, score, parts }): Found[] => {
    const item = kind === "memory" ? map(memories.get(id), memoryItem) : map(observations.get(id), observationItem);
    return item === null ? [] : [{ ...item, reason, score, parts }];
  });
}

const map = <T, R>(value: T | undefined, make: (value: T) => R | null): R | null =>
  value === undefined ? null : make(value);

function heldReason({ type, id, revision }: RecallItem, held: ReadonlyMap<string, number>): string | undefined {
  const known = held.get(`${type}:${id}`);
  return known !== undefined && known >= revision ? "this session got it already" : undefined;
}

function repeats(item: RecallItem, said: Said<RecallItem>, withdrawn: Said<Withdrawn>): string | undefined {
  for (const claim of item.claims) {
    const before = said.find(claim);
    if (before !== undefined) return `${before.type} ${before.id} says it`;
    const taken = withdrawn.find(claim);
    if (taken !== undefined) return `memory ${taken.id} said it and is ${taken.state}`;
  }
  return undefined;
}

/** Of two that a person let stand the newer goes first, with the priority of the older one, so that it stands above it in any section. */
function newerAbove(found: Found[], pairs: Succession[]): Found[] {
  const ordered = [...found];
  const placeOf = (id: number): number => ordered.findIndex((item) => item.type === "memory" && item.id === id);
  for (const { olderId, newerId } of pairs) {
    const [older, newer] = [placeOf(olderId), placeOf(newerId)];
    const [first, second] = [ordered[older], ordered[newer]];
    if (first === undefined || second === undefined || (newer < older && rank(second) <= rank(first))) continue;
    const raised = rank(second) <= rank(first) ? second : withPriorityOf(second, first);
    ordered.splice(newer, 1);
    ordered.splice(Math.min(placeOf(olderId), newer), 0, raised);
  }
  return ordered;
}

const RANKS = { high: 0, medium: 1, low: 2 } as const;
const rank = ({ priority }: RecallItem): number => RANKS[priority];

const withPriorityOf = (item: Found, other: Found): Found => ({
  ...item,
  priority: other.priority,
  line: `${other.line.charAt(0)}${item.line.slice(1)}`,
});
