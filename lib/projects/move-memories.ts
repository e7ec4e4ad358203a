/** Memories that belong elsewhere: to another project, or to all of them. */
import type { App } from "../context";
import type { Actor } from "../contract/common";
import type { MemoryBulkResult } from "../contract/memory";
import type { MemoriesMove } from "../contract/project";
import { write } from "../db/write";
import { recordOperation } from "../operations/record";
import { requirePerson, requireRow } from "./change";
import { clashesOf, moveMemories } from "./move";
import { memoriesById } from "./move-repo";

/** Skipped rows that the answer names; the rest are only counted by what is missing from `changed`. */
const MAX_NAMED = 1_000;

/**
 * Moves the memories as one operation that Undo takes back. One whose key an active memory holds there is left where it is
 * and named: which of them holds is for a person to say. Throws `not_found` for the project, `forbidden` for anybody but a person.
 */
export function moveMemoriesTo(app: App, { ids, to }: MemoriesMove, actor: Actor): MemoryBulkResult {
  requirePerson(actor);
  const wanted = [...new Set(ids)];
  return write(app, (tx) => {
    const now = app.now();
    const target = to === null ? 0 : requireRow(tx, to).id;
    const rows = memoriesById(tx, wanted);
    const known = new Map(rows.map((row) => [row.id, row]));
    const skipped = wanted.filter((id) => !known.has(id)).map((id) => ({ id, reason: "There is no such memory." }));
    for (const row of rows) if (row.projectId === target) skipped.push({ id: row.id, reason: "It was so already." });
    const taken = new Set<number>();
    for (const { keeps, yields } of clashesOf(tx, rows, target)) {
      const [comes, isThere] = keeps.projectId === target ? [yields, keeps] : [keeps, yields];
      taken.add(comes.id);
      skipped.push({ id: comes.id, reason: `Memory ${isThere.id} is active with the same key there.` });
    }
    const first = new Map<string, number>();
    for (const row of rows) {
      if (row.status !== "active" || row.projectId === target || taken.has(row.id)) continue;
      const other = first.get(row.key);
      if (other === undefined) first.set(row.key, row.id);
      else {
        taken.add(row.id);
        skipped.push({ id: row.id, reason: `Memory ${other} comes with the same key.` });
      }
    }
    const moving = rows.filter((row) => row.projectId !== target && !taken.has(row.id));
    if (moving.length === 0) return { ok: true, changed: 0, skipped: skipped.slice(0, MAX_NAMED), operation_id: null };
    const operation = recordOperation(tx, now, {
      kind: "memory.move",
      title: `Moved ${moving.length} ${moving.length === 1 ? "memory" : "memories"} to ${to === null ? "all projects" : `project ${to}`}`,
      actor,
      projectId: target,
      changes: moveMemories(tx, now, moving, target, []),
    });
    return { ok: true, changed: moving.length, skipped: skipped.slice(0, MAX_NAMED), operation_id: operation };
  });
}
