/** Reads of the feed: a page backwards, and everything after an id for the stream. */
import { asc, desc, gt, lt, max } from "drizzle-orm";
import type { Handle } from "../context";
import type { Activity } from "../contract/operations";
import { activity, type ActivityRow } from "../db/schema/operations";

/** Newest first; `before` is the last id of the page before. */
export function activityBefore(handle: Handle, before: number | undefined, limit: number): Activity[] {
  return handle
    .select()
    .from(activity)
    .where(before === undefined ? undefined : lt(activity.id, before))
    .orderBy(desc(activity.id))
    .limit(limit)
    .all()
    .map(toActivity);
}

/** Oldest first: what the stream sends next. SQLite has one writer, so the order of ids is the order of commits. */
export function activityAfter(handle: Handle, after: number, limit: number): Activity[] {
  return handle
    .select()
    .from(activity)
    .where(gt(activity.id, after))
    .orderBy(asc(activity.id))
    .limit(limit)
    .all()
    .map(toActivity);
}

/** 0 on an empty store. */
export const lastActivityId = (handle: Handle): number =>
  handle
    .select({ id: max(activity.id) })
    .from(activity)
    .get()?.id ?? 0;

function toActivity(row: ActivityRow): Activity {
  return {
    id: row.id,
    kind: row.kind,
    project_id: row.projectId,
    session_id: row.sessionId,
    entity_type: row.entityType,
    entity_id: row.entityId,
    data: JSON.parse(row.data) as Record<string, unknown>,
    created_at: row.createdAt,
  };
}
