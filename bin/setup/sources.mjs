/** A fingerprint of everything that goes into a build, so that a stale one is noticed and a fresh one is kept. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./paths.mjs";

const FOLDERS = ["app", "components", "i18n", "lib", "messages", "bin", "public", "bench"];
const FILES = [
  "package.json",
  "package-lock.json",
  "next.config.ts",
  "tsconfig.json",
  "postcss.config.mjs",
  "proxy.ts",
  "instrumentation.ts",
];

export function sourceFingerprint() {
  const hash = createHash("sha256").update(process.versions.node);
  for (const name of FILES) add(hash, name);
  for (const folder of FOLDERS) for (const name of walk(folder)) add(hash, name);
  return hash.digest("hex");
}

function walk(folder) {
  const entries = readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(ROOT.length + 1))
    .sort();
}

function add(hash, name) {
  try {
    hash.update(name).update(readFileSync(join(ROOT, name)));
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  }
}
