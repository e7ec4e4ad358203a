/** Reads behind a memory's history: the operations that wrote or changed its versions. */
import type { Handle } from "../context";
import type { Actor } from "../contract/common";
import { prepared } from "../db/prepared";
import { parseJson } from "../text/json-value";

export interface StoredStep {
  operationId: number;
  kind: string;
  actor: Actor;
  at: number;
  undone: boolean;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** The latest operations that touched one version, oldest first. */
export function stepsOf(handle: Handle, memoryId: number, limit: number): StoredStep[] {
  const rows = prepared(
    handle,
    `SELECT o.id AS operationId, o.kind, o.actor_kind AS actorKind, o.actor_name AS actorName, o.created_at AS at,
       o.undone_by IS NOT NULL AS undone, c."before" AS before, c."after" AS after
     FROM operation_changes c JOIN operations o ON o.id = c.operation_id
     WHERE c.entity_table = 'memories' AND c.entity_id = ? ORDER BY o.id DESC LIMIT ?`,
  ).all(memoryId, limit) as StoredRow[];
  return rows.reverse().map(({ actorKind, actorName, undone, before, after, ...rest }) => ({
    ...rest,
    actor: { kind: actorKind, name: actorName },
    undone: undone === 1,
    before: bodyOf(before),
    after: bodyOf(after),
  }));
}

/** The memory as an operation left it; null where none is on record. */
export function bodyAfter(handle: Handle, memoryId: number, operation: number): Record<string, unknown> | null {
  const json = prepared(
    handle,
    `SELECT c."after" FROM operation_changes c
     WHERE c.entity_table = 'memories' AND c.entity_id = ? AND c.operation_id = ? ORDER BY c.seq DESC LIMIT 1`,
  )
    .pluck()
    .get(memoryId, operation) as string | null | undefined;
  return json == null ? null : bodyOf(json);
}

interface StoredRow {
  operationId: number;
  kind: string;
  actorKind: Actor["kind"];
  actorName: string;
  at: number;
  undone: number;
  before: string | null;
  after: string | null;
}

function bodyOf(json: string | null): Record<string, unknown> | null {
  const body = json === null ? null : parseJson(json);
  return typeof body === "object" && body !== null ? (body as Record<string, unknown>) : null;
}
