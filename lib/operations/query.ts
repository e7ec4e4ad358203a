/** Reads of operations: pages for the feed, one with its changes, and what came after a change. */
import { and, asc, count, desc, eq, gt, inArray, lt } from "drizzle-orm";
import type { App, Handle } from "../context";
import { noSuch } from "../contract/errors";
import type {
  Operation,
  OperationChangePage,
  OperationChangeQuery,
  OperationDetail,
  OperationPage,
} from "../contract/operations";
import { prepared } from "../db/prepared";
import { aboutOperations } from "./about-query";
import { operationChanges, type OperationChangeRow, type OperationRow, operations } from "../db/schema/operations";
import { ById, decodeCursor, encodeCursor, pageOf } from "../paging";

export type { OperationChangeRow, OperationRow };

/** Entities named in a list row; a bulk change of thousands says its count by its title. */
const MAX_ENTITIES = 100;

/** Newest first; the cursor is the last id of the page before. */
export function listOperations(app: App, query: { limit: number; cursor?: string | undefined }): OperationPage {
  const [before] = decodeCursor("operations", ById, query.cursor) ?? [];
  const rows = app.db
    .select()
    .from(operations)
    .where(before === undefined ? undefined : lt(operations.id, before))
    .orderBy(desc(operations.id))
    .limit(query.limit + 1)
    .all();
  const { items, nextCursor } = pageOf(rows, query.limit, (last) => encodeCursor("operations", last.id));
  return { items: toOperations(app.db, items), nextCursor };
}

/** Those that are there, in the order of `ids`. */
export function operationsByIds(handle: Handle, ids: number[]): Operation[] {
  const rows = handle.select().from(operations).where(inArray(operations.id, ids)).all();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return toOperations(
    handle,
    ids.flatMap((id) => byId.get(id) ?? []),
  );
}

function toOperations(handle: Handle, rows: OperationRow[]): Operation[] {
  const about = aboutOperations(
    handle,
    rows.map(({ id }) => id),
  );
  return rows.map((row) =>
    toOperation(row, {
      entities: entitiesOf(handle, row.id),
      changes_total: countChanges(handle, row.id),
      about: about.get(row.id) ?? [],
    }),
  );
}

/** Rows that are shown before and after; of a bulk change the rest is only counted. */
const MAX_SHOWN = 200;

/** One operation with its first {@link MAX_SHOWN} rows before and after. Throws `not_found`. */
export function getOperation(app: App, id: number): OperationDetail {
  const row = requireOperation(app.db, id);
  const changes = changesOf(app.db, id, MAX_SHOWN);
  return {
    ...toOperation(row, {
      entities: changes.slice(0, MAX_ENTITIES).map(entityOf),
      changes_total: countChanges(app.db, id),
      about: aboutOperations(app.db, [id]).get(id) ?? [],
    }),
    changes: changes.map((change) => ({
      entity: entityOf(change),
      before: parsed(change.before),
      after: parsed(change.after),
    })),
  };
}

/** A page of the rows that it changed. Throws `not_found`, and `validation_failed` on a cursor that is not ours. */
export function listChanges(app: App, id: number, query: OperationChangeQuery): OperationChangePage {
  requireOperation(app.db, id);
  const [after = -1] = decodeCursor(`operation ${id}`, ById, query.cursor) ?? [];
  const rows = app.db
    .select()
    .from(operationChanges)
    .where(and(eq(operationChanges.operationId, id), gt(operationChanges.seq, after)))
    .orderBy(asc(operationChanges.seq))
    .limit(query.limit + 1)
    .all();
  const { items, nextCursor } = pageOf(rows, query.limit, (last) => encodeCursor(`operation ${id}`, last.seq));
  return {
    items: items.map((change) => ({
      seq: change.seq,
      entity: entityOf(change),
      before: parsed(change.before),
      after: parsed(change.after),
    })),
    nextCursor,
    total: countChanges(app.db, id),
  };
}

const parsed = (body: string | null): unknown => (body === null ? null : (JSON.parse(body) as unknown));

export function requireOperation(handle: Handle, id: number): OperationRow {
  const row = handle.select().from(operations).where(eq(operations.id, id)).get();
  if (row === undefined) throw noSuch("operation", id, "GET /api/operations lists them.");
  return row;
}

/** In the order in which they were made. */
export function changesOf(handle: Handle, operationId: number, limit = -1): OperationChangeRow[] {
  return handle
    .select()
    .from(operationChanges)
    .where(eq(operationChanges.operationId, operationId))
    .orderBy(asc(operationChanges.seq))
    .limit(limit)
    .all();
}

const countChanges = (handle: Handle, operationId: number): number =>
  handle.select({ n: count() }).from(operationChanges).where(eq(operationChanges.operationId, operationId)).get()?.n ??
  0;

/** Prepared, since Undo asks for each row that an operation changed. */
const LATER = `
  SELECT c.operation_id AS operationId, c.seq, c.entity_table AS entityTable, c.entity_id AS entityId, c."before", c."after"
  FROM operation_changes c JOIN operations o ON o.id = c.operation_id
  WHERE c.entity_table = ? AND c.entity_id = ? AND c.operation_id > ? AND o.undone_by IS NULL AND o.undo_of IS NULL
  ORDER BY c.operation_id DESC`;

/** Changes that later operations made to the row and that still hold: neither undone nor undoings themselves; newest first. */
export function laterChanges(
  handle: Handle,
  operationId: number,
  table: string,
  entityId: number,
): OperationChangeRow[] {
  return prepared(handle, LATER).all(table, entityId, operationId) as OperationChangeRow[];
}

export function operationsTouching(handle: Handle, table: string, ids: number[]): number[] {
  const rows = handle
    .selectDistinct({ id: operationChanges.operationId })
    .from(operationChanges)
    .where(and(eq(operationChanges.entityTable, table), inArray(operationChanges.entityId, ids)))
    .all();
  return rows.map((row) => row.id);
}

function entitiesOf(handle: Handle, operationId: number): string[] {
  return handle
    .select({ entityTable: operationChanges.entityTable, entityId: operationChanges.entityId })
    .from(operationChanges)
    .where(eq(operationChanges.operationId, operationId))
    .orderBy(asc(operationChanges.seq))
    .limit(MAX_ENTITIES)
    .all()
    .map(entityOf);
}

const entityOf = (change: { entityTable: string; entityId: number }): string =>
  `${change.entityTable}:${change.entityId}`;

function toOperation(row: OperationRow, rows: Pick<Operation, "entities" | "changes_total" | "about">): Operation {
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    actor: { kind: row.actorKind, name: row.actorName },
    project_id: row.projectId,
    ...rows,
    undoable: row.undoable && row.undoneBy === null,
    undone_by: row.undoneBy,
    undo_of: row.undoOf,
    created_at: row.createdAt,
  };
}
