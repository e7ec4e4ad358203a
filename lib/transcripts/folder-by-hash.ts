/** Hosts that name a session's folder after a hash of the working directory: which path it was, where a file beside tells. */
import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { isRecord, parseJson } from "../text/json-value";

const MAX_BYTES = 8 * 1024 * 1024;
const MAX_PATHS = 20_000;
const MAX_DEPTH = 6;

/** The one absolute path that stands in `files` (JSON, JSON lines, or a path alone) and has this hash, or its beginning. */
export function folderOfHash(files: readonly string[], algorithm: "sha256" | "md5", hash: string): string | undefined {
  if (!/^[0-9a-f]{8,64}$/.test(hash)) return undefined;
  for (const file of files) {
    for (const path of pathsIn(file)) {
      if (createHash(algorithm).update(path).digest("hex").startsWith(hash)) return path;
    }
  }
  return undefined;
}

/** Absolute paths among the keys and strings of a small file; a file that can't be read has none. */
export function pathsIn(file: string): string[] {
  const text = readSmall(file);
  if (text === null) return [];
  const found = new Set<string>();
  const add = (value: string): void => {
    if (found.size < MAX_PATHS && value.length <= 4096 && /^(?:\/|[A-Za-z]:[\\/])/.test(value) && !value.includes("\n"))
      found.add(value);
  };
  const visit = (value: unknown, depth: number): void => {
    if (typeof value === "string") return add(value);
    if (depth >= MAX_DEPTH) return;
    if (Array.isArray(value)) for (const item of value) visit(item, depth + 1);
    else if (isRecord(value)) {
      for (const [key, item] of Object.entries(value)) {
        add(key);
        visit(item, depth + 1);
      }
    }
  };
  const whole = parseJson(text);
  if (whole !== undefined) visit(whole, 0);
  else for (const line of text.split("\n")) visit(parseJson(line) ?? line.trim(), 0);
  return [...found];
}

function readSmall(file: string): string | null {
  try {
    const stat = statSync(file);
    return stat.isFile() && stat.size <= MAX_BYTES ? readFileSync(file, "utf8") : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    // Not there, or closed to us: then nobody tells.
    return null;
  }
}
