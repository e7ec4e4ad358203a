/** The same change on many memories, as one operation (T16: all of them, however many). */
import { setImmediate } from "node:timers/promises";
import type { App, Tx } from "../context";
import type { Actor } from "../contract/common";
import type { MemoryBulkAction, MemoryBulkResult } from "../contract/memory-bulk";
import { write } from "../db/write";
import { continueOperation } from "../operations/record";
import { type NewChange, standingOf } from "../operations/repo";
import { indexEntity } from "../search/indexing";
import { NOT_THERE, planner } from "./bulk-plan";
import { recordChanges } from "./change";
import { matchingIds } from "./list";
import { findMemories, type MemoryRow, type MemoryValues, updateMemoryRow } from "./repo";
import type { Filters } from "./selection";

/** Which ones: exactly one of the two is there. */
export interface Wanted {
  dry_run?: boolean | undefined;
  ids?: number[] | undefined;
  filter?: Filters | undefined;
  /** Of those that `filter` means, which are left out. */
  except?: number[] | undefined;
}

/** Skipped rows that the answer names; the rest are only counted. */
const MAX_NAMED = 1_000;

/** Rows of one transaction: other requests get their turn after each. */
export const ROWS_AT_ONCE = 500;

type Action = MemoryBulkAction["action"];

/** The kind of the operation, and how its title begins. */
const OPERATIONS: Record<Action, { kind: string; title: (count: number) => string }> = {
  archive: { kind: "memory.archive", title: (count) => `Archived ${memoriesOf(count)}` },
  restore: { kind: "memory.restore", title: (count) => `Restored ${memoriesOf(count)}` },
  delete: { kind: "memory.delete", title: (count) => `Deleted ${memoriesOf(count)}` },
  tag: { kind: "memory.tag", title: (count) => `Changed the tags of ${memoriesOf(count)}` },
  move: { kind: "memory.move", title: (count) => `Moved ${memoriesOf(count)}` },
  tier: { kind: "memory.edit", title: (count) => `Changed when ${memoriesOf(count)} are injected` },
  expiry: { kind: "memory.edit", title: (count) => `Changed when ${memoriesOf(count)} expire` },
  importance: { kind: "memory.edit", title: (count) => `Changed the importance of ${memoriesOf(count)}` },
};

const memoriesOf = (count: number): string => `${count} ${count === 1 ? "memory" : "memories"}`;

const NOTHING: MemoryBulkResult = { ok: true, changed: 0, skipped: [], skipped_total: 0, operation_id: null };

/**
 * By ids, or by a filter that means the same rows as in the list. Undo meanwhile ends it. A row that can't take the change is skipped
 * and named. Throws what `planner` throws.
 */
export async function bulkMemories(app: App, body: MemoryBulkAction & Wanted, actor: Actor): Promise<MemoryBulkResult> {
  const ids = await wantedIds(app, body);
  let done = NOTHING;
  for (let start = 0; start < ids.length; start += ROWS_AT_ONCE) {
    if (start > 0) await setImmediate();
    const next = changePage(app, ids.slice(start, start + ROWS_AT_ONCE), body, actor, done);
    if (next === null) break;
    done = next;
  }
  return done;
}

/** Each once. */
export async function wantedIds(app: App, { ids, filter, except }: Wanted): Promise<number[]> {
  const wanted = new Set(ids ?? (await matchingIds(app, filter ?? {})));
  for (const id of except ?? []) wanted.delete(id);
  return [...wanted];
}

/** The same on some memories in one transaction. */
export const changeMemories = (app: App, ids: number[], action: MemoryBulkAction, actor: Actor): MemoryBulkResult =>
  changePage(app, [...new Set(ids)], action, actor, NOTHING) ?? NOTHING;

/** Goes on with the operation of `before`; null when somebody took that back. */
function changePage(
  app: App,
  wanted: number[],
  action: MemoryBulkAction,
  actor: Actor,
  before: MemoryBulkResult,
): MemoryBulkResult | null {
  return write(app, (tx) => {
    const standing = before.operation_id === null ? "final" : standingOf(tx, before.operation_id);
    if (standing === "undone") return null;
    const now = app.now();
    const plan = planner(app, tx, action, actor);
    const rows = findMemories(tx, wanted);
    const known = new Set(rows.map((row) => row.id));
    const skipped = wanted.filter((id) => !known.has(id)).map((id) => ({ id, ...NOT_THERE }));
    const changes: NewChange[] = [];
    for (const row of rows) {
      const planned = plan(row);
      if ("code" in planned) skipped.push({ id: row.id, ...planned });
      else changes.push(apply(tx, now, row, planned.values, action.action));
    }
    const projects = new Set(rows.map((row) => row.projectId));
    const changed = before.changed + changes.length;
    const { kind, title } = OPERATIONS[action.action];
    const operation = {
      kind,
      title: title(standing === "stands" ? changed : changes.length),
      actor,
      projectId: action.action === "move" ? (action.to ?? 0) : projects.size === 1 ? (rows[0]?.projectId ?? 0) : 0,
      changes,
    };
    let id = before.operation_id;
    if (id !== null && standing === "stands" && changes.length > 0) continueOperation(tx, now, id, operation);
    else id = recordChanges(tx, now, operation) ?? id;
    return {
      ok: true,
      changed,
      skipped: [...before.skipped, ...skipped].slice(0, MAX_NAMED),
      skipped_total: before.skipped_total + skipped.length,
      operation_id: id,
    };
  });
}

function apply(tx: Tx, now: number, row: MemoryRow, values: MemoryValues, action: Action): NewChange {
  // Where it counts is no new statement: when it was written stays.
  const after = updateMemoryRow(tx, row.id, action === "move" ? values : { ...values, updatedAt: now });
  indexEntity(tx, now, "memory", after);
  return { table: "memories", id: row.id, before: row, after };
}
