/** Writes a compact copy of a database, which bears its name only when it is whole. */
import { chmodSync, closeSync, fsyncSync, openSync, renameSync, rmSync } from "node:fs";
import type { Database } from "better-sqlite3";

/** What the copy is called until then; one that stays behind was never finished. */
export const PART = ".part";

/** Live rows only, readable by the owner only. Throws what SQLite and the disk throw; then nothing is left of it. */
export function copyInto(sqlite: Database, file: string): void {
  const part = `${file}${PART}`;
  rmSync(part, { force: true });
  try {
    sqlite.prepare("VACUUM INTO ?").run(part);
    chmodSync(part, 0o600);
    const handle = openSync(part, "r+");
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(part, file);
  } catch (error) {
    for (const end of ["", "-journal"]) rmSync(`${part}${end}`, { force: true });
    throw error;
  }
}
