/** Operations (what Undo undoes), the activity feed, and receipts of deletions for good. */
import { z } from "zod";
import { Actor, Cursor, EpochMs, Limit, page, PathId } from "./common";

export const Operation = z
  .object({
    id: z.number().int(),
    kind: z.string(),
    title: z.string(),
    actor: Actor,
    project_id: z.number().int(),
    /** Rows touched, as `table:id`. */
    entities: z.array(z.string()),
    undoable: z.boolean(),
    undone_by: z.number().int().nullable(),
    undo_of: z.number().int().nullable(),
    created_at: EpochMs,
  })
  .meta({ id: "Operation" });
export type Operation = z.infer<typeof Operation>;

export const OperationDetail = Operation.extend({
  /** Rows that it changed; `changes` shows the first 200. */
  changes_total: z.number().int(),
  changes: z.array(z.object({ entity: z.string(), before: z.unknown().nullable(), after: z.unknown().nullable() })),
});
export type OperationDetail = z.infer<typeof OperationDetail>;

export const OperationParams = z.object({ id: PathId });
export const OperationListQuery = z.object({ limit: Limit.default(50), cursor: Cursor.optional() });
export const OperationPage = page(Operation).meta({ id: "OperationPage" });
export type OperationPage = z.infer<typeof OperationPage>;
export const UndoResult = z.object({ ok: z.literal(true), operation_id: z.number().int(), undid: z.number().int() });
export type UndoResult = z.infer<typeof UndoResult>;

/** Append-only; carries ids and numbers, never stored text. */
export const Activity = z
  .object({
    id: z.number().int(),
    /** `noun.verb`, the verb in the past, e.g. `session.started`, `memory.edited`. */
    kind: z.string(),
    project_id: z.number().int().nullable(),
    session_id: z.number().int().nullable(),
    entity_type: z.string().nullable(),
    entity_id: z.number().int().nullable(),
    data: z.record(z.string(), z.unknown()),
    created_at: EpochMs,
  })
  .meta({ id: "Activity" });
export type Activity = z.infer<typeof Activity>;
export const ActivityListQuery = z.object({ limit: Limit.default(50), cursor: Cursor.optional() });
export const ActivityPage = page(Activity).meta({ id: "ActivityPage" });
export type ActivityPage = z.infer<typeof ActivityPage>;

export const ReceiptHolder = z.object({
  /** A table (`memories`, `events`, `operations`, …), `database files`, `vectors`, `backups`, `logs`, `spool`, or a file. */
  holder: z.string(),
  found: z.number().int(),
  removed: z.number().int(),
});
export const Receipt = z
  .object({
    id: z.number().int(),
    status: z.enum(["pending", "complete", "failed"]),
    entity: z.string(),
    holders: z.array(ReceiptHolder),
    error: z.string().nullable(),
    requested_at: EpochMs,
    completed_at: EpochMs.nullable(),
  })
  .meta({ id: "Receipt" });
export type Receipt = z.infer<typeof Receipt>;
export const ReceiptParams = z.object({ id: PathId });
export const HardDeleteResult = z.object({ ok: z.literal(true), receipt_id: z.number().int() });
export type HardDeleteResult = z.infer<typeof HardDeleteResult>;
