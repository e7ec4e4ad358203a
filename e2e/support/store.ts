/** Looks into a data folder from outside, read-only, while no server or any server runs on it. */
import { join } from "node:path";
import Database from "better-sqlite3";

/** Runs one query on the folder's database. */
export function query<T>(home: string, sql: string, ...params: unknown[]): T[] {
  const db = new Database(join(home, "keepsake.db"), { readonly: true, timeout: 5000 });
  try {
    return db.prepare(sql).all(...params) as T[];
  } finally {
    db.close();
  }
}

export const count = (home: string, sql: string, ...params: unknown[]): number =>
  Object.values(query<Record<string, number>>(home, sql, ...params)[0] ?? {})[0] ?? 0;
