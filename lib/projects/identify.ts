/**
 * Which project a folder belongs to, from files and text alone: no database, no git process, no transaction.
 *
 * The rule, for writing and reading alike: the git repository that holds the folder (its remote, else its common
 * directory), else the session's first folder when that lies above, else the folder itself.
 */
import { realpathSync, statSync } from "node:fs";
import { basename, dirname } from "node:path";
import type { App } from "../context";
import { cleanText } from "../text/clean";
import { readRepository, type Repository } from "./git";
import { folderName, isAtOrBelow, isTop, type NormalPath, normalizePath } from "./paths";
import { remoteName } from "./remote";

export interface ProjectRoot {
  /** In the normal form of `normalizePath(…).key`. */
  path: string;
  kind: "repo" | "worktree" | "folder";
}

export interface ProjectIdentity {
  /** `git:<remote>`, `repo:<common dir>`, `path:<folder>`, `name:<folded name>` or `unknown`. */
  key: string;
  name: string;
  kind: "git_remote" | "git_repo" | "folder" | "name" | "unknown";
  /** Folders to remember, the main checkout first. */
  roots: ProjectRoot[];
  /** Further names and the remote, case-folded. */
  aliases: { alias: string; kind: "name" | "remote" }[];
  /** What HEAD says now; null outside git. */
  branch: string | null;
  /** False for folders of another machine, or gone ones. */
  isHere: boolean;
  needsReview: boolean;
}

export interface Where {
  cwd?: string | undefined;
  /** A project's name, key or alias; counts where there is no usable `cwd`. */
  project?: string | undefined;
  /** The first folder of the session. */
  sessionCwd?: string | undefined;
}

const CACHE_MS = 10_000;
const CACHE_SIZE = 1000;
const MAX_NAME_CHARS = 200;

interface Cached {
  at: number;
  identity: ProjectIdentity;
}
/** Per app, so that two stores of one process (tests) share nothing. */
const caches = new WeakMap<App, Map<string, Cached>>();

/** Case-folded and NFKC: the form in which names and aliases are compared. */
export const foldName = (name: string): string => name.normalize("NFKC").trim().toLowerCase().slice(0, 1024);

/**
 * The identity of a project. Reads a handful of small git files, at most once in 10 s a folder.
 * Neither folder nor name gives the project `unknown`, marked for review (M5).
 */
export function identifyProject(app: App, where: Where): ProjectIdentity {
  const session = where.sessionCwd === undefined ? null : normalizePath(where.sessionCwd);
  const cwd = where.cwd === undefined ? null : normalizePath(where.cwd);
  const name = where.project?.trim() ?? "";
  if (cwd === null) {
    if (name !== "") return byName(name);
    return session === null ? unknown() : byFolder(app, session);
  }
  const own = byFolder(app, cwd);
  const chosen = own.kind === "folder" && session !== null && claims(session, cwd) ? byFolder(app, session) : own;
  return name === "" ? chosen : withAlias(chosen, name);
}

/** What a folder is gets looked up anew, e.g. after its branch was changed (C57). */
export const forgetIdentities = (app: App): void => void caches.delete(app);

/** The same of one folder, where a session begins: what was checked out right before must count. */
export function forgetIdentity(app: App, folder: string | undefined): void {
  const path = folder === undefined ? null : normalizePath(folder);
  if (path !== null) caches.get(app)?.delete(path.text);
}

/** The top of a file system holds everything, so it claims nothing but itself. */
const claims = (session: NormalPath, cwd: NormalPath): boolean => !isTop(session) && isAtOrBelow(cwd, session);

function byFolder(app: App, path: NormalPath): ProjectIdentity {
  let cache = caches.get(app);
  if (cache === undefined) caches.set(app, (cache = new Map<string, Cached>()));
  const now = app.now();
  const known = cache.get(path.text);
  if (known !== undefined && Math.abs(now - known.at) < CACHE_MS) return known.identity;
  const identity = readFolder(path);
  cache.delete(path.text);
  if (cache.size >= CACHE_SIZE) cache.delete(cache.keys().next().value ?? "");
  cache.set(path.text, { at: now, identity });
  return identity;
}

function readFolder(path: NormalPath): ProjectIdentity {
  const place = placeHere(path);
  if (place !== null) {
    const repository = readRepository(place.folder);
    if (repository !== null) return ofRepository(repository);
  }
  const real = place?.exists === true ? (normalizePath(place.folder) ?? path) : path;
  const name = folderName(real).slice(0, MAX_NAME_CHARS);
  return {
    key: `path:${real.key}`,
    name,
    kind: "folder",
    roots: [{ path: real.key, kind: "folder" }],
    aliases: [{ alias: foldName(name), kind: "name" }],
    branch: null,
    isHere: place?.exists === true,
    needsReview: false,
  };
}

/**
 * The folder by its real path, or the nearest one above that exists. Paths of the other system are not looked up;
 * network shares never are, since merely asking would send the user's credentials to the server named.
 */
function placeHere(path: NormalPath): { folder: string; exists: boolean } | null {
  const native = process.platform === "win32" ? "windows" : "posix";
  if (path.style !== native) return null;
  for (let at = path.text, exists = true; ; at = dirname(at), exists = false) {
    const real = realFolder(at);
    if (real !== null) return { folder: real, exists };
    if (dirname(at) === at) return null;
  }
}

function realFolder(path: string): string | null {
  try {
    const real = realpathSync.native(path);
    return statSync(real).isDirectory() ? real : dirname(real);
  } catch {
    // Gone, another machine's, or closed to us: then only its text counts.
    return null;
  }
}

function ofRepository(repository: Repository): ProjectIdentity {
  const { commonDir, mainRoot, root, isWorktree } = repository;
  // Both are stored, and may have been given a token by mistake.
  const remote = cleanOrNull(repository.remote);
  const folder = basename(mainRoot).replace(/\.git$/, "") || "root";
  const origin =
    basename(commonDir) === ".git" ? basename(dirname(commonDir)) : basename(commonDir).replace(/\.git$/, "");
  // Without a remote the main folder names it, unless it is a clone of another local repository, which then does.
  const isClone = remote === null && !repository.ownsCommonDir;
  const name = (remote !== null ? remoteName(remote) : isClone ? origin : folder).slice(0, MAX_NAME_CHARS);
  const key = remote === null ? `repo:${rootKey(commonDir)}` : `git:${remote}`;
  const roots: ProjectRoot[] = [{ path: rootKey(mainRoot), kind: "repo" }];
  if (isWorktree) roots.push({ path: rootKey(root), kind: "worktree" });
  const aliases: ProjectIdentity["aliases"] = [{ alias: foldName(name), kind: "name" }];
  if (foldName(folder) !== foldName(name)) aliases.push({ alias: foldName(folder), kind: "name" });
  if (remote !== null) aliases.push({ alias: foldName(remote), kind: "remote" });
  return {
    key,
    name,
    kind: remote === null ? "git_repo" : "git_remote",
    roots,
    aliases,
    branch: cleanOrNull(repository.branch),
    isHere: true,
    needsReview: false,
  };
}

const cleanOrNull = (text: string | null): string | null =>
  text === null ? null : cleanText(text).text.trim() || null;

const rootKey = (path: string): string => normalizePath(path)?.key ?? path;

function withAlias(identity: ProjectIdentity, name: string): ProjectIdentity {
  const alias = foldName(name);
  if (identity.aliases.some((known) => known.alias === alias)) return identity;
  return { ...identity, aliases: [...identity.aliases, { alias, kind: "name" }] };
}

function byName(name: string): ProjectIdentity {
  const alias = foldName(name);
  return {
    key: `name:${alias}`,
    name: name.slice(0, MAX_NAME_CHARS),
    kind: "name",
    roots: [],
    aliases: [{ alias, kind: "name" }],
    branch: null,
    isHere: false,
    needsReview: false,
  };
}

function unknown(): ProjectIdentity {
  return {
    key: "unknown",
    name: "unknown",
    kind: "unknown",
    roots: [],
    aliases: [{ alias: "unknown", kind: "name" }],
    branch: null,
    isHere: false,
    needsReview: true,
  };
}
