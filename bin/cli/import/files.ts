/** Finds the files to import: the named ones, and below folders every file that may be a transcript. */
import { readdirSync, statSync } from "node:fs";
import { basename, extname, join, resolve } from "node:path";
import { AppError } from "../../../lib/contract/errors";

const MAX_FILES = 100_000;
const TRANSCRIPT = ".jsonl";

export interface FoundFile {
  path: string;
  bytes: number;
  /** Named by the person, so that a refusal must be explained. */
  named: boolean;
}

/**
 * A folder with the name of a transcript beside it holds that session's sub-agents and tool results: not sessions.
 * Throws `not_found` for a path that does not exist.
 */
export function findFiles(paths: string[]): FoundFile[] {
  const found = new Map<string, FoundFile>();
  for (const path of paths.map((name) => resolve(name))) {
    const stat = statOrThrow(path);
    if (stat.isDirectory()) walk(path, found);
    else found.set(path, { path, bytes: stat.size, named: true });
  }
  return [...found.values()];
}

function statOrThrow(path: string) {
  try {
    return statSync(path);
  } catch (error) {
    throw new AppError("not_found", `There is no file or folder ${path}.`, {
      hint: "Claude Code keeps its transcripts below ~/.claude/projects.",
      cause: error,
    });
  }
}

function walk(folder: string, found: Map<string, FoundFile>): void {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  const sessions = new Set(
    entries.filter((entry) => extname(entry.name) === TRANSCRIPT).map((entry) => basename(entry.name, TRANSCRIPT)),
  );
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !sessions.has(entry.name)) walk(path, found);
    if (!entry.isFile() || extname(entry.name) !== TRANSCRIPT) continue;
    if (found.size >= MAX_FILES) {
      throw new AppError("too_large", `More than ${MAX_FILES} transcripts.`, { hint: "Import folder by folder." });
    }
    found.set(path, { path, bytes: statSync(path).size, named: false });
  }
}
