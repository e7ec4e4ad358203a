/** Installs the locked packages when they are missing or the lock file has changed since. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT, run } from "./paths.mjs";

const LOCK = join(ROOT, "package-lock.json");
const STAMP = join(ROOT, "node_modules", ".keepsake-lock");

/** A packed install has no lock file of its own: whoever installed it installed its packages too. */
export const isInstalled = () => !existsSync(LOCK) || (existsSync(STAMP) && readFileSync(STAMP, "utf8") === lockHash());

const lockHash = () => createHash("sha256").update(readFileSync(LOCK)).digest("hex");

export function ensureInstalled() {
  if (isInstalled()) return;
  console.log("Installing packages (npm ci); the first time compiles SQLite and takes some minutes …");
  run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    env: { ...process.env, ...headersOfThisNode() },
  });
  writeFileSync(STAMP, lockHash());
}

/** Compiling needs Node's headers; many installations carry them, and then nothing has to be downloaded for it. */
export function headersOfThisNode() {
  const prefix = dirname(dirname(process.execPath));
  const isThere = existsSync(join(prefix, "include", "node", "node.h"));
  return isThere && process.env.npm_config_nodedir === undefined ? { npm_config_nodedir: prefix } : {};
}
