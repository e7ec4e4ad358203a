/** What memories are called and say. */
import type { Handle } from "../context";
import { prepared } from "../db/prepared";

export function textsOf(handle: Handle, ids: readonly number[]): Map<number, { key: string; value: string }> {
  const rows = prepared(handle, "SELECT id, key, value FROM memories WHERE id IN (SELECT value FROM json_each(?))").all(
    JSON.stringify(ids),
  ) as { id: number; key: string; value: string }[];
  return new Map(rows.map(({ id, key, value }) => [id, { key, value }]));
}
