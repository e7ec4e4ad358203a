/** Where Kimi Code keeps its sessions, and which file is which. Nothing outside that folder is ever answered. */
import { realpathSync, type Stats, statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join, sep } from "node:path";

export interface KimiLog {
  /** Name of the session's folder, e.g. `session_<uuid>`. */
  sessionId: string;
  /** Name of the folder above it: `wd_<slug>_<hex of the working directory>`. */
  workFolder: string;
  /** Real path of its wire.jsonl. */
  path: string;
  mtimeMs: number;
  bytes: number;
}

/** One path segment, and nothing that means another folder. */
const ID = /^[A-Za-z0-9][\w.-]{0,199}$/;
/** Bound of a listing: a folder with more sessions is looked at in part. */
const MAX_FOLDERS = 10_000;

/** E62: the log of a session, its id with or without `session_` in front; null when there is none. */
export async function locateSession(kimiHome: string, sessionId: string): Promise<KimiLog | null> {
  if (!ID.test(sessionId) || sessionId.includes("..")) return null;
  const bare = sessionId.replace(/^session_/, "");
  const names = [...new Set([sessionId, `session_${bare}`, bare])].filter((name) => ID.test(name));
  const root = sessionsRoot(kimiHome);
  if (root === null) return null;
  for (const workFolder of await foldersIn(root)) {
    for (const name of names) {
      const log = logAt(root, workFolder, name);
      if (log !== null) return log;
    }
  }
  return null;
}

/** All sessions that have a log. */
export async function listSessions(kimiHome: string): Promise<KimiLog[]> {
  const root = sessionsRoot(kimiHome);
  if (root === null) return [];
  const logs: KimiLog[] = [];
  for (const workFolder of await foldersIn(root)) {
    for (const name of await foldersIn(join(root, workFolder))) {
      const log = ID.test(name) ? logAt(root, workFolder, name) : null;
      if (log !== null) logs.push(log);
      if (logs.length >= MAX_FOLDERS) return logs;
    }
  }
  return logs;
}

function sessionsRoot(kimiHome: string): string | null {
  return quiet(() => realpathSync.native(join(kimiHome, "sessions")));
}

/** A link may lead anywhere: only what really lies below the sessions folder, and is a plain file, is read. */
function logAt(root: string, workFolder: string, sessionId: string): KimiLog | null {
  const named = join(root, workFolder, sessionId, "agents", "main", "wire.jsonl");
  const path = quiet(() => realpathSync.native(named));
  if (path === null || !path.startsWith(root + sep)) return null;
  const stats = quiet((): Stats => statSync(path));
  if (stats === null || !stats.isFile()) return null;
  return { sessionId, workFolder, path, mtimeMs: stats.mtimeMs, bytes: stats.size };
}

async function foldersIn(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
      .map((entry) => entry.name)
      .sort()
      .slice(0, MAX_FOLDERS);
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}

function quiet<T>(look: () => T): T | null {
  try {
    return look();
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

/** Not there, not a folder, closed to us, or a circle of links: then there is no session. */
const isAbsent = (error: unknown): boolean =>
  /^(?:ENOENT|ENOTDIR|EACCES|EPERM|ELOOP|ENAMETOOLONG)$/.test(String((error as NodeJS.ErrnoException).code));
