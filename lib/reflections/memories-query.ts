/** Memories beside the observations of a recall: active, reviewed, unexpired, of the projects or of all. */
import type { Handle } from "../context";
import { prepared } from "../db/prepared";
import { loadRows } from "../search/rows-query";
import type { MemoryRow } from "../db/schema/memories";

const LIVE = `status = 'active' AND review_state IS NULL AND (expires_at IS NULL OR expires_at > @now)
  AND project_id IN (SELECT value FROM json_each(@projectIds))`;

/** In the given order where ids are given, else newest first. */
export function liveMemories(
  handle: Handle,
  { projectIds, now, ids, limit }: { projectIds: number[]; now: number; ids: number[] | null; limit: number },
): MemoryRow[] {
  const values = { projectIds: JSON.stringify([0, ...projectIds]), now, limit };
  const found = (
    ids === null
      ? prepared(
          handle,
          `SELECT id FROM memories INDEXED BY memories_status_updated WHERE ${LIVE} ORDER BY updated_at DESC, id DESC LIMIT @limit`,
        )
          .pluck()
          .all(values)
      : prepared(
          handle,
          `SELECT m.id FROM json_each(@ids) j CROSS JOIN memories m ON m.id = j.value
           WHERE ${LIVE.replaceAll("status", "m.status").replaceAll("project_id", "m.project_id")} ORDER BY j.key LIMIT @limit`,
        )
          .pluck()
          .all({ ...values, ids: JSON.stringify(ids) })
  ) as number[];
  const rows = loadRows(handle, "memory", found);
  return found.flatMap((id) => rows.get(id) ?? []);
}
