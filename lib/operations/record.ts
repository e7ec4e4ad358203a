/** Records one reversible change: who, what, and every row before and after. */
import { appendActivity } from "../activity/repo";
import type { Tx } from "../context";
import type { Actor } from "../contract/common";
import { insertOperation, type NewChange } from "./repo";

export interface NewOperation {
  /** e.g. `memory.edit`. */
  kind: string;
  /** One sentence without stored text: "Edited memory 12". */
  title: string;
  actor: Actor;
  projectId?: number;
  changes: NewChange[];
  undoable?: boolean;
  undoOf?: number;
}

/** Writes the operation, its changes and the activity row; answers the operation's id. */
export function recordOperation(tx: Tx, now: number, operation: NewOperation): number {
  const id = insertOperation(tx, now, operation);
  const first = operation.changes[0];
  appendActivity(tx, now, {
    kind: operation.kind,
    projectId: operation.projectId ?? 0,
    entityType: first?.table ?? null,
    entityId: first?.id ?? null,
    data: { operation: id, changes: operation.changes.length, actor: operation.actor.kind },
  });
  return id;
}
