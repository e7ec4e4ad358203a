/** SQL of the feed: pages of operations under filters by whichever index leaves fewest rows, and counts for its facets. */
import type { Handle } from "../context";
import type { Actor } from "../contract/common";
import type { OperationState } from "../contract/operations";
import { prepared } from "../db/prepared";

/** What is asked for, in the store's own terms; null or undefined = any. */
export interface FeedFilter {
  actor?: Actor["kind"] | undefined;
  name?: string | undefined;
  kinds: string[] | null;
  projectIds: number[] | null;
  state?: OperationState | undefined;
  /** Ids above this one and up to that one. */
  above: number;
  upTo: number;
}

/** Operations that are alike in all that the feed filters by. */
export interface FeedCell {
  kind: string;
  actorKind: Actor["kind"];
  actorName: string;
  projectId: number;
  state: OperationState;
  count: number;
}

export type Driver = "kinds" | "projectIds" | "actor" | "state" | "none";

const STATE = "CASE WHEN undone_by IS NOT NULL THEN 'undone' WHEN undoable THEN 'undoable' ELSE 'final' END";

/** Few shapes: each driver with each set of filters is one statement. */
const CELLS = `SELECT kind, actor_kind AS actorKind, actor_name AS actorName, project_id AS projectId, ${STATE} AS state, count(*) AS count
  FROM operations WHERE id > ? AND id <= ? GROUP BY 1, 2, 3, 4, 5`;

export const readCells = (handle: Handle, above: number, upTo: number): FeedCell[] =>
  prepared(handle, CELLS).all(above, upTo) as FeedCell[];

export const newestOperation = (handle: Handle): number =>
  (prepared(handle, "SELECT max(id) FROM operations").pluck().get() as number | null) ?? 0;

/** Whether operations in the range changed how older ones stand: by undoing them, or by removing what they hold. */
export const changedOlder = (handle: Handle, above: number, upTo: number): boolean =>
  prepared(
    handle,
    `SELECT 1 FROM operations WHERE id > ? AND id <= ? AND (undo_of IS NOT NULL OR kind LIKE '%.hard_delete') LIMIT 1`,
  ).get(above, upTo) !== undefined;

export const countIds = (handle: Handle, above: number, upTo: number): number =>
  prepared(handle, "SELECT count(*) FROM operations WHERE id > ? AND id <= ?").pluck().get(above, upTo) as number;

const FIRST_FROM = "SELECT id, created_at AS at FROM operations WHERE id >= ? ORDER BY id LIMIT 1";

/** The last id before the moment. Ids grow with time, so that it is found by halving; no index on times is needed. */
export function lastIdBefore(handle: Handle, at: number): number {
  const look = prepared(handle, FIRST_FROM);
  let [low, high] = [1, newestOperation(handle) + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const row = look.get(middle) as { id: number; at: number } | undefined;
    if (row === undefined || row.at >= at) high = middle;
    else low = row.id + 1;
  }
  return low - 1;
}

/** Ids, newest first. With several kinds or projects each is read by its index, and the newest of all are kept. */
export function feedIds(handle: Handle, filter: FeedFilter, driver: Driver, limit: number): number[] {
  const { conditions, values } = conditionsOf(filter, driver);
  const bounds = { ...values, above: filter.above, upTo: filter.upTo, limit };
  const page = (source: string, index: string, first: string): string =>
    `SELECT id FROM ${source} ${index} WHERE ${[first, "id > @above AND id <= @upTo", ...conditions].filter(Boolean).join(" AND ")}
     ORDER BY id DESC LIMIT @limit`;
  const statement = (text: string) => prepared(handle, text).pluck();
  switch (driver) {
    case "kinds":
    case "projectIds": {
      const column = driver === "kinds" ? "kind" : "project_id";
      const index = `INDEXED BY ${driver === "kinds" ? "operations_kind" : "operations_project"}`;
      const each = statement(page("operations", index, `${column} = @one`));
      const found = (filter[driver] ?? []).flatMap((one) => each.all({ ...bounds, one }) as number[]);
      return found.sort((a, b) => b - a).slice(0, limit);
    }
    case "actor":
      return statement(page("operations", "INDEXED BY operations_actor", "actor_kind = @actor")).all({
        ...bounds,
        actor: filter.actor,
      }) as number[];
    case "state":
      // What was taken back is named by what took it back, of which there are few.
      return statement(
        page(
          "operations",
          "",
          `undone_by IS NOT NULL AND id IN (SELECT undo_of FROM operations INDEXED BY operations_kind WHERE kind = 'operation.undo')`,
        ),
      ).all(bounds) as number[];
    case "none":
      return statement(page("operations", "", "")).all(bounds) as number[];
  }
}

/** All filters but the one that drives; lists as JSON, so that their lengths make no new statements. */
function conditionsOf(filter: FeedFilter, driver: Driver): { conditions: string[]; values: Record<string, unknown> } {
  const conditions: string[] = [];
  const values: Record<string, unknown> = {};
  const add = (condition: string, more: Record<string, unknown>): void => {
    conditions.push(condition);
    Object.assign(values, more);
  };
  const { actor, name, kinds, projectIds, state } = filter;
  if (actor !== undefined && driver !== "actor") add("actor_kind = @actor", { actor });
  if (name !== undefined) add("actor_name = @name", { name });
  if (kinds !== null && driver !== "kinds")
    add("kind IN (SELECT value FROM json_each(@kinds))", { kinds: JSON.stringify(kinds) });
  if (projectIds !== null && driver !== "projectIds")
    add("project_id IN (SELECT value FROM json_each(@projectIds))", { projectIds: JSON.stringify(projectIds) });
  if (state !== undefined && driver !== "state") add(`${STATE} = @state`, { state });
  return { conditions, values };
}
