/** Test helper: which files of a data folder hold a text, in whatever encoding stores use. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** Paths below `home` of every file (database, WAL, vectors, logs, spool, backups) whose bytes hold `text`. */
export function filesHolding(home: string, text: string): string[] {
  const needles = [
    Buffer.from(text, "utf8"),
    Buffer.from(text, "utf16le"),
    Buffer.from(JSON.stringify(text).slice(1, -1)),
  ];
  return readdirSync(home, { recursive: true, encoding: "utf8" })
    .map((name) => join(home, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true)
    .filter((path) => {
      const bytes = readFileSync(path);
      return needles.some((needle) => bytes.includes(needle));
    })
    .map((path) => path.slice(home.length + 1));
}
