/**
 * Reading files that SQLite holds open. As soon as a process closes any handle on a file, POSIX drops all locks that the
 * process has on it; whoever then opens and closes the database believes to be the last one, and deletes the write-ahead
 * log under our feet. So a handle on such a file is never closed: one a file, kept until the process ends.
 */
import { type FileHandle, open, stat } from "node:fs/promises";
import { basename } from "node:path";

const KEY = Symbol.for("keepsake.kept-files");
type Slot = { [KEY]?: Map<string, FileHandle> };

const LOCKED = /^(?:keepsake\.db(?:-wal|-shm)?|server\.lock\.db)$/;

/** Lets `work` read the file, at positions that it names. Throws what opening throws. */
export async function readingFile<T>(file: string, work: (handle: FileHandle) => Promise<T>): Promise<T> {
  if (LOCKED.test(basename(file))) return work(await keptHandle(file));
  const handle = await open(file, "r");
  try {
    return await work(handle);
  } finally {
    await handle.close();
  }
}

async function keptHandle(file: string): Promise<FileHandle> {
  const kept = ((globalThis as Slot)[KEY] ??= new Map<string, FileHandle>());
  const { dev, ino } = await stat(file);
  const known = kept.get(`${dev}:${ino}`);
  if (known !== undefined) return known;
  const handle = await open(file, "r");
  const opened = await handle.stat();
  // Another call may have come first: then both stay open.
  kept.set(kept.has(`${opened.dev}:${opened.ino}`) ? `${file}#${kept.size}` : `${opened.dev}:${opened.ino}`, handle);
  return handle;
}
