/** The end of a transcript that grows: whole lines since the last look, within bounds. The file is only ever read. */
import { constants } from "node:fs";
import { type FileHandle, open, realpath } from "node:fs/promises";
import { isAbsolute, sep } from "node:path";

/** Of a transcript that is looked at for the first time, or that grew by more, so much of its end is read. */
const TAIL_BYTES = 2 * 1024 * 1024;
const NEWLINE = 0x0a;

export interface Tail {
  /** Bytes; the next line begins here. A half-written line is read when it is whole (K07). */
  offset: number;
  inode: number;
}

/**
 * null = nothing that may be read: a relative path, no plain file, another user's, one of our own data folder, or gone (K06).
 * `known` = where the last look ended; a file that was replaced or cut is begun anew.
 */
export async function readTail(
  path: string,
  known: Tail | undefined,
  ownFolder: string,
): Promise<{ lines: string[]; tail: Tail } | null> {
  if (!isAbsolute(path) || path.includes("\0") || !path.endsWith(".jsonl")) return null;
  let file: FileHandle | undefined;
  try {
    const real = await realpath(path);
    if (!real.endsWith(".jsonl") || (await isInside(real, ownFolder))) return null;
    // Without waiting: a pipe of that name must not hold us.
    file = await open(real, constants.O_RDONLY | constants.O_NONBLOCK);
    const stat = await file.stat();
    if (!stat.isFile() || (process.getuid !== undefined && stat.uid !== process.getuid())) return null;
    const goesOn = known !== undefined && known.inode === stat.ino && known.offset <= stat.size;
    const from = Math.max(goesOn ? known.offset : 0, stat.size - TAIL_BYTES);
    const isCut = from > (goesOn ? known.offset : 0);
    const bytes = await readAll(file, from, stat.size - from);
    const last = bytes.lastIndexOf(NEWLINE);
    const first = isCut ? bytes.indexOf(NEWLINE) : -1;
    const tail = { offset: from + last + 1, inode: stat.ino };
    if (last <= first) return { lines: [], tail };
    const lines = bytes
      .subarray(first + 1, last)
      .toString("utf8")
      .split("\n");
    return { lines: lines.filter((line) => line.trim() !== ""), tail };
  } catch (error) {
    if (isClosed(error)) return null;
    throw error;
  } finally {
    await file?.close();
  }
}

async function isInside(real: string, folder: string): Promise<boolean> {
  const own = await realpath(folder);
  return real === own || real.startsWith(own + sep);
}

async function readAll(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  let read = 0;
  while (read < length) {
    const { bytesRead } = await file.read(bytes, read, length - read, from + read);
    if (bytesRead === 0) break;
    read += bytesRead;
  }
  return bytes.subarray(0, read);
}

const isClosed = (error: unknown): boolean =>
  /^(?:ENOENT|ENOTDIR|EACCES|EPERM|ELOOP|ENAMETOOLONG|EISDIR|ENXIO)$/.test(
    String((error as NodeJS.ErrnoException).code),
  );
