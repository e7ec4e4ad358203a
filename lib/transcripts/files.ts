/** Finds the files to import: the named ones, and below folders every file that may be a transcript or a note. */
import { closeSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import { basename, extname, join, resolve } from "node:path";
import { AppError } from "../contract/errors";
import { shownPath } from "./shown-path";

const MAX_FILES = 100_000;
const LINES = ".jsonl";
/** What transcripts and notes end with, on whatever host. */
const ENDINGS = new Set([LINES, ".json", ".md", ".markdown"]);
/** Never the sessions or notes of anybody. */
const PASSED_OVER = new Set(["node_modules", ".git", ".hg", ".svn"]);
/** What every SQLite file begins with. */
const SQLITE = "SQLite format 3";

export interface FoundFile {
  path: string;
  bytes: number;
  /** Named by the person, so that a refusal must be explained. */
  named: boolean;
}

export interface Found {
  files: FoundFile[];
  failed: { file: string; error: string }[];
}

interface Walk {
  files: Map<string, FoundFile>;
  failed: Found["failed"];
}

const TRANSCRIPTS_HINT = "Claude Code keeps its transcripts below ~/.claude/projects.";

/**
 * A folder with the name of a transcript beside it holds that session's sub-agents and tool results: not sessions.
 * What is closed to us below a named folder is listed under `failed` with the system's code.
 * Throws `not_found` with `hint` for a path that does not exist, `validation_failed` for a pipe or a device.
 */
export function findFiles(paths: string[], hint = TRANSCRIPTS_HINT): Found {
  const found: Walk = { files: new Map(), failed: [] };
  for (const name of paths) {
    const path = resolve(name);
    const stat = statOrThrow(path, shownPath(name), hint);
    if (stat.isDirectory()) walk(path, found);
    else if (!stat.isFile()) {
      throw new AppError("validation_failed", `${shownPath(name)} is neither a file nor a folder.`, {
        hint: "A transcript is read twice, so a pipe or a device will not do: save it as a file first.",
      });
    } else found.files.set(path, { path, bytes: stat.size, named: true });
  }
  return { files: [...found.files.values()], failed: found.failed };
}

/** Throws `validation_failed` when a named file is a database: those come in by another way. */
export function refuseDatabases(files: FoundFile[]): void {
  for (const { path, named } of files) {
    if (!named || !isDatabase(path)) continue;
    throw new AppError("validation_failed", `${path} is a database, not a transcript.`, {
      hint: "Say whose it is: keepsake import --from claude-mem FILE, or --from codewatch, --from opencode; EvolvMem's: --from evolvmem FOLDER.",
    });
  }
}

/** False for what cannot be opened, too: whoever reads it says why. */
function isDatabase(path: string): boolean {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return false;
  }
  try {
    const head = Buffer.alloc(SQLITE.length);
    return readSync(file, head, 0, head.length, 0) === head.length && head.toString("latin1") === SQLITE;
  } finally {
    closeSync(file);
  }
}

/** `shown`: as it was given, since where a relative name leads is nobody's business. */
function statOrThrow(path: string, shown: string, hint: string) {
  try {
    return statSync(path);
  } catch (error) {
    throw new AppError("not_found", `There is no file or folder ${shown}.`, { hint, cause: error });
  }
}

function walk(folder: string, found: Walk): void {
  const entries = attempt(found, folder, () => readdirSync(folder, { withFileTypes: true })) ?? [];
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  const names = new Set(entries.map((entry) => entry.name));
  const candidates = entries.filter((entry) => entry.isFile() && isCandidate(entry.name, names));
  const sessions = new Set(candidates.map((entry) => basename(entry.name, LINES)));
  for (const entry of entries) {
    const isParts = isOpenCodeStorage(names) && entry.name !== "session";
    const isPassedOver = PASSED_OVER.has(entry.name) || sessions.has(entry.name) || isParts;
    if (entry.isDirectory() && !isPassedOver) walk(join(folder, entry.name), found);
  }
  for (const entry of candidates) {
    const path = join(folder, entry.name);
    if (found.files.size >= MAX_FILES) {
      throw new AppError("too_large", `More than ${MAX_FILES} files.`, { hint: "Import folder by folder." });
    }
    const stat = attempt(found, path, () => statSync(path));
    if (stat !== null) found.files.set(path, { path, bytes: stat.size, named: false });
  }
}

/** kimi-cli keeps what it sends to the model beside the log of the session. */
const isCandidate = (name: string, beside: ReadonlySet<string>): boolean =>
  ENDINGS.has(extname(name).toLowerCase()) && !(beside.has("wire.jsonl") && /^context(?:_\d+)?\.jsonl$/.test(name));

/** Messages and parts belong to the sessions, which are read with them. */
const isOpenCodeStorage = (names: ReadonlySet<string>): boolean =>
  names.has("session") && names.has("message") && names.has("part");

/** null, and noted, when the system refuses: one closed folder never spoils the rest. */
function attempt<T>(found: Walk, file: string, look: () => T): T | null {
  try {
    return look();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    found.failed.push({ file, error: code });
    return null;
  }
}
