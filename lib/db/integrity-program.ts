/**
 * A process of its own that checks the database file: on a store of gigabytes it takes minutes, all of them inside of SQLite, and
 * the server goes on meanwhile. Bundled to `dist/integrity.mjs`; told the file by its first argument, it tells its parent.
 */
import Database from "better-sqlite3";
import type { IntegrityStep } from "../contract/checks";
import { checkLinks, checkPages, type FileFinding } from "./integrity";

export type IntegrityMessage =
  | { type: "step"; step: IntegrityStep }
  | { type: "found"; findings: FileFinding[] }
  /** A code, never a message: those of SQLite may hold a path. */
  | { type: "failed"; code: string };

const tell = (message: IntegrityMessage): void => void process.send?.(message);

function main(file: string): void {
  const db = new Database(file, { readonly: true, fileMustExist: true, timeout: 5_000 });
  try {
    tell({ type: "step", step: "database" });
    const pages = checkPages(db);
    tell({ type: "step", step: "links" });
    tell({ type: "found", findings: [...pages, ...checkLinks(db)] });
  } finally {
    db.close();
  }
}

try {
  main(process.argv[2] ?? "");
} catch (error) {
  const { code, name } = error as { code?: unknown; name?: unknown };
  tell({ type: "failed", code: typeof code === "string" ? code : String(name) });
}
// The channel to the parent would keep it alive.
process.disconnect?.();
