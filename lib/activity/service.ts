/** Pages of the feed. */
import type { App } from "../context";
import type { ActivityPage } from "../contract/operations";
import { decodeCursor, encodeCursor } from "../operations/cursor";
import { activityBefore } from "./query";
import { lastActivityId } from "./tail-query";

/** Newest first, by keyset: what arrives while one pages never shifts the pages. */
export function listActivity(app: App, query: { limit: number; cursor?: string | undefined }): ActivityPage {
  const before = query.cursor === undefined ? null : decodeCursor(query.cursor);
  const items = activityBefore(app.db, before, query.limit + 1);
  const kept = items.slice(0, query.limit);
  const last = kept.at(-1);
  return { items: kept, nextCursor: items.length > query.limit && last !== undefined ? encodeCursor(last.id) : null };
}

/** Id of the newest activity row; 0 on an empty store. Where a page's live line begins. */
export const lastActivity = (app: App): number => lastActivityId(app.db);
