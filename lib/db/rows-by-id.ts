/** Whole rows by id for hot paths, as one prepared statement a table: making it anew takes a query builder longer than SQLite takes to answer. */
import { getTableColumns, getTableName, type InferSelectModel } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Handle } from "../context";
import { prepared } from "./prepared";

/** Reads rows of `table` in the order of `ids`; ids that do not exist are left out. Knows flags beside numbers and text, and no other code. */
export function rowsById<T extends SQLiteTable>(table: T): (handle: Handle, ids: number[]) => InferSelectModel<T>[] {
  const columns = Object.entries(getTableColumns(table));
  const flags = columns.filter(([, column]) => column.dataType === "boolean").map(([name]) => name);
  const selected = columns.map(([name, column]) => `r."${column.name}" AS "${name}"`).join(", ");
  const text = `SELECT ${selected} FROM json_each(?) i CROSS JOIN "${getTableName(table)}" r ON r.id = i.value`;
  return (handle, ids) => {
    if (ids.length === 0) return [];
    const rows = prepared(handle, text).all(JSON.stringify(ids)) as Record<string, unknown>[];
    for (const row of rows) for (const flag of flags) if (row[flag] !== null) row[flag] = row[flag] === 1;
    return rows as InferSelectModel<T>[];
  };
}
