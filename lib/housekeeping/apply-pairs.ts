/** Merges pairs: the one half is archived, the other takes over what it knew (E47). */
import type { App, Tx } from "../context";
import { AppError } from "../contract/errors";
import { write } from "../db/write";
import { applyValues } from "../memories/change";
import { mergedValues } from "../memories/merge";
import { countAccess, findMemories, type MemoryRow, projectMode } from "../memories/repo";
import { requireWritable } from "../memories/service";
import type { NewChange } from "../operations/repo";
import { mayGoOn, recordStep, type Steps } from "./steps";

interface Pair {
  keep: number;
  drop: number;
}

export interface Applied<P extends Pair> {
  steps: Steps;
  applied: P[];
  skipped: { keep: number; drop: number; reason: string }[];
  /** The run's operation was undone meanwhile: nothing more was done. */
  isUndone: boolean;
}

/**
 * Merges the pairs in one transaction, in their order. A pair whose half is not active any more, perhaps since this run
 * archived it, is skipped, and so is one that must not be merged; the answer says why.
 */
export function applyPairs<P extends Pair>(app: App, started: Steps, pairs: P[]): Applied<P> {
  return write(app, (tx) => {
    const result: Applied<P> = { steps: started, applied: [], skipped: [], isUndone: !mayGoOn(tx, started) };
    if (result.isUndone) return result;
    const now = app.now();
    const changes: NewChange[] = [];
    const projectIds: number[] = [];
    for (const pair of pairs) {
      const [keep, drop] = halvesOf(tx, pair);
      const reason = whyNot(tx, now, keep, drop, started);
      if (reason !== null || keep === undefined || drop === undefined) {
        result.skipped.push({ keep: pair.keep, drop: pair.drop, reason: reason ?? GONE });
        continue;
      }
      changes.push(...mergeRows(tx, now, keep, drop));
      projectIds.push(keep.projectId);
      result.applied.push(pair);
    }
    // Not part of the operation: Undo does not take an access back.
    countAccess(tx, now, [...new Set(result.applied.map((pair) => pair.keep))]);
    const steps = recordStep(tx, now, started, { changes, count: result.applied.length, projectIds });
    return { ...result, steps };
  });
}

const GONE = "One of the two memories is not there.";

function halvesOf(tx: Tx, { keep, drop }: Pair): [MemoryRow | undefined, MemoryRow | undefined] {
  const rows = new Map(findMemories(tx, [keep, drop]).map((row) => [row.id, row]));
  return [rows.get(keep), rows.get(drop)];
}

function whyNot(
  tx: Tx,
  now: number,
  keep: MemoryRow | undefined,
  drop: MemoryRow | undefined,
  { actor }: Steps,
): string | null {
  if (keep === undefined || drop === undefined) return GONE;
  for (const row of [keep, drop]) {
    if (row.status !== "active") return `Memory ${row.id} is ${row.status}.`;
    if (row.tier === "reference") return `Memory ${row.id} is a reference; those are never merged.`;
    if (row.reviewState !== null) return `Memory ${row.id} waits for review.`;
    if (row.expiresAt !== null && row.expiresAt <= now) return `Memory ${row.id} has expired.`;
  }
  if (keep.projectId !== drop.projectId) return "The two belong to different projects.";
  if (keep.kind !== drop.kind) return "The two are of different kinds.";
  if (drop.tier === "pinned" && keep.tier !== "pinned") return `Memory ${drop.id} is pinned; keep that one.`;
  try {
    requireWritable(projectMode(tx, keep.projectId), actor);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.message;
  }
  return null;
}

/** The dropped one points to the one that stays, which takes its tags and sources, what it lacks, and the longer life. */
export function mergeRows(tx: Tx, now: number, keep: MemoryRow, drop: MemoryRow): NewChange[] {
  const archived = applyValues(tx, now, drop, { status: "archived", supersededBy: keep.id });
  const expiresAt =
    keep.expiresAt === null || drop.expiresAt === null ? null : Math.max(keep.expiresAt, drop.expiresAt);
  const attribute = keep.attribute === "" ? drop.attribute : keep.attribute;
  const taken = applyValues(tx, now, keep, { ...mergedValues(keep, [drop]), attribute, expiresAt });
  return [archived, taken].filter((change) => change !== null);
}
