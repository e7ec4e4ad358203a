/** Reads a settings file as text, and writes it so that nobody ever sees half of it: mode, links, byte order mark kept. */
import {
  accessSync,
  chmodSync,
  chownSync,
  closeSync,
  constants,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { isRefusal, refuse, type Refusal } from "./refusal";

/** Agents keep their whole state in such files; more than this is none. */
const MAX_BYTES = 64 * 1024 * 1024;
const BOM = "\uFEFF";
const DEFAULT_MODE = 0o600;
const BACKUP = ".keepsake-backup";

export interface TextFile {
  /** Where its bytes lie: behind links. */
  real: string;
  /** null = it is not there. */
  bytes: Buffer | null;
  /** Without the mark that some editors put in front; `""` where it is not there. */
  text: string;
  hasBom: boolean;
  mode: number;
}

export function readTextFile(path: string): TextFile | Refusal {
  const real = realPath(path);
  if (isRefusal(real)) return real;
  const stat = statOf(real);
  if (stat === null) return { real, bytes: null, text: "", hasBom: false, mode: DEFAULT_MODE };
  if (!stat.isFile()) return refuse("It is no file.");
  if (stat.size > MAX_BYTES) return refuse(`It is larger than ${MAX_BYTES / 1024 / 1024} MB.`);
  const bytes = readFileSync(real);
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    const hasBom = text.startsWith(BOM);
    return { real, bytes, text: hasBom ? text.slice(1) : text, hasBom, mode: stat.mode & 0o7777 };
  } catch {
    return refuse("It is no text in UTF-8.");
  }
}

/** Why a file that could be read is not to be written; null = nothing is in the way. */
export function writeObstacle({ real, bytes, mode }: TextFile): Refusal | null {
  // Its owner, or whatever made it, wants it so: it would be put in the place of all the same, by its folder's rights.
  if (bytes !== null && (mode & 0o222) === 0) return refuse("It is read-only.");
  let folder = dirname(real);
  while (statOf(folder) === null && dirname(folder) !== folder) folder = dirname(folder);
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return null;
  } catch {
    return refuse(`You may not write to the folder ${folder}.`);
  }
}

export const bytesOf = (file: TextFile, text: string): Buffer => Buffer.from(file.hasBom ? BOM + text : text, "utf8");

/** Whether it holds still what was read; an agent that runs may write its settings at any moment. */
export function isAsRead(file: TextFile): boolean {
  const stat = statOf(file.real);
  if (stat === null || file.bytes === null) return stat === null && file.bytes === null;
  return readFileSync(file.real).equals(file.bytes);
}

/** By a new file in its place, so that a crash leaves the old one whole. */
export function writeBytes(real: string, bytes: Buffer, mode: number): void {
  mkdirSync(dirname(real), { recursive: true });
  const draft = join(dirname(real), `.${basename(real)}.${process.pid}.keepsake-draft`);
  rmSync(draft, { force: true });
  const file = openSync(draft, "wx", mode);
  try {
    for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done);
    fsyncSync(file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
  // The mask of the process may have taken bits away.
  chmodSync(draft, mode);
  keepOwner(draft, real);
  renameSync(draft, real);
}

/** Root edits somebody's settings without taking them over. */
function keepOwner(draft: string, real: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statOf(real) ?? statSync(dirname(real));
  chownSync(draft, uid, gid);
}

export const backupOf = (real: string): string => real + BACKUP;

export function readBackup(real: string): Buffer | null {
  try {
    return readFileSync(backupOf(real));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** Removes a file, and the folders above it that are empty then, up to `keep`. */
export function removeFile(real: string, keep: string): void {
  rmSync(real, { force: true });
  for (let folder = dirname(real); folder !== keep && folder.startsWith(keep + sep); folder = dirname(folder)) {
    try {
      rmdirSync(folder);
    } catch (error) {
      if (["ENOTEMPTY", "EEXIST", "ENOENT"].includes((error as NodeJS.ErrnoException).code ?? "")) return;
      throw error;
    }
  }
}

function realPath(path: string): string | Refusal {
  try {
    return realpathSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ELOOP") return refuse("It is a link that leads to itself.");
    if (code === "EACCES" || code === "EPERM") return refuse("It may not be read by you.");
    if (code === "ENOTDIR") return refuse("A file stands where its folder should be.");
    if (code !== "ENOENT") throw error;
  }
  try {
    lstatSync(path);
    return refuse("It is a link that leads nowhere.");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return path;
    throw error;
  }
}

function statOf(path: string): Stats | null {
  try {
    return statSync(path);
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return null;
    throw error;
  }
}
