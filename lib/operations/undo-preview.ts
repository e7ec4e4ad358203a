/** What undoing would do: it is done and rolled back, so that what is shown is what will happen, or what is in the way. */
import type { App, Handle } from "../context";
import type { Actor } from "../contract/common";
import { AppError } from "../contract/errors";
import type { UndoPreview } from "../contract/operations";
import { isKeyed } from "./keyed-repo";
import { changesOf, type OperationRow, requireOperation } from "./query";
import type { NewChange } from "./repo";
import { readRow, UNDOABLE_TABLES } from "./rows-repo";
import { putBackRows } from "./undo";

/** Rows that are shown; the rest is counted. */
export const MAX_PREVIEWED = 50;

type Obstacle = NonNullable<UndoPreview["obstacle"]>;
type PreviewRow = UndoPreview["rows"][number];

/** Takes the trial back. */
class Tried extends Error {}

/**
 * Row by row what undoing operation `id` would change, with the words in which it would be refused. Changes nothing; takes as long
 * as undoing. Throws `not_found`.
 */
export function previewUndo(app: App, id: number, actor: Actor, limit = MAX_PREVIEWED): UndoPreview {
  const operation = requireOperation(app.db, id);
  const tried = tryUndo(app, operation, actor);
  if (tried instanceof AppError) return { id, ...about(app.db, operation, limit), obstacle: obstacleOf(tried) };
  return {
    id,
    total: tried.length,
    byTable: countByTable(tried.map(({ table }) => table)),
    rows: tried.slice(0, limit).map(({ table, id: row, before, after }) => ({
      entity: `${table}:${row}`,
      current: before,
      restored: after,
    })),
    obstacle: null,
  };
}

/** Not by `write`: nobody is to be woken for what never happened. */
function tryUndo(app: App, operation: OperationRow, actor: Actor): NewChange[] | AppError {
  let changes: NewChange[] = [];
  try {
    app.db.transaction(
      (tx) => {
        changes = putBackRows(app, tx, operation, actor);
        throw new Tried();
      },
      { behavior: "immediate" },
    );
  } catch (error) {
    if (error instanceof AppError && isRefusal(error.code)) return error;
    if (!(error instanceof Tried)) throw error;
  }
  return changes;
}

/** Where it can't be undone: the rows that it changed, as they are and as they were. */
function about(
  handle: Handle,
  operation: OperationRow,
  limit: number,
): Pick<UndoPreview, "total" | "byTable" | "rows"> {
  const stored = changesOf(handle, operation.id);
  return {
    total: stored.length,
    byTable: countByTable(stored.map(({ entityTable }) => entityTable)),
    rows: stored.slice(0, limit).map(({ entityTable, entityId, before, after }): PreviewRow => {
      const restored = before === null ? null : (JSON.parse(before) as object);
      const table = UNDOABLE_TABLES.find((name) => name === entityTable);
      const now =
        isKeyed(entityTable) || table === undefined ? parsed(after) : (readRow(handle, table, entityId) ?? null);
      return {
        entity: `${entityTable}:${entityId}`,
        current: now,
        // Bodies may hold some columns only: the others stay as they are.
        restored: restored === null ? null : { ...now, ...restored },
      };
    }),
  };
}

const parsed = (body: string | null): object | null => (body === null ? null : (JSON.parse(body) as object));

function countByTable(tables: string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const table of tables) counts[table] = (counts[table] ?? 0) + 1;
  return counts;
}

const isRefusal = (code: string): code is Obstacle["code"] =>
  code === "conflict" || code === "forbidden" || code === "validation_failed";

function obstacleOf(error: AppError): Obstacle {
  const named = (path: string): number | null => {
    const found = error.details?.find((detail) => detail.path === path);
    return found === undefined ? null : Number(found.message);
  };
  return {
    code: isRefusal(error.code) ? error.code : "conflict",
    error: error.message,
    hint: error.hint ?? null,
    reason: reasonOf(error) ?? "other",
    operation: named("operation"),
    memory: named("memory"),
  };
}

/** Each refusal says its reason beside its sentence. */
const reasonOf = (error: AppError): Obstacle["reason"] | undefined =>
  error.details?.find(({ path }) => path === "reason")?.message as Obstacle["reason"] | undefined;
