/** Reads the feed forwards, as the stream tails it. One writer, so the order of ids is the order of commits. */
import { asc, gt, max } from "drizzle-orm";
import type { Handle } from "../context";
import type { Activity } from "../contract/operations";
import { activity } from "../db/schema";

export const lastActivityId = (handle: Handle): number =>
  handle
    .select({ id: max(activity.id) })
    .from(activity)
    .get()?.id ?? 0;

/** Rows with ids above `cursor`, oldest first. */
export function activityAfter(handle: Handle, cursor: number, limit: number): Activity[] {
  const rows = handle
    .select()
    .from(activity)
    .where(gt(activity.id, cursor))
    .orderBy(asc(activity.id))
    .limit(limit)
    .all();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    project_id: row.projectId,
    session_id: row.sessionId,
    entity_type: row.entityType,
    entity_id: row.entityId,
    data: JSON.parse(row.data) as Record<string, unknown>,
    created_at: row.createdAt,
  }));
}
