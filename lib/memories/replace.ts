/** "Newer replaces older": of two memories one holds, the other becomes an earlier version of it. */
import type { App } from "../context";
import type { Actor } from "../contract/common";
import { AppError } from "../contract/errors";
import type { MemoryChange } from "../contract/memory";
import { write } from "../db/write";
import { applyValues, recordChanges, requireRow } from "./change";
import { chainOf, requireMemory } from "./query";
import { type MemoryRow, projectMode } from "./repo";
import { requireWritable } from "./service";

/**
 * Puts `by` in the place of memory `id`, as one operation that Undo takes back; answers the one that holds. Its sources,
 * tags and importance stay its own: what is over is history. Throws `not_found`, `conflict` when one of them is not active
 * or the two are versions of each other already, `validation_failed` when they are the same memory or the one that holds
 * would be missing where the other one counted, `forbidden` for agents in projects that take no writes.
 */
export function replaceMemory(app: App, id: number, by: number, actor: Actor): MemoryChange {
  if (id === by) throw new AppError("validation_failed", "A memory can't replace itself.");
  const operation = write(app, (tx) => {
    const now = app.now();
    const [older, newer] = [requireRow(tx, id), requireRow(tx, by)];
    for (const row of [older, newer]) {
      requireWritable(projectMode(tx, row.projectId), actor);
      requireActive(row);
    }
    if (newer.projectId !== 0 && newer.projectId !== older.projectId) {
      throw new AppError("validation_failed", `Memory ${by} does not count everywhere memory ${id} does.`, {
        hint: `Move memory ${by} first, to the same project or to all of them.`,
        details: [{ path: "by", message: "another project" }],
      });
    }
    if (chainOf(tx, by).includes(id)) {
      throw new AppError("conflict", `Memories ${id} and ${by} are versions of one another already.`, {
        hint: `Revert to the one that shall hold: POST /api/memories/${by}/revert.`,
      });
    }
    const over = applyValues(tx, now, older, { status: "superseded", supersededBy: by });
    const holds = newer.supersedes === null ? applyValues(tx, now, newer, { supersedes: id }) : null;
    return recordChanges(tx, now, {
      kind: "memory.supersede",
      title: `Memory ${by} replaced memory ${id}`,
      actor,
      projectId: newer.projectId,
      changes: [over, holds].filter((change) => change !== null),
    });
  });
  return { ok: true, memory: requireMemory(app, by), operation_id: operation };
}

function requireActive({ id, status }: MemoryRow): void {
  if (status === "active") return;
  throw new AppError("conflict", `Memory ${id} is ${status}; only active ones replace each other.`, {
    hint: "Restore it first.",
  });
}
