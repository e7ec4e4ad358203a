/** Looks into a data folder from outside, read-only, while no server or any server runs on it. */
import { readdirSync, readFileSync } from "node:fs";
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

/** Files below the folder that hold any of the byte strings. */
export function filesHolding(home: string, needles: (string | Buffer)[]): string[] {
  const wanted = needles.map((needle) => Buffer.from(needle as string));
  return readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => {
      const bytes = readFileSync(file);
      return wanted.some((needle) => bytes.includes(needle));
    });
}
