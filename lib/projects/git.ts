/** What a folder's git files say, read without running git: repository, worktree, branch, origin. */
import { closeSync, constants, fstatSync, openSync, readSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { normalizeRemote } from "./remote";

export interface Repository {
  /** Top folder of this checkout. */
  root: string;
  /** Real path of the directory that all worktrees share. */
  commonDir: string;
  /** Top folder of the main checkout; the common directory itself when the repository is bare. */
  mainRoot: string;
  isWorktree: boolean;
  /** False when `commonDir` is that of the local repository which this one was cloned from. */
  ownsCommonDir: boolean;
  /** `host/path`, or null when there is no remote. */
  remote: string | null;
  /** `detached-` and eight digits when HEAD names a commit. */
  branch: string | null;
}

const MAX_FILE_BYTES = 1024 * 1024;
const MAX_LEVELS = 64;
const MAX_VALUE_CHARS = 4096;
/** A clone of a local clone of a local clone … belongs to the first one; a ring of them ends here. */
const MAX_LOCAL_ORIGINS = 4;

/** The repository that `folder` (an existing real path) lies in, or null. Missing and broken git files are no error. */
export function readRepository(folder: string): Repository | null {
  for (let at = folder, level = 0; level < MAX_LEVELS; level++) {
    const gitDir = gitDirOf(at);
    if (gitDir !== null) return describe(gitDir === at && basename(at) === ".git" ? dirname(at) : at, gitDir);
    const parent = dirname(at);
    if (parent === at) return null;
    at = parent;
  }
  return null;
}

function gitDirOf(folder: string): string | null {
  const dotGit = join(folder, ".git");
  const kind = kindOf(dotGit);
  if (kind === "folder") return isGitDir(dotGit) ? dotGit : null;
  if (kind === "file") {
    const line = (readSmall(dotGit) ?? "").split("\n", 1)[0] ?? "";
    if (!line.startsWith("gitdir:")) return null;
    const gitDir = resolve(folder, line.slice("gitdir:".length).trim());
    return isGitDir(gitDir) ? gitDir : null;
  }
  return isBare(folder) ? folder : null;
}

const isGitDir = (path: string): boolean => kindOf(join(path, "HEAD")) === "file";
const isBare = (path: string): boolean =>
  kindOf(join(path, "HEAD")) === "file" &&
  kindOf(join(path, "objects")) === "folder" &&
  kindOf(join(path, "refs")) === "folder";

function describe(root: string, gitDir: string): Repository {
  const commonDir = commonDirOf(gitDir);
  const isWorktree = commonDir !== realOr(gitDir);
  const config = readSmall(join(commonDir, "config")) ?? "";
  const origin = followOrigin(root, commonDir, config);
  return {
    root,
    commonDir: origin.commonDir,
    mainRoot: isWorktree ? mainRootOf(commonDir, config) : root,
    isWorktree,
    ownsCommonDir: origin.commonDir === commonDir,
    remote: origin.remote,
    branch: branchOf(readSmall(join(gitDir, "HEAD")) ?? ""),
  };
}

/** Real path of the directory that a worktree's git directory points to; its own when it points nowhere. */
function commonDirOf(gitDir: string): string {
  const pointer = readSmall(join(gitDir, "commondir"))?.trim() ?? "";
  return realOr(pointer === "" || pointer.length > MAX_VALUE_CHARS ? gitDir : resolve(gitDir, pointer));
}

function mainRootOf(commonDir: string, config: string): string {
  if (basename(commonDir) === ".git") return dirname(commonDir);
  // A submodule keeps its git directory inside its parent's and says where its files are.
  const elsewhere = configValue(config, /^core$/i, /^worktree$/i);
  return elsewhere === null ? commonDir : realOr(resolve(commonDir, elsewhere));
}

/**
 * The remote, and the common directory that names the project when there is none. An origin on this machine stands
 * for what it was cloned from, so that two clones of one local repository are one project.
 */
function followOrigin(root: string, ownDir: string, ownConfig: string): { commonDir: string; remote: string | null } {
  let [from, dir, config] = [root, ownDir, ownConfig];
  for (let step = 0; step < MAX_LOCAL_ORIGINS; step++) {
    const url = originUrl(config);
    if (url === null) return { commonDir: dir, remote: null };
    const remote = normalizeRemote(url);
    if (remote !== null) return { commonDir: dir, remote };
    const path = localPath(url, from);
    const next = path === null ? null : (gitDirOf(path) ?? (isGitDir(path) ? path : null));
    if (path === null || next === null) return { commonDir: dir, remote: null };
    dir = commonDirOf(next);
    from = path;
    config = readSmall(join(dir, "config")) ?? "";
  }
  return { commonDir: ownDir, remote: null };
}

function localPath(url: string, from: string): string | null {
  try {
    return url.startsWith("file:") ? fileURLToPath(url) : isAbsolute(url) ? url : resolve(from, url);
  } catch {
    // A file: address of another host names nothing on this machine.
    return null;
  }
}

function originUrl(config: string): string | null {
  return configValue(config, /^remote "origin"$/i, /^url$/i) ?? configValue(config, /^remote ".*"$/i, /^url$/i);
}

/** First value of a key in git's configuration format: sections, comments, quotes. */
function configValue(config: string, section: RegExp, key: RegExp): string | null {
  let inside = false;
  for (const raw of config.split("\n")) {
    const line = raw.trim();
    if (line.startsWith("[")) {
      const end = line.lastIndexOf("]");
      inside = end > 0 && section.test(line.slice(1, end).replace(/\s+/g, " "));
      continue;
    }
    if (!inside || line.startsWith("#") || line.startsWith(";")) continue;
    const equals = line.indexOf("=");
    if (equals < 1 || !key.test(line.slice(0, equals).trim())) continue;
    const value = line.slice(equals + 1, equals + 1 + MAX_VALUE_CHARS).trim();
    const quoted = /^"((?:[^"\\]|\\.)*)"/.exec(value);
    if (quoted !== null) return (quoted[1] ?? "").replace(/\\(.)/g, "$1");
    return value.replace(/\s+[#;].*$/, "");
  }
  return null;
}

function branchOf(head: string): string | null {
  const text = head.trim();
  const ref = /^ref:\s*(\S.*)$/.exec(text)?.[1];
  if (ref !== undefined) {
    const name = ref.replace(/^refs\/(?:heads\/)?/, "");
    // Repositories with reftables keep a placeholder here; the real branch is in a binary file.
    return name === ".invalid" || name.length > 300 ? null : name;
  }
  return /^[0-9a-f]{40,64}$/i.test(text) ? `detached-${text.slice(0, 8).toLowerCase()}` : null;
}

function kindOf(path: string): "file" | "folder" | null {
  try {
    const stat = statSync(path);
    return stat.isFile() ? "file" : stat.isDirectory() ? "folder" : null;
  } catch {
    // Absent, or in a folder that is closed to us: nothing that we could read.
    return null;
  }
}

const realOr = (path: string): string => {
  try {
    return realpathSync.native(path);
  } catch {
    // A dangling pointer keeps its own text: still the same for every checkout that has it.
    return path;
  }
};

/** A small regular file's text; null when it is missing, not a file, or unreadable. Never waits on a pipe. */
function readSmall(path: string): string | null {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch {
    // Absent or forbidden: to us the folder then is no repository, which is what git would say too.
    return null;
  }
  try {
    const stat = fstatSync(file);
    if (!stat.isFile() || stat.size > MAX_FILE_BYTES) return null;
    const buffer = Buffer.alloc(stat.size);
    return buffer.toString("utf8", 0, readSync(file, buffer, 0, stat.size, 0));
  } finally {
    closeSync(file);
  }
}
