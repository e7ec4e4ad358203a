/** SQL of the settings table. One row beside the settings counts changes, so that readers know when to read again. */
import { eq, sql } from "drizzle-orm";
import type { Handle } from "../context";
import { prepared } from "../db/prepared";
import { settings } from "../db/schema/settings";

/** Not a setting: no key of the contract has a colon. */
const REVISION_KEY = "meta:revision";

/** Every request asks for it. */
export const settingsRevision = (handle: Handle): number =>
  Number(prepared(handle, "SELECT value FROM settings WHERE key = ?").pluck().get(REVISION_KEY) ?? 0);

/** Key → JSON text. */
export function storedSettings(handle: Handle): Map<string, string> {
  const rows = handle.select({ key: settings.key, value: settings.value }).from(settings).all();
  return new Map(rows.filter((row) => row.key !== REVISION_KEY).map((row) => [row.key, row.value]));
}

/** `value` undefined removes the row. */
export function storeSetting(tx: Handle, now: number, key: string, value: unknown): void {
  if (value === undefined) {
    tx.delete(settings).where(eq(settings.key, key)).run();
    return;
  }
  const text = JSON.stringify(value);
  tx.insert(settings)
    .values({ key, value: text, updatedAt: now })
    .onConflictDoUpdate({ target: settings.key, set: { value: text, updatedAt: now } })
    .run();
}

/** Readers read again. `above` = a revision that they may have seen in other rows than these. */
export function bumpSettingsRevision(tx: Handle, now: number, above = 0): void {
  tx.insert(settings)
    .values({ key: REVISION_KEY, value: String(above + 1), updatedAt: now })
    .onConflictDoUpdate({
      target: settings.key,
      set: { value: sql`max(CAST(${settings.value} AS INTEGER), ${above}) + 1`, updatedAt: now },
    })
    .run();
}
