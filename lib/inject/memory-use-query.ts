/** How often a memory was injected and whether it was used, over its latest blocks. */
import type { Handle } from "../context";
import type { MemoryUseCounts } from "../contract/memory-page";
import { prepared } from "../db/prepared";

/** A pinned memory is in every block there ever was. */
const MAX_BLOCKS = 1_000;

export function memoryUse(handle: Handle, memoryId: number): MemoryUseCounts {
  const row = prepared(
    handle,
    `SELECT count(*) AS blocks, coalesce(sum(checked_turn IS NOT NULL OR used_turn IS NOT NULL), 0) AS judged,
       coalesce(sum(used_turn IS NOT NULL), 0) AS used
     FROM (SELECT checked_turn, used_turn FROM injection_items
       WHERE entity_type = 'memory' AND entity_id = ? ORDER BY injection_id DESC LIMIT ${MAX_BLOCKS + 1})`,
  ).get(memoryId) as Omit<MemoryUseCounts, "isCapped">;
  return { ...row, isCapped: row.blocks > MAX_BLOCKS };
}
