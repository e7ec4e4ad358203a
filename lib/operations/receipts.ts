/** Reads receipts for the API and the console. */
import type { App } from "../context";
import { noSuch } from "../contract/errors";
import type { Receipt } from "../contract/operations";
import { findReceipt, holdersOf, latestReceipts, type ReceiptRow } from "./receipts-repo";

/** `pending` until the purge has scanned every file of the data folder. Throws `not_found`. */
export function getReceipt(app: App, id: number): Receipt {
  const row = findReceipt(app.db, id);
  if (row === undefined) throw noSuch("receipt", id, "A deletion for good answers receipt_id.");
  return toReceipt(row);
}

/** The newest first. */
export const listReceipts = (app: App, limit: number): Receipt[] => latestReceipts(app.db, limit).map(toReceipt);

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
