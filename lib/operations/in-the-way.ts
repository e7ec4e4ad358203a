/** What stands in the way of an undoing, as errors that name it. */
import { AppError, type ErrorDetail } from "../contract/errors";
import type { UndoPreview } from "../contract/operations";
import type { OperationChangeRow } from "./query";

/** Why, for programs, behind what it names. */
export const because = (
  reason: NonNullable<UndoPreview["obstacle"]>["reason"],
  ...named: ErrorDetail[]
): ErrorDetail[] => [...named, { path: "reason", message: reason }];

export const gone = (change: OperationChangeRow): AppError =>
  new AppError("conflict", `${change.entityTable}:${change.entityId} is not there any more.`, {
    hint: "A later operation removed it; undo that one first.",
    details: because("gone"),
  });

export function changedSince(change: OperationChangeRow, later: OperationChangeRow | undefined): AppError {
  const entity = `${change.entityTable}:${change.entityId}`;
  if (later === undefined)
    return new AppError("conflict", `${entity} was changed since, by something that is no operation.`, {
      details: because("changed_since"),
    });
  return new AppError("conflict", `${entity} was changed since by operation ${later.operationId}.`, {
    hint: `Undo operation ${later.operationId} first.`,
    details: because("changed_since", { path: "operation", message: String(later.operationId) }),
  });
}

/** A unique index speaks where what comes back was written anew meanwhile, e.g. the same question. */
export function refuseTakenPlace<T>(entity: string, put: () => T): T {
  try {
    return put();
  } catch (error) {
    const code =
      (error as { cause?: { code?: unknown }; code?: unknown }).cause?.code ?? (error as { code?: unknown }).code;
    if (typeof code !== "string" || !code.startsWith("SQLITE_CONSTRAINT")) throw error;
    throw new AppError("conflict", `${entity} can't come back: another row has taken its place.`, {
      hint: "Decide or remove the other one first.",
      details: because("place_taken"),
      cause: error,
    });
  }
}
