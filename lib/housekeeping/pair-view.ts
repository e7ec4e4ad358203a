/** A pair as a person sees it: both halves with their whole text and what decided between them. */
import type { App } from "../context";
import type { ConsolidateHalf, ConsolidatePair } from "../contract/housekeeping";
import { type ScoreWeights, weightsOf } from "../inject/score";
import { findMemories, type MemoryRow } from "../memories/repo";
import { readSettings } from "../settings/service";
import { previewOf } from "./preview";
import { scoreOf } from "./rank";

export interface AnyPair {
  keep: number;
  drop: number;
  similarity?: number;
}

/** In their order; a pair of which a half is gone is left out. */
export function describePairs(app: App, pairs: AnyPair[]): ConsolidatePair[] {
  const weights = weightsOf(readSettings(app));
  const ids = [...new Set(pairs.flatMap(({ keep, drop }) => [keep, drop]))];
  const rows = new Map(findMemories(app.db, ids).map((row) => [row.id, row]));
  return pairs.flatMap(({ keep, drop, similarity = null }) => {
    const [kept, dropped] = [rows.get(keep), rows.get(drop)];
    if (kept === undefined || dropped === undefined) return [];
    const half = (row: MemoryRow) => toHalf(row, weights, app.now());
    return [{ keep: half(kept), drop: half(dropped), similarity, project_id: kept.projectId }];
  });
}

const toHalf = (row: MemoryRow, weights: ScoreWeights, now: number): ConsolidateHalf => ({
  id: row.id,
  key: row.key,
  value: row.value,
  value_preview: previewOf(row.value),
  tier: row.tier,
  attribute: row.attribute,
  tags: row.tags,
  importance: row.importance,
  access_count: row.accessCount,
  updated_at: row.updatedAt,
  score: scoreOf(row, weights, now),
});
