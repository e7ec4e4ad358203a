/** Which of the best memories are about one subject: open pairs of the review, and statements that are nearly the same. */
import type { App } from "../context";
import { judge, rememberedReading } from "../contradictions/judge";
import { openPairsAmong } from "../review/query";
import { fromBlob } from "../vectors/blob";
import type { Scored } from "./fuse";
import { newerFirst, sameSubjects } from "./newer";
import { SAME_SUBJECT } from "./recipe";
import { loadRows } from "./rows-query";
import { claimVectors } from "./vectors-query";

/** Hits that pairs are looked for among. */
const PAIRED = 100;

/** The same hits, the newer of each subject above the older. */
export function correctSubjects(app: App, sorted: Scored[]): Scored[] {
  if (sorted.length < 2) return sorted;
  const ids = sorted.slice(0, PAIRED).map((hit) => hit.id);
  const pairs = openPairsAmong(app.db, ids).map(({ olderId, newerId }): [number, number] => [olderId, newerId]);
  const blobs = claimVectors(app.db, app.embedder.model, ids.slice(0, SAME_SUBJECT.top));
  const claims = new Map([...blobs].map(([id, chunks]) => [id, chunks.map(fromBlob)]));
  const { same, maybe } = sameSubjects(sorted, claims);
  const related = [...pairs, ...same, ...judged(app, maybe)];
  return related.length === 0 ? sorted : newerFirst(sorted, related);
}

/** Those of the pairs whose newer half is another value for the subject of the older. */
function judged(app: App, pairs: [number, number][]): [number, number][] {
  const few = pairs.slice(0, SAME_SUBJECT.maxJudged);
  const rows = loadRows(app.db, "memory", [...new Set(few.flat())]);
  const read = rememberedReading();
  return few.filter(([olderId, newerId]) => {
    const [older, newer] = [rows.get(olderId), rows.get(newerId)];
    if (older === undefined || newer === undefined) return false;
    return judge({ ...newer, at: newer.createdAt }, { ...older, at: older.createdAt }, read).kind !== "none";
  });
}
