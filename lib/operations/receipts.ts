/** Reads receipts for the API and the console. */
import type { App } from "../context";
import { noSuch } from "../contract/errors";
import type { Receipt } from "../contract/operations";
import { findReceipt, holdersOf, latestReceipts, receiptCount, type ReceiptRow } from "./receipts-repo";

/** `pending` until the purge has scanned every file of the data folder. Throws `not_found`. */
export function getReceipt(app: App, id: number): Receipt {
  const row = findReceipt(app.db, id);
  if (row === undefined) throw noSuch("receipt", id, "A deletion for good answers receipt_id.");
  return toReceipt(row);
}

/** The newest first; `next` is the `before` of the page after, null on the last. */
export function pageOfReceipts(
  app: App,
  { limit, before }: { limit: number; before: number | null },
): { items: Receipt[]; next: number | null } {
  const rows = latestReceipts(app.db, limit + 1, before);
  const items = rows.slice(0, limit);
  return { items: items.map(toReceipt), next: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
}

export const countReceipts = (app: App): number => receiptCount(app.db);

function toReceipt(row: ReceiptRow): Receipt {
  return {
    id: row.id,
    status: row.status,
    entity: row.entity,
    holders: holdersOf(row),
    error: row.error,
    requested_at: row.requestedAt,
    completed_at: row.completedAt,
  };
}
