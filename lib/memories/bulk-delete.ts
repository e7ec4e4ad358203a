/** Deletion of many memories for good: counted by the person first, proven by receipts. */
import { setImmediate } from "node:timers/promises";
import type { App } from "../context";
import type { Actor } from "../contract/common";
import { AppError } from "../contract/errors";
import type { MemoryBulkDelete, MemoryBulkDeletePreview, MemoryBulkDeleteResult } from "../contract/memory-bulk";
import { hardDelete } from "../operations/hard-delete";
import { versionsHolding } from "../operations/targets";
import { type Wanted, wantedIds } from "./bulk";
import { findMemories } from "./repo";

/** Rows of one request: each is a look through every table. */
const MAX_DELETED = 2_000;
/** Rows of one transaction and one receipt: at 100,000 memories some 40 ms each, in which nobody else gets a turn. */
const ROWS_AT_ONCE = 25;
const MAX_EXAMPLES = 20;

/**
 * Removes them with the versions that hold the same text; can't be undone. Throws `conflict` when there are not `count` of them,
 * `forbidden` as `hardDelete` does, `validation_failed` for none or for more than 2,000; then nothing is removed. 25 are one
 * transaction: what comes to be in the way later leaves those before it removed, with their receipts.
 */
export async function deleteForGood(
  app: App,
  body: Pick<MemoryBulkDelete, "count"> & Wanted,
  actor: Actor,
): Promise<MemoryBulkDeleteResult> {
  const ids = await existing(app, body);
  if (ids.length !== body.count) {
    throw new AppError("conflict", `There are ${ids.length} now, not ${body.count}. Nothing was deleted.`, {
      hint: "Look at them again and confirm the number that there is.",
      details: [{ path: "count", message: String(ids.length) }],
    });
  }
  if (ids.length === 0 || ids.length > MAX_DELETED) {
    throw new AppError("validation_failed", `Give 1 to ${MAX_DELETED} memories to delete for good.`, {
      hint: "Narrow the filter, and delete the rest after it.",
      details: [{ path: "count", message: `must be 1 to ${MAX_DELETED}` }],
    });
  }
  const receipts: number[] = [];
  for (let start = 0; start < ids.length; start += ROWS_AT_ONCE) {
    if (start > 0) await setImmediate();
    const wanted = ids.slice(start, start + ROWS_AT_ONCE);
    // Those before may have taken some of these along as versions of their own.
    const rows = findMemories(app.db, wanted).map((row) => row.id);
    if (rows.length > 0) receipts.push(hardDelete(app, { table: "memories", ids: rows }, actor).receipt_id);
  }
  return { ok: true, deleted: ids.length, receipt_ids: receipts };
}

/** What `deleteForGood` would remove, without removing it. */
export async function previewDelete(app: App, body: Wanted): Promise<MemoryBulkDeletePreview> {
  const ids = await existing(app, body);
  const rows = findMemories(app.db, ids.slice(0, MAX_DELETED));
  return {
    ok: true,
    dry_run: true,
    found: ids.length,
    versions: versionsHolding(app.db, rows).length - rows.length,
    examples: rows.slice(0, MAX_EXAMPLES).map(({ id, key, value }) => ({ id, key, value })),
  };
}

/** Those of the wanted that there are. */
async function existing(app: App, body: Wanted): Promise<number[]> {
  return findMemories(app.db, await wantedIds(app, body)).map((row) => row.id);
}
