/** One memory to another project, to a new one, or to all of them; a category tag of the original's is kept in step (E110). */
import type { App, Tx } from "../context";
import type { Actor } from "../contract/common";
import type { MemoryChange } from "../contract/memory";
import type { MemoryPlacement } from "../contract/memory-page";
import { write } from "../db/write";
import { requirePerson } from "../projects/change";
import { projectById } from "../projects/repo";
import { indexEntity } from "../search/indexing";
import { changedSince, recordChanges, requireFreeKey, requireRow } from "./change";
import { joinTags } from "./fields";
import { requireMemory } from "./query";
import { type MemoryRow, updateMemoryRow } from "./repo";
import { findScope, type Scope, scopeId } from "./scope";

/** How the original names the project of a memory among its tags. */
const CATEGORY = /^分类[:：]/;

/**
 * Moves the memory as one operation that Undo takes back; a project that was made for it stays. It being there already
 * changes nothing. Throws `not_found`, `forbidden` for anybody but a person, `conflict` when `revision` is not the current
 * one or an active memory holds the key there, `validation_failed` for a name that several projects share.
 */
export function placeMemory(app: App, id: number, { project, revision }: MemoryPlacement, actor: Actor): MemoryChange {
  requirePerson(actor);
  const scope = findScope(app, { project, key: "", isPerson: true });
  const operation = write(app, (tx) => {
    const now = app.now();
    const row = requireRow(tx, id);
    if (revision !== undefined && revision !== row.revision) throw changedSince(row);
    const values = placeValues(tx, now, row, scope);
    if (values === null) return null;
    const to = values.projectId;
    if (row.status === "active") requireFreeKey(tx, { ...row, projectId: to });
    // Where it counts is no new statement: when it was written stays.
    const after = updateMemoryRow(tx, id, values);
    indexEntity(tx, now, "memory", after);
    return recordChanges(tx, now, {
      kind: "memory.move",
      title: `Moved memory ${id} to ${to === 0 ? "all projects" : `project ${to}`}`,
      actor,
      projectId: to,
      changes: [{ table: "memories", id, before: row, after }],
    });
  });
  return { ok: true, memory: requireMemory(app, id), operation_id: operation };
}

/** What moving writes; null where it is there already. */
export function placeValues(
  tx: Tx,
  now: number,
  row: Pick<MemoryRow, "projectId" | "tags">,
  scope: Scope,
): Pick<MemoryRow, "projectId" | "tags"> | null {
  const to = scopeId(tx, now, scope);
  if (to === row.projectId) return null;
  return { projectId: to, tags: inStep(row.tags, to === 0 ? null : (projectById(tx, to)?.name ?? null)) };
}

/** A memory without such a tag gets none. */
export function inStep(tags: string, project: string | null): string {
  const list = tags.split(",");
  if (!list.some((tag) => CATEGORY.test(tag))) return tags;
  return joinTags(list.flatMap((tag) => (!CATEGORY.test(tag) ? tag : project === null ? [] : `分类:${project}`)));
}
