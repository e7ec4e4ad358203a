/** Makes the items of each layer from rows: line, reason, score. Pure. */
import type { Settings } from "../contract/settings";
import { reason, type Reason } from "../contract/trace-reason";
import { createSaid, type Said } from "../text/likeness";
import { type Barred, type Candidates, type RankedMemory, type Withdrawn, whoSaid } from "./candidates";
import { keyPrefix, parseLogKey } from "./keys";
import {
  claimOf,
  indexLine,
  isNote,
  isRemoved,
  logLine,
  memoryLine,
  observationLine,
  observationText,
  plain,
  summaryLine,
} from "./lines";
import { createOutdated, type Outdated } from "./outdated";
import type { Item } from "./pick";
import { taskText } from "./standing";
import { createWithdrawn } from "./withdrawn";
import { dayHeading, dayOf, daysBetween } from "./when";

const ofMemory = ({ row, score, parts }: RankedMemory) => ({
  type: "memory",
  id: row.id,
  revision: row.revision,
  score,
  parts: { ...parts },
});

/** What no layer may hold or name. */
const withheld = (why: Reason | undefined): Pick<Item, "barred" | "isWithheld"> =>
  why === undefined ? {} : { barred: why, isWithheld: true };

export const pinnedItem = (memory: RankedMemory, barred: Barred): Item => ({
  ...ofMemory(memory),
  line: memoryLine(memory.row, memory.label),
  reason: reason("pinned", { importance: memory.row.importance }),
  ...withheld(barred.get(memory.row.id)),
});

/** E33: beyond the quota of its key prefix a memory is barred, whatever the room; what is withheld takes none of it. */
export function scoredItems(memories: RankedMemory[], quota: number, barred: Barred): Item[] {
  const seen = new Map<string, number>();
  return memories.map((memory) => {
    const item = {
      ...ofMemory(memory),
      line: memoryLine(memory.row, memory.label),
      reason: reason("score", { score: memory.score.toFixed(3) }),
    };
    const out = barred.get(memory.row.id);
    if (out !== undefined) return { ...item, ...withheld(out) };
    const prefix = keyPrefix(memory.row.key);
    const count = (seen.get(prefix) ?? 0) + 1;
    seen.set(prefix, count);
    return count > quota ? { ...item, barred: reason("prefixQuota", { most: quota }) } : item;
  });
}

export const indexItem = (memory: RankedMemory, barred: Barred): Item => ({
  ...ofMemory(memory),
  line: indexLine(memory.row, memory.label),
  reason: reason(memory.row.tier === "reference" ? "listed" : "listedLeftOut"),
  ...withheld(barred.get(memory.row.id)),
});

/** What memories say, by their ids. */
export const saidByMemories = ({ pinned, normal, barredMemories }: Candidates): Said<number> =>
  createSaid(
    [...pinned, ...normal].flatMap(({ row }) => (barredMemories.has(row.id) ? [] : [[row.value, row.id] as const])),
  );

/** What was withdrawn, and what memories say that are kept out of this block. */
export function saidByWithdrawn({ withdrawn, pinned, normal, reference, barredMemories }: Candidates): Said<Withdrawn> {
  const keptOut = [...pinned, ...normal, ...reference]
    .filter(({ row }) => barredMemories.has(row.id))
    .map(({ row }) => ({ id: row.id, value: row.value, state: "kept out" }));
  return createWithdrawn([...withdrawn, ...keptOut]);
}

const NOTES_HEADING = "Notes";

interface Sayers {
  /** What memories say, and which of them stand in the block. */
  said: Said<number>;
  isShown: (id: number) => boolean;
  withdrawn: Said<Withdrawn>;
  outdated: Barred;
  /** What the current task and the reflection of the block say. */
  above: Said<Item>;
}

/**
 * In the given order; barred is what the current task, the reflection, a memory that `isShown`, or an observation before it says: nobody
 * reads a thing twice.
 */
export function observationItems(
  { observations, showBranch, barredObservations }: Candidates,
  { said: memories, isShown, withdrawn, outdated, above }: Sayers,
  now: number,
): Item[] {
  const listed = createSaid<number>();
  const sayer = (title: string): Reason | undefined => {
    if (isRemoved(title)) return reason("removed");
    const memory = memories.find(title, isShown);
    if (memory !== undefined) return reason("said", { type: "memory", id: memory });
    const taken = memories.find(title) === undefined ? withdrawn.find(title) : undefined;
    if (taken !== undefined) return whoSaid(taken);
    const standing = above.find(title);
    if (standing !== undefined) return reason("said", { type: standing.type, id: standing.id });
    const before = listed.find(title);
    return before === undefined ? undefined : reason("said", { type: "observation", id: before });
  };
  return observations.map((row) => {
    const claim = claimOf(row);
    const barred = barredObservations.get(row.id) ?? sayer(claim) ?? outdated.get(row.id);
    if (barred === undefined) listed.add(claim, row.id);
    return {
      type: "observation",
      id: row.id,
      revision: row.revision,
      score: null,
      parts: null,
      line: observationLine(row, showBranch, (text) => sayer(text) !== undefined),
      heading: isNote(row) ? NOTES_HEADING : dayHeading(row.createdAt, now),
      reason: reason(isNote(row) ? "note" : "recentWork"),
      ...(barred === undefined ? {} : { barred }),
    };
  });
}

/** What memories that may stand in the block say against older statements. */
export function outdatedStatements({ pinned, normal, barredMemories }: Candidates): Outdated {
  const memories = [...pinned, ...normal].filter(({ row }) => !barredMemories.has(row.id));
  return createOutdated(memories.map(({ row }) => ({ ...row, at: row.createdAt })));
}

/** Observations that a newer memory contradicts which may stand in the block, and why. */
export function outdatedObservations(candidates: Candidates): Barred {
  const { observations } = candidates;
  const outdated = outdatedStatements(candidates);
  return new Map(
    observations.flatMap((row) => {
      const newer = outdated.by({ texts: [observationText(row, () => false)], at: row.createdAt });
      return newer === undefined ? [] : [[row.id, reason("contradicted", { id: newer.id })] as const];
    }),
  );
}

export interface DigestItem extends Item {
  project: string;
}

interface Told extends Pick<Item, "type" | "id" | "revision" | "line" | "barred" | "isWithheld"> {
  day: string;
  at: number;
  project: string;
  /** It did something, or named what is next. */
  hasResults: boolean;
}

/**
 * E30: logs and session summaries together, newest first, by the date in the key where there is one. A session that came to nothing
 * takes only a place that none with results fills.
 */
export function digestItems(
  candidates: Candidates,
  memories: Said<number>,
  withdrawn: Said<Withdrawn>,
  settings: Settings,
  now: number,
): DigestItem[] {
  const logs = candidates.logs.map((row): Told => {
    const log = parseLogKey(row.key);
    const day = log?.date ?? dayOf(row.createdAt);
    const item = { type: "memory", id: row.id, revision: row.revision, line: logLine(row, day) };
    const out = withheld(candidates.barredMemories.get(row.id));
    return { ...item, ...out, day, at: row.createdAt, project: log?.project ?? "", hasResults: true };
  });
  // What memories and recent work say in their own layers the digest need not.
  const recent = createSaid(candidates.observations.map((row) => [claimOf(row), row.id] as const));
  const isSaid = (text: string): boolean => memories.find(text) !== undefined || recent.find(text) !== undefined;
  const isWithdrawn = (text: string): boolean =>
    memories.find(text) === undefined && withdrawn.find(text) !== undefined;
  const { task } = candidates.standing;
  const current = createSaid(task === null ? [] : [[taskText(task), task.id] as const]);
  const isTask = (text: string): boolean => current.find(text) !== undefined;
  const summaries = candidates.summaries.flatMap(({ row, project }): Told[] => {
    const line = summaryLine(row, project, { isSaid, isWithdrawn, isTask });
    if (line === null) return [];
    const item = { type: "summary", id: row.id, revision: row.revision, line };
    const hasResults = row.completed !== "" || row.nextSteps !== "";
    return [{ ...item, day: dayOf(row.createdAt), at: row.createdAt, project, hasResults }];
  });
  const newest = [...logs, ...summaries].sort(
    (a, b) => b.day.localeCompare(a.day) || b.at - a.at || b.id - a.id || a.type.localeCompare(b.type),
  );
  const reasons = digestReasons(newest, settings, now);
  return newest.map(({ day: _day, at: _at, hasResults: _has, project, ...item }, place) => {
    const barred = reasons[place];
    return {
      ...item,
      project: plain(project, 60),
      score: null,
      parts: null,
      reason: reason("recentSession"),
      ...(barred === undefined ? {} : { barred }),
    };
  });
}

/** Why each may not stand in the digest, in the given order; places are given to those with results first. */
function digestReasons(newest: Told[], settings: Settings, now: number): (Reason | undefined)[] {
  const places = new Map<string, number>();
  const reasons = newest.map(({ barred, day }) =>
    barred !== undefined || daysBetween(day, dayOf(now)) <= settings.digest_days
      ? barred
      : reason("tooOld", { days: settings.digest_days }),
  );
  for (const wanted of [true, false]) {
    newest.forEach(({ project, hasResults }, i) => {
      if (hasResults !== wanted || reasons[i] !== undefined) return;
      const taken = (places.get(project) ?? 0) + 1;
      places.set(project, taken);
      if (taken > settings.digest_per_project)
        reasons[i] = reason("projectCount", { most: settings.digest_per_project });
    });
  }
  return reasons;
}
