/** Installs the locked packages when they are missing or the lock file has changed since. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, run } from "./paths.mjs";

const LOCK = join(ROOT, "package-lock.json");
const STAMP = join(ROOT, "node_modules", ".keepsake-lock");

/** A packed install has no lock file of its own: whoever installed it installed its packages too. */
export function ensureInstalled() {
  if (!existsSync(LOCK)) return;
  const hash = createHash("sha256").update(readFileSync(LOCK)).digest("hex");
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === hash) return;
  console.log("Installing packages (npm ci); the first time compiles SQLite and takes some minutes …");
  run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"]);
  writeFileSync(STAMP, hash);
}
