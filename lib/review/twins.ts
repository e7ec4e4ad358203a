/** Near-duplicates as findings: two memories of one project that say nearly the same, and that nobody told apart. */
import type { App, Tx } from "../context";
import { write } from "../db/write";
import { areToldApart, eligibleAmong } from "../housekeeping/consolidate-query";
import { findMemories } from "../memories/repo";
import { readSettings } from "../settings/service";
import { parseJson } from "../text/json-value";
import { findingAbout, putFinding, type ReviewFindingRow } from "./findings-repo";
import { digest } from "./subject";

/** What was found near a memory; null = not compared by meaning. */
export interface Near {
  id: number;
  similarity: number | null;
}

/** Records those that are as alike as consolidation asks for. Answers how many findings were written. */
export function recordTwins(app: App, id: number, nearby: Near[]): number {
  const threshold = readSettings(app).consolidate_similarity_threshold;
  const alike = nearby.filter((near) => near.similarity !== null && near.similarity >= threshold);
  if (alike.length === 0) return 0;
  return write(
    app,
    (tx) => alike.filter((near) => recordTwin(tx, app.now(), id, near.id, near.similarity ?? 0)).length,
  );
}

/**
 * The one finding about these two, whichever of them was looked at. A person's "keep both" holds until one of the texts
 * changes. False = nothing was written.
 */
export function recordTwin(tx: Tx, now: number, a: number, b: number, similarity: number): boolean {
  const eligible = eligibleAmong(tx, [a, b], now);
  const [first, second] = [eligible.get(Math.min(a, b)), eligible.get(Math.max(a, b))];
  if (first === undefined || second === undefined || first === second) return false;
  if (first.projectId !== second.projectId || first.kind !== second.kind || areToldApart(tx, a, b)) return false;
  const [memory, other] = findMemories(tx, [first.id, second.id]);
  if (memory === undefined || other === undefined) return false;
  const detail = { text: digest([memory.value, other.value]) };
  const about = { kind: "near_duplicate" as const, memoryId: memory.id, otherId: other.id };
  const known = findingAbout(tx, about);
  if (known !== undefined && isSettled(known, Math.max(memory.updatedAt, other.updatedAt), detail.text)) return false;
  putFinding(tx, now, { ...about, memoryRevision: memory.revision, detail, similarity });
  return true;
}

function isSettled(known: ReviewFindingRow, writtenAt: number, text: string): boolean {
  const before = parseJson(known.detail) as { text?: unknown } | null;
  return known.status === "dismissed" ? before?.text === text : known.updatedAt >= writtenAt;
}
