/** Writes what was measured of an injected item's use: no operation, like a count of accesses. */
import type { Handle } from "../context";
import { prepared } from "../db/prepared";

export interface Measured {
  injectionId: number;
  type: string;
  id: number;
  turn: number;
  /** Share of its content that the turn repeated, 0–1. */
  share: number;
  /** When the turn used it; null = it did not. */
  usedAt: number | null;
}

/** The highest share that any turn had stays, and the first turn that used it. */
export function recordUsage(tx: Handle, measured: Measured[]): void {
  const update = prepared(
    tx,
    `UPDATE injection_items SET
       checked_turn = max(coalesce(checked_turn, @turn), @turn),
       overlap = max(coalesce(overlap, 0), @share),
       used_at = CASE WHEN @usedAt IS NOT NULL AND (used_turn IS NULL OR used_turn > @turn) THEN @usedAt ELSE used_at END,
       used_turn = CASE WHEN @usedAt IS NOT NULL AND (used_turn IS NULL OR used_turn > @turn) THEN @turn ELSE used_turn END
     WHERE injection_id = @injectionId AND entity_type = @type AND entity_id = @id`,
  );
  for (const one of measured) update.run(one);
}
