/** SQL of tombstones and of the key that their hashes are made with. */
import type { Handle } from "../context";
import { prepared } from "../db/prepared";
import { tombstones } from "../db/schema/operations";
import { settings } from "../db/schema/settings";

export function insertTombstone(tx: Handle, row: { hash: string; receiptId: number; createdAt: number }): void {
  tx.insert(tombstones).values(row).onConflictDoNothing().run();
}

export function findTombstone(handle: Handle, hash: string): boolean {
  return prepared(handle, "SELECT 1 FROM tombstones WHERE hash = ?").get(hash) !== undefined;
}

/** A value of ours that is no setting of the user's; its key starts with `internal.`. */
export function readInternal(handle: Handle, key: string): string | undefined {
  const value = prepared(handle, "SELECT value FROM settings WHERE key = ?").pluck().get(key) as string | undefined;
  return value === undefined ? undefined : (JSON.parse(value) as string);
}

export function writeInternal(tx: Handle, now: number, key: string, value: string): void {
  tx.insert(settings)
    .values({ key, value: JSON.stringify(value), updatedAt: now })
    .run();
}
