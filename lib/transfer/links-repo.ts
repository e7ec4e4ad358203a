/** SQL of where imported rows came from. */
import { eq } from "drizzle-orm";
import type { Handle } from "../context";
import { prepared } from "../db/prepared";
import { importedRows } from "../db/schema";

export interface Link {
  sourceId: string;
  table: string;
  id: number;
}

/** By id in the source. */
export function linksOf(handle: Handle, source: string): Map<string, Link> {
  const rows = handle.select().from(importedRows).where(eq(importedRows.source, source)).all();
  return new Map(
    rows.map((row) => [row.sourceId, { sourceId: row.sourceId, table: row.entityTable, id: row.entityId }]),
  );
}

/** Prepared, since an import writes one for each row. */
export function saveLink(tx: Handle, now: number, source: string, { sourceId, table, id }: Link): void {
  prepared(
    tx,
    "INSERT OR REPLACE INTO imported_rows (source, source_id, entity_table, entity_id, created_at) VALUES (?, ?, ?, ?, ?)",
  ).run(source, sourceId, table, id, now);
}
