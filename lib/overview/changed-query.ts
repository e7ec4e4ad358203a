/** What changed since a moment: counts over indexes, each up to a bound, since beyond it nobody counts. */
import type { Handle } from "../context";
import { prepared } from "../db/prepared";
import type { Scope } from "./days-query";

/** More than these are "10,000 or more". */
export const MAX_CHANGED = 10_000;

export interface Changed {
  /** Written since and still there. */
  memories: number;
  /** Superseded since. */
  replaced: number;
  /** Contradictions that were found since and wait for a decision. */
  conflicts: number;
  /** Sessions in which something happened since. */
  sessions: number;
  /** Blocks handed to agents since. */
  injections: number;
  /** Jobs that gave up since; of no project. */
  failures: number;
}

export function countChanged(handle: Handle, scope: Scope, since: number): Changed {
  const mine = (column: string): string =>
    scope === null ? "" : ` AND ${column} IN (SELECT value FROM json_each($scope))`;
  const firstBlock = firstIdSince(handle, "injections", since);
  const values = { since, firstBlock, scope: JSON.stringify(scope ?? []) };
  const count = (from: string): number =>
    prepared(handle, `SELECT count(*) FROM (SELECT 1 FROM ${from} LIMIT ${MAX_CHANGED})`).pluck().get(values) as number;
  const ofProject = mine("project_id");
  return {
    memories: ["active", "archived"].reduce(
      (sum, status) => sum + count(`memories WHERE status = '${status}' AND created_at > $since${ofProject}`),
      0,
    ),
    replaced: count(`memories WHERE status = 'superseded' AND updated_at > $since${ofProject}`),
    // Where one half is gone nothing contradicts any more, until it comes back.
    conflicts: count(
      `memory_pairs p WHERE p.status = 'open' AND p.kind = 'conflict' AND p.created_at > $since${mine("p.project_id")}
        AND NOT EXISTS (SELECT 1 FROM memories m WHERE m.id IN (p.older_id, p.newer_id) AND m.status <> 'active')`,
    ),
    sessions: count(`sessions WHERE last_event_at > $since AND status <> 'deleted'${ofProject}`),
    injections: firstBlock === null ? 0 : count(`injections WHERE id >= $firstBlock${ofProject}`),
    failures: count("jobs WHERE status = 'dead' AND updated_at > $since"),
  };
}

type Appended = "injections" | "operations";

/**
 * The first row after `since` of a table that only grows at its end; null = none. Halved by ids: such tables have no
 * index on time, and a walk from the end would read every long row on the way.
 */
export function firstIdSince(handle: Handle, table: Appended, since: number, from = 1): number | null {
  const at = prepared(handle, `SELECT id, created_at AS at FROM ${table} WHERE id >= ? ORDER BY id LIMIT 1`);
  const last = prepared(handle, `SELECT max(id) FROM ${table}`).pluck().get() as number | null;
  let low = from;
  let high = (last ?? 0) + 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const row = at.get(middle) as { id: number; at: number } | undefined;
    if (row === undefined || row.at > since) high = middle;
    else low = row.id + 1;
  }
  return (at.get(low) as { id: number } | undefined)?.id ?? null;
}
