/** Reads of pairs that search and injection need. */
import type { Handle } from "../context";
import { prepared } from "../db/prepared";
import type { PairKind } from "./repo";

export interface OpenPair {
  olderId: number;
  newerId: number;
  kind: PairKind;
}

/**
 * Open pairs whose both halves are among these memories. In a list of hits the newer belongs above the older; a block
 * leaves out the older half of a `supersedes` pair where the newer one is in (a newer half in conflict is held back anyway).
 */
export function openPairsAmong(handle: Handle, memoryIds: number[]): OpenPair[] {
  if (memoryIds.length < 2) return [];
  return prepared(
    handle,
    `SELECT older_id AS olderId, newer_id AS newerId, kind FROM memory_pairs
     WHERE status = 'open' AND newer_id > 0
       AND older_id IN (SELECT value FROM json_each($ids)) AND newer_id IN (SELECT value FROM json_each($ids))
     ORDER BY id`,
  ).all({ ids: JSON.stringify(memoryIds) }) as OpenPair[];
}
