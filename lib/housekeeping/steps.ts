/** One operation over several transactions: a large run must not hold the store for seconds, and still is undone as a whole. */
import type { Tx } from "../context";
import type { Actor } from "../contract/common";
import { continueOperation, recordOperation } from "../operations/record";
import { type NewChange, standingOf } from "../operations/repo";

/** Who tidies when nobody asked. */
export const HOUSEKEEPER: Actor = { kind: "job", name: "housekeeping" };

export interface Steps {
  readonly kind: string;
  readonly actor: Actor;
  /** One sentence for a number of memories. */
  readonly title: (count: number) => string;
  /** Memories archived in all steps. */
  readonly total: number;
  /** Those of the operation that the next step continues. */
  readonly count: number;
  readonly operationId: number | null;
}

interface Step {
  changes: NewChange[];
  /** Memories that the step archived. */
  count: number;
  projectIds: number[];
}

export const startSteps = (kind: string, actor: Actor, title: Steps["title"]): Steps => ({
  kind,
  actor,
  title,
  total: 0,
  count: 0,
  operationId: null,
});

/** False when somebody undid what was done so far: they want no more of it. Ask first in each transaction. */
export const mayGoOn = (tx: Tx, { operationId }: Steps): boolean =>
  operationId === null || standingOf(tx, operationId) !== "undone";

/** Writes the changes of one transaction into the run's operation; answers where the run stands then. */
export function recordStep(tx: Tx, now: number, steps: Steps, { changes, count, projectIds }: Step): Steps {
  if (changes.length === 0) return steps;
  const { kind, actor, title, operationId } = steps;
  const total = steps.total + count;
  const projectId = new Set(projectIds).size === 1 ? (projectIds[0] ?? 0) : 0;
  // Something of it was deleted for good meanwhile: it can't be undone any more, and must not drag the rest along.
  if (operationId !== null && standingOf(tx, operationId) === "stands") {
    continueOperation(tx, now, operationId, { kind, title: title(steps.count + count), actor, projectId, changes });
    return { ...steps, total, count: steps.count + count };
  }
  const id = recordOperation(tx, now, { kind, title: title(count), actor, projectId, changes });
  return { ...steps, total, count, operationId: id };
}
