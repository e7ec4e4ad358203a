/** Halves of open pairs: which memories wait for a person to choose. What is archived, superseded, deleted or expired waits for nobody. */
import type { Handle } from "../context";
import { prepared } from "../db/prepared";

const IN_FORCE = (row: string, now: string): string =>
  `${row}.status = 'active' AND (${row}.expires_at IS NULL OR ${row}.expires_at > ${now})`;

/** Halves of open pairs both of which are in force; of a claim that was never stored, the memory it contradicts. */
const HALVES = (now: string): string => `
  SELECT p.older_id AS id FROM memory_pairs p
    JOIN memories o ON o.id = p.older_id AND ${IN_FORCE("o", now)}
    LEFT JOIN memories n ON n.id = p.newer_id
    WHERE p.status = 'open' AND (p.newer_id = 0 OR (${IN_FORCE("n", now)}))
  UNION
  SELECT p.newer_id FROM memory_pairs p
    JOIN memories o ON o.id = p.older_id AND ${IN_FORCE("o", now)}
    JOIN memories n ON n.id = p.newer_id AND ${IN_FORCE("n", now)}
    WHERE p.status = 'open'`;

/** Ids of all of them. */
export const halvesOfPairs = (handle: Handle, now: number): Set<number> =>
  new Set(prepared(handle, HALVES("$now")).pluck().all({ now }) as number[]);

/** Those of the given memories that are a half of an open pair. */
export function halvesAmong(handle: Handle, ids: number[], now: number): Set<number> {
  if (ids.length === 0) return new Set();
  const rows = prepared(handle, `SELECT id FROM (${HALVES("$now")}) WHERE id IN (SELECT value FROM json_each($ids))`);
  return new Set(rows.pluck().all({ ids: JSON.stringify(ids), now }) as number[]);
}
