/** The same change on many memories, as one operation (T16: all of them, however many). */
import type { App } from "../context";
import type { Actor } from "../contract/common";
import { AppError } from "../contract/errors";
import type { MemoryBulk, MemoryBulkResult } from "../contract/memory";
import { write } from "../db/write";
import type { NewChange } from "../operations/repo";
import { applyValues, recordChanges, requireFreeKey } from "./change";
import { matchingIds } from "./query";
import { findMemories, projectMode } from "./repo";
import { archiveValues, DELETED, requireWritable, RESTORED } from "./service";

type Action = MemoryBulk["action"];

/** Skipped rows that the answer names; the rest are only counted by what is missing from `changed`. */
const MAX_NAMED = 1_000;

/** By ids, or by a filter that means the same rows as in the list. */
export function bulkMemories(app: App, body: MemoryBulk, actor: Actor): MemoryBulkResult {
  const ids = body.ids ?? matchingIds(app, body.filter ?? {});
  return changeMemories(app, ids, body.action, actor);
}

/** The same action on many memories as one operation; a row that can't take it is skipped and named. */
export function changeMemories(app: App, ids: number[], action: Action, actor: Actor): MemoryBulkResult {
  return write(app, (tx) => {
    const now = app.now();
    const wanted = [...new Set(ids)];
    const rows = findMemories(tx, wanted);
    const known = new Set(rows.map((row) => row.id));
    const skipped = wanted.filter((id) => !known.has(id)).map((id) => ({ id, reason: "There is no such memory." }));
    const changes: NewChange[] = [];
    for (const row of rows) {
      try {
        requireWritable(projectMode(tx, row.projectId), actor);
        if (action === "restore") requireFreeKey(tx, row);
        const values = action === "archive" ? archiveValues(row) : action === "restore" ? RESTORED : DELETED;
        const change = applyValues(tx, now, row, values);
        if (change === null) skipped.push({ id: row.id, reason: "It was so already." });
        else changes.push(change);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        skipped.push({ id: row.id, reason: error.message });
      }
    }
    const projects = new Set(rows.map((row) => row.projectId));
    const operation = recordChanges(tx, now, {
      kind: `memory.${action}`,
      title: `${BULK_TITLE[action]} ${changes.length} memories`,
      actor,
      projectId: projects.size === 1 ? (rows[0]?.projectId ?? 0) : 0,
      changes,
    });
    return { ok: true, changed: changes.length, skipped: skipped.slice(0, MAX_NAMED), operation_id: operation };
  });
}

const BULK_TITLE: Record<Action, string> = { archive: "Archived", restore: "Restored", delete: "Deleted" };
