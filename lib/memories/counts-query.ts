/** How many memories there are, in the scopes that agents are told (E14, E56). */
import { and, count, eq, gt, inArray, isNull, ne, or, type SQL } from "drizzle-orm";
import type { App, Handle } from "../context";
import { memories } from "../db/schema/memories";
import { vectorEntries } from "../db/schema/vectors";

/** Active and unexpired ones (E14), all but deleted ones, and those that have a vector of the model in use. */
export function countMemories(app: App): { active: number; stored: number; vectors: number } {
  const rowsOf = (where: SQL | undefined): number =>
    app.db.select({ n: count() }).from(memories).where(where).get()?.n ?? 0;
  const indexed = app.db
    .select({ id: vectorEntries.entityId })
    .from(vectorEntries)
    .where(and(eq(vectorEntries.kind, "memory"), eq(vectorEntries.model, app.embedder.model)));
  const unexpired = or(isNull(memories.expiresAt), gt(memories.expiresAt, app.now()));
  return {
    active: rowsOf(and(eq(memories.status, "active"), unexpired)),
    stored: rowsOf(ne(memories.status, "deleted")),
    vectors: rowsOf(and(ne(memories.status, "deleted"), inArray(memories.id, indexed))),
  };
}

/** Whether a project (0 = global) has any active memory: without one there is nothing to compare with. */
export const hasActiveMemory = (handle: Handle, projectId: number): boolean =>
  handle
    .select({ id: memories.id })
    .from(memories)
    .where(and(eq(memories.projectId, projectId), eq(memories.status, "active")))
    .limit(1)
    .get() !== undefined;
