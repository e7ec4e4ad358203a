/** The same change on many memories, as one operation (T16: all of them, however many). */
import { setImmediate } from "node:timers/promises";
import type { App } from "../context";
import type { Actor } from "../contract/common";
import { AppError } from "../contract/errors";
import type { MemoryBulk, MemoryBulkResult } from "../contract/memory";
import { write } from "../db/write";
import { continueOperation } from "../operations/record";
import { type NewChange, standingOf } from "../operations/repo";
import { applyValues, recordChanges, requireFreeKey } from "./change";
import { matchingIds } from "./query";
import { findMemories, projectMode } from "./repo";
import { archiveValues, DELETED, requireWritable, RESTORED } from "./service";

type Action = MemoryBulk["action"];

/** Skipped rows that the answer names; the rest are only counted by what is missing from `changed`. */
const MAX_NAMED = 1_000;

/** Rows of one transaction: other requests get their turn after each. */
const PAGE = 500;

/** By ids, or by a filter that means the same rows as in the list. Undo meanwhile ends it. */
export async function bulkMemories(app: App, body: MemoryBulk, actor: Actor): Promise<MemoryBulkResult> {
  const ids = [...new Set(body.ids ?? matchingIds(app, body.filter ?? {}))];
  let done: MemoryBulkResult = { ok: true, changed: 0, skipped: [], operation_id: null };
  for (let start = 0; start < ids.length; start += PAGE) {
    if (start > 0) await setImmediate();
    const next = changePage(app, ids.slice(start, start + PAGE), body.action, actor, done);
    if (next === null) break;
    done = next;
  }
  return done;
}

/** The same action on some memories in one transaction; a row that can't take it is skipped and named. */
export const changeMemories = (app: App, ids: number[], action: Action, actor: Actor): MemoryBulkResult =>
  changePage(app, [...new Set(ids)], action, actor) ?? { ok: true, changed: 0, skipped: [], operation_id: null };

const NOTHING: Omit<MemoryBulkResult, "ok"> = { changed: 0, skipped: [], operation_id: null };

/** Goes on with the operation of `before`; null when somebody took that back. */
function changePage(
  app: App,
  wanted: number[],
  action: Action,
  actor: Actor,
  before: Omit<MemoryBulkResult, "ok"> = NOTHING,
): MemoryBulkResult | null {
  return write(app, (tx) => {
    const standing = before.operation_id === null ? "final" : standingOf(tx, before.operation_id);
    if (standing === "undone") return null;
    const now = app.now();
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
    const changed = before.changed + changes.length;
    const operation = {
      kind: `memory.${action}`,
      title: `${BULK_TITLE[action]} ${standing === "stands" ? changed : changes.length} memories`,
      actor,
      projectId: projects.size === 1 ? (rows[0]?.projectId ?? 0) : 0,
      changes,
    };
    let id = before.operation_id;
    if (id !== null && standing === "stands" && changes.length > 0) continueOperation(tx, now, id, operation);
    else id = recordChanges(tx, now, operation) ?? id;
    return { ok: true, changed, skipped: [...before.skipped, ...skipped].slice(0, MAX_NAMED), operation_id: id };
  });
}

const BULK_TITLE: Record<Action, string> = { archive: "Archived", restore: "Restored", delete: "Deleted" };
