/** SQL of where imported rows came from. */
import { and, eq } from "drizzle-orm";
import type { Handle } from "../context";
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

export function saveLink(tx: Handle, now: number, source: string, link: Link): void {
  tx.delete(importedRows)
    .where(and(eq(importedRows.source, source), eq(importedRows.sourceId, link.sourceId)))
    .run();
  tx.insert(importedRows)
    .values({ source, sourceId: link.sourceId, entityTable: link.table, entityId: link.id, createdAt: now })
    .run();
}
