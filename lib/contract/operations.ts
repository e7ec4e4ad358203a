/** Operations (what Undo undoes), the activity feed, and receipts of deletions for good. */
import { z } from "zod";
import { Actor, Cursor, EpochMs, Limit, page, PathId, ProjectRef, TimeInput } from "./common";
import { OPERATION_GROUPS } from "./operation-groups";

export const Operation = z
  .object({
    id: z.number().int(),
    kind: z.string(),
    title: z.string(),
    actor: Actor,
    project_id: z.number().int(),
    /** Rows touched, as `table:id`; the first 100 of `changes_total`. */
    entities: z.array(z.string()),
    changes_total: z.number().int(),
    /**
     * What it is about, and how that read after it (evidence and sessions: how it reads now): the first three rows that have a view of their own (`memories:12`, `sessions:3`,
     * `settings:inject_max_chars`). What was deleted for good is not in it.
     */
    about: z.array(
      z.object({
        entity: z.string(),
        text: z.string(),
        /** Where a summary, a prompt or an event is shown; null for what has a view of its own. */
        session_id: z.number().int().nullable(),
      }),
    ),
    undoable: z.boolean(),
    undone_by: z.number().int().nullable(),
    undo_of: z.number().int().nullable(),
    created_at: EpochMs,
  })
  .meta({ id: "Operation" });
export type Operation = z.infer<typeof Operation>;

export const OperationDetail = Operation.extend({
  /** The first 200 of `changes_total`. */
  changes: z.array(z.object({ entity: z.string(), before: z.unknown().nullable(), after: z.unknown().nullable() })),
});
export type OperationDetail = z.infer<typeof OperationDetail>;

const OperationRowChange = z.object({
  /** Its place in the operation. */
  seq: z.number().int(),
  entity: z.string(),
  before: z.unknown().nullable(),
  after: z.unknown().nullable(),
});
export const OperationChangeQuery = z.object({ limit: Limit.default(50), cursor: Cursor.optional() });
export type OperationChangeQuery = z.infer<typeof OperationChangeQuery>;
/** Rows in the order in which the operation changed them. */
export const OperationChangePage = page(OperationRowChange).meta({ id: "OperationChangePage" });
export type OperationChangePage = z.infer<typeof OperationChangePage>;

export const OperationParams = z.object({ id: PathId });

/** How an operation stands: it can be taken back, was taken back, or never can be. */
export const OperationState = z.enum(["undoable", "undone", "final"]);
export type OperationState = z.infer<typeof OperationState>;

export const OperationFilter = z.object({
  actor: Actor.shape.kind.optional(),
  /** Of the person's client, the agent or the job. */
  name: z.string().trim().min(1).max(200).optional(),
  group: z.enum(OPERATION_GROUPS).optional(),
  project: ProjectRef.optional(),
  state: OperationState.optional(),
  /** From this moment on. */
  from: TimeInput.optional(),
  /** Before this moment; a bare date holds to its end. */
  to: TimeInput.optional(),
});
export type OperationFilter = z.infer<typeof OperationFilter>;
export const OperationListQuery = OperationFilter.extend({ limit: Limit.default(50), cursor: Cursor.optional() });
export type OperationListQuery = z.infer<typeof OperationListQuery>;
/** Of a filtered page `total` counts all that match. */
export const OperationPage = page(Operation).meta({ id: "OperationPage" });
export type OperationPage = z.infer<typeof OperationPage>;

const FacetCount = z.number().int();
/** Each counts what the other filters leave. */
export const OperationFacets = z
  .object({
    total: FacetCount,
    actor: z.record(Actor.shape.kind, FacetCount),
    /** Most active first; at most 30. */
    name: z.array(z.object({ actor: Actor, count: FacetCount })),
    group: z.record(z.enum(OPERATION_GROUPS), FacetCount),
    state: z.record(OperationState, FacetCount),
    /** Most active first; at most 30. `id` 0 = none. */
    project: z.array(z.object({ id: z.number().int(), name: z.string(), ref: z.string(), count: FacetCount })),
  })
  .meta({ id: "OperationFacets" });
export type OperationFacets = z.infer<typeof OperationFacets>;

/** What undoing would do, tried and rolled back. */
export const UndoPreview = z
  .object({
    id: z.number().int(),
    /** Rows that would change. */
    total: z.number().int(),
    byTable: z.record(z.string(), z.number().int()),
    /** The first 50 of `total`: as each is now and as it would be; null = it is not there. */
    rows: z.array(z.object({ entity: z.string(), current: z.unknown().nullable(), restored: z.unknown().nullable() })),
    /** What undoing would answer instead: nothing would change, and `rows` are those that it is about. */
    obstacle: z
      .object({
        code: z.enum(["conflict", "forbidden", "validation_failed"]),
        error: z.string(),
        hint: z.string().nullable(),
        /** In words that programs tell apart. */
        reason: z.enum(["undone", "changed_since", "key_taken", "place_taken", "gone", "final", "grown", "other"]),
        /** The operation to look at first. */
        operation: z.number().int().nullable(),
        /** The memory that is in the way. */
        memory: z.number().int().nullable(),
      })
      .nullable(),
  })
  .meta({ id: "UndoPreview" });
export type UndoPreview = z.infer<typeof UndoPreview>;
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
