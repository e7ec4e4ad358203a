/** Pages of the feed. */
import type { App } from "../context";
import type { ActivityPage } from "../contract/operations";
import { ById, decodeCursor, encodeCursor, pageOf } from "../paging";
import { activityBefore, lastActivityId } from "./query";

/** Newest first, by keyset: what arrives while one pages never shifts the pages. */
export function listActivity(app: App, query: { limit: number; cursor?: string | undefined }): ActivityPage {
  const [before] = decodeCursor("activity", ById, query.cursor) ?? [];
  const rows = activityBefore(app.db, before, query.limit + 1);
  return pageOf(rows, query.limit, (last) => encodeCursor("activity", last.id));
}

/** Id of the newest activity row; 0 on an empty store. Where a page's live line begins. */
export const lastActivity = (app: App): number => lastActivityId(app.db);
