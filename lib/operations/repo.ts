/** SQL of operations and their changes. */
import { eq } from "drizzle-orm";
import type { Handle } from "../context";
import type { Actor } from "../contract/common";
import { operationChanges, operations } from "../db/schema";

/** Tables whose rows an operation may change and Undo may put back. */
export type UndoableTable = "memories" | "observations" | "summaries" | "prompts" | "events";

export interface NewChange {
  table: UndoableTable;
  id: number;
  /** The whole row, or null when the operation made it. */
  before: object | null;
  /** The whole row, or null when the operation removed it. */
  after: object | null;
}

interface OperationValues {
  kind: string;
  title: string;
  actor: Actor;
  projectId?: number;
  changes: NewChange[];
  undoable?: boolean;
  undoOf?: number;
}

export function insertOperation(tx: Handle, now: number, operation: OperationValues): number {
  const id = tx
    .insert(operations)
    .values({
      kind: operation.kind,
      title: operation.title,
      actorKind: operation.actor.kind,
      actorName: operation.actor.name,
      projectId: operation.projectId ?? 0,
      undoable: operation.undoable ?? true,
      undoOf: operation.undoOf ?? null,
      createdAt: now,
    })
    .returning({ id: operations.id })
    .get().id;
  operation.changes.forEach((change, seq) => {
    tx.insert(operationChanges)
      .values({
        operationId: id,
        seq,
        entityTable: change.table,
        entityId: change.id,
        before: change.before === null ? null : JSON.stringify(change.before),
        after: change.after === null ? null : JSON.stringify(change.after),
      })
      .run();
  });
  return id;
}

/** Says which operation took this one back; null = it holds again. */
export function markUndone(tx: Handle, id: number, undoneBy: number | null): void {
  tx.update(operations).set({ undoneBy }).where(eq(operations.id, id)).run();
}
