/** Test helper: which files of a data folder hold a text or bytes, in whatever encoding stores use. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** Paths below `home` of every file (database, WAL, vectors, logs, spool, backups) that holds one of `what`. */
export function filesHolding(home: string, ...what: (string | Uint8Array)[]): string[] {
  const needles = what.flatMap(formsOf);
  return readdirSync(home, { recursive: true, encoding: "utf8" }).filter((name) => {
    const path = join(home, name);
    if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return false;
    const bytes = readFileSync(path);
    return needles.some((needle) => bytes.includes(needle));
  });
}

const formsOf = (what: string | Uint8Array): Buffer[] =>
  typeof what === "string"
    ? [Buffer.from(what, "utf8"), Buffer.from(what, "utf16le"), Buffer.from(JSON.stringify(what).slice(1, -1))]
    : [Buffer.from(what)];
