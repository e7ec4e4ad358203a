/** SQL of tombstones and of the key that their hashes are made with. */
import { eq } from "drizzle-orm";
import type { Handle } from "../context";
import { settings, tombstones } from "../db/schema";

export function insertTombstone(tx: Handle, row: { hash: string; receiptId: number; createdAt: number }): void {
  tx.insert(tombstones).values(row).onConflictDoNothing().run();
}

export function findTombstone(handle: Handle, hash: string): boolean {
  return handle.select({ hash: tombstones.hash }).from(tombstones).where(eq(tombstones.hash, hash)).get() !== undefined;
}

/** A value of ours that is no setting of the user's; its key starts with `internal.`. */
export function readInternal(handle: Handle, key: string): string | undefined {
  const row = handle.select({ value: settings.value }).from(settings).where(eq(settings.key, key)).get();
  return row === undefined ? undefined : (JSON.parse(row.value) as string);
}

export function writeInternal(tx: Handle, now: number, key: string, value: string): void {
  tx.insert(settings)
    .values({ key, value: JSON.stringify(value), updatedAt: now })
    .run();
}
