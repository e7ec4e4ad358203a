/** SQL of where imported rows came from. */
import { eq } from "drizzle-orm";
import type { Handle } from "../context";
import { prepared } from "../db/prepared";
import { importedRows } from "../db/schema/imports";

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

/** One link; undefined when nothing of this id came in. */
export function findLink(handle: Handle, source: string, sourceId: string): Link | undefined {
  const row = prepared(
    handle,
    'SELECT entity_table AS "table", entity_id AS id FROM imported_rows WHERE source = ? AND source_id = ?',
  ).get(source, sourceId) as Omit<Link, "sourceId"> | undefined;
  return row === undefined ? undefined : { sourceId, ...row };
}

/** The id that the row had where it came from; the first where there are several. */
export function originOf(handle: Handle, source: string, table: string, id: number): string | undefined {
  return prepared(
    handle,
    `SELECT source_id FROM imported_rows INDEXED BY imported_rows_entity
     WHERE entity_table = ? AND entity_id = ? AND source = ? ORDER BY created_at, source_id LIMIT 1`,
  )
    .pluck()
    .get(table, id, source) as string | undefined;
}

/** Texts of the summaries that came in from `source` under this id and stand. */
export const liveSummaries = (handle: Handle, source: string, id: string): SummaryTexts[] =>
  prepared(
    handle,
    `SELECT s.request, s.investigated, s.learned, s.completed, s.next_steps
     FROM imported_rows i JOIN summaries s ON s.id = i.entity_id
     WHERE i.source = ? AND i.source_id >= ? AND i.source_id < ? AND i.entity_table = 'summaries' AND s.status = 'active'`,
  ).all(source, `summary:${id}:`, `summary:${id};`) as SummaryTexts[];

export interface SummaryTexts {
  request: string;
  investigated: string;
  learned: string;
  completed: string;
  next_steps: string;
}
