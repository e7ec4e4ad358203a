/** One operation over memories: each row before and after, indexed, with the feed told; what the services share. */
import type { Handle, Tx } from "../context";
import type { Actor } from "../contract/common";
import { AppError } from "../contract/errors";
import { recordOperation } from "../operations/record";
import type { NewChange } from "../operations/repo";
import { indexEntity } from "../search/indexing";
import { noMemory } from "./query";
import { findActiveByKey, findMemory, type MemoryRow, type MemoryValues, updateMemoryRow } from "./repo";

/** Throws `not_found`. */
export function requireRow(tx: Handle, id: number): MemoryRow {
  const row = findMemory(tx, id);
  if (row === undefined) throw noMemory(id);
  return row;
}

/** The two-tabs answer: `details` name the revision that is current. */
export const changedSince = ({ id, revision }: Pick<MemoryRow, "id" | "revision">): AppError =>
  new AppError("conflict", `Memory ${id} was changed since you opened it (revision ${revision}).`, {
    hint: "Load it again and make the change once more.",
    details: [{ path: "revision", message: String(revision) }],
  });

/** Writes the fields, indexes the row, and answers the change; null when nothing would differ. */
export function applyValues(tx: Tx, now: number, row: MemoryRow, values: MemoryValues): NewChange | null {
  const differs = Object.entries(values).some(([name, value]) => row[name as keyof MemoryRow] !== value);
  if (!differs) return null;
  const after = updateMemoryRow(tx, row.id, { ...values, updatedAt: now });
  indexEntity(tx, now, "memory", after);
  return { table: "memories", id: row.id, before: row, after };
}

/** Throws `conflict`, naming the row, when another active one holds the key. */
export function requireFreeKey(tx: Tx, row: Pick<MemoryRow, "id" | "projectId" | "key">): void {
  const rival = findActiveByKey(tx, row.projectId, row.key);
  if (rival === undefined || rival.id === row.id) return;
  throw new AppError("conflict", `Memory ${rival.id} is active with the same key.`, {
    hint: `Archive or delete memory ${rival.id} first.`,
    details: [{ path: "memory", message: String(rival.id) }],
  });
}

/** Answers the operation's id, or null when there was nothing to change. */
export function recordChanges(
  tx: Tx,
  now: number,
  operation: { kind: string; title: string; actor: Actor; projectId: number; changes: NewChange[] },
): number | null {
  return operation.changes.length === 0 ? null : recordOperation(tx, now, operation);
}
