/** Import of notes: markdown files and folders of them, whoever wrote them. Files are only read. */
import { isUtf8 } from "node:buffer";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { setImmediate } from "node:timers/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import type { App } from "../context";
import type { Actor } from "../contract/common";
import { AppError } from "../contract/errors";
import type { ImportTool, ToolImport, ToolReport } from "../contract/tool-import";
import { identifyProject, resolveProjects } from "../projects/service";
import { findFiles } from "../transcripts/files";
import { folderNameOf, folderOfSlug } from "../transcripts/claude-folder";
import { shownPath } from "../transcripts/shown-path";
import { expand } from "./evolvmem";
import { type NoteFile, statementsOf } from "./note-statements";
import { seenFolders } from "./seen-folders-query";
import { type Gathered, type Statement, takeMemories } from "./tool-memories";

const MAX_FILE_BYTES = 2 * 1024 * 1024;
const MAX_TEXT_BYTES = 64 * 1024 * 1024;
/** Others are served between them. */
const FILES_AT_ONCE = 50;
const NOTE = /\.(?:md|markdown|mdx)$/i;
const DEFAULTS: Partial<Record<ImportTool, string>> = {
  "claude-memory": "~/.claude/projects",
  "basic-memory": "~/basic-memory",
};

/** Throws `not_found` for paths that are not there, `validation_failed` where none is a note, `too_large`. */
export async function importNotes(app: App, asked: ToolImport, actor: Actor): Promise<ToolReport> {
  const named = asked.paths ?? [DEFAULTS[asked.tool] ?? ""].filter((path) => path !== "");
  if (named.length === 0) {
    throw new AppError("validation_failed", "Say which notes.", {
      hint: "For example keepsake import --from notes ~/notes",
    });
  }
  const roots = named.map((path): Root => ({ given: expand(path), path: resolve(expand(path)) }));
  const { files, failed } = findFiles(
    roots.map(({ given }) => given),
    `Say where they are: keepsake import --from ${asked.tool} <folder>`,
  );
  const notes = files.filter(({ path }) => NOTE.test(path) && (asked.tool !== "claude-memory" || isAutoMemory(path)));
  if (notes.length === 0) {
    throw new AppError("not_found", "No note (.md) is in there.", {
      hint: `Looked in ${roots
        .map(({ given }) => shownPath(given))
        .slice(0, 3)
        .join(", ")}.`,
    });
  }
  const gathered: Gathered = {
    statements: [],
    rejected: failed.map(({ file, error }) => ({
      row: shownBelow(roots, file),
      reason: `It can't be read (${error}).`,
    })),
  };
  const folders = new Map<string, string | null>();
  let bytes = 0;
  for (const [index, { path, bytes: size }] of notes.entries()) {
    if (index % FILES_AT_ONCE === 0) await setImmediate();
    const row = shownBelow(roots, path);
    bytes += Math.min(size, MAX_FILE_BYTES);
    if (bytes > MAX_TEXT_BYTES)
      throw new AppError("too_large", "The notes hold more than 64 MB.", { hint: "Import them folder by folder." });
    if (size > MAX_FILE_BYTES) {
      gathered.rejected.push({ row, reason: "The note is larger than 2 MB." });
      continue;
    }
    const note = readNote(app, path, roots, folders);
    if ("reason" in note) gathered.rejected.push({ row, reason: note.reason });
    else
      for (const statement of statementsOf(note))
        gathered.statements.push({ statement: placed(app, { ...statement, ...ofNameless(asked, note) }), row });
  }
  return takeMemories(app, asked.tool, "notes", gathered, { ...asked, actor });
}

interface Root {
  /** As it was named: where a relative name leads is nobody's business. */
  given: string;
  path: string;
}

const rootOf = (roots: Root[], path: string): Root | undefined =>
  roots.find((one) => path === one.path || path.startsWith(one.path + sep));

function shownBelow(roots: Root[], path: string): string {
  const root = rootOf(roots, path);
  return root === undefined ? basename(path) : shownPath(root.given + path.slice(root.path.length));
}

/**
 * Auto memory is one project's also where nobody knows its folder any more: then that of its folder's name, which a merge of
 * projects puts right. What is said of one must not be told in all others.
 */
const ofNameless = (asked: ToolImport, { path, folder, isAutoMemory }: NoteFile): Partial<Statement> =>
  isAutoMemory && folder === null && asked.project === undefined
    ? { project: basename(slugFolder(path)).replace(/^-+/, "") || "root" }
    : {};

/** A project's key says more than its name, where it is known here. */
function placed(app: App, statement: Statement): Statement {
  const { project } = statement;
  if (project == null) return statement;
  return resolveProjects(app, project).length === 1
    ? statement
    : { ...statement, project: project.slice(project.lastIndexOf("/") + 1) };
}

function readNote(
  app: App,
  path: string,
  roots: Root[],
  folders: Map<string, string | null>,
): NoteFile | { reason: string } {
  try {
    const bytes = readFileSync(path);
    // What is in another encoding would be kept as signs that nobody wrote (E13).
    if (!isUtf8(bytes)) return { reason: "It is not UTF-8 text. Save it in that encoding and import it again." };
    const text = bytes.toString("utf8").replace(/^\uFEFF/, "");
    if (text.includes("\u0000")) return { reason: "It is no text." };
    const folder = dirname(path);
    if (!folders.has(folder)) folders.set(folder, projectFolder(app, path));
    const root = rootOf(roots, path);
    return {
      path,
      name: root === undefined || root.path === path ? basename(path) : relative(root.path, path).split(sep).join("/"),
      text,
      changedAt: Math.min(app.now(), Math.floor(statSync(path).mtimeMs)),
      folder: folders.get(folder) ?? null,
      isAutoMemory: isAutoMemory(path),
      beside: new Set(readdirSync(folder)),
    };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    return { reason: `It can't be read (${code}).` };
  }
}

/** `…/projects/<folder's name>/memory/<fact>.md`. */
function isAutoMemory(path: string): boolean {
  const memory = dirname(path);
  return basename(memory) === "memory" && basename(dirname(dirname(memory))) === "projects";
}

/** Of a fact: the folder that is named after its project's. */
const slugFolder = (path: string): string => dirname(dirname(path));

/** A repository's notes are its own, those of auto memory of the project whose folder is named so; others hold everywhere. */
function projectFolder(app: App, path: string): string | null {
  if (isAutoMemory(path)) {
    const named = slugFolder(path);
    // Claude Code removes transcripts after a while, memory stays.
    return folderOfSlug(named) ?? seenFolders(app.db).find((seen) => folderNameOf(seen) === basename(named)) ?? null;
  }
  const folder = dirname(path);
  // Instructions for the repository lie in such folders of it, or for all in that of the home folder.
  const of = /^\.(?:claude|cursor|gemini|codex)$/.test(basename(folder)) ? dirname(folder) : folder;
  if (of === homedir() || folder === join(homedir(), ".claude")) return null;
  const { kind } = identifyProject(app, { cwd: of });
  return kind === "git_remote" || kind === "git_repo" ? of : null;
}
