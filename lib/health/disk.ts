/** Bytes that the data folder takes, by part. */
import { readdir, stat, statfs } from "node:fs/promises";
import { join } from "node:path";

/** Files looked at in one folder tree; a tree of more is not ours. */
const MAX_FILES = 50_000;

export async function diskUse(home: string): Promise<Record<string, number>> {
  const [db, wal, vectors, backups, logs, spool] = await Promise.all([
    sizeOf(join(home, "keepsake.db")),
    sizeOf(join(home, "keepsake.db-wal")),
    treeSize(join(home, "vectors")),
    treeSize(join(home, "backups")),
    treeSize(join(home, "logs")),
    treeSize(join(home, "spool")),
  ]);
  return { db, wal, vectors, backups, logs, spool };
}

/** Bytes that this user may still write to the disk of the data folder. */
export async function freeBytes(home: string): Promise<number> {
  const { bavail, bsize } = await statfs(home);
  return bavail * bsize;
}

/** 0 for what is not there; files come and go while we look. */
async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return 0;
    throw error;
  }
}

async function treeSize(root: string): Promise<number> {
  const waiting = [root];
  let [bytes, files] = [0, 0];
  for (let folder = waiting.pop(); folder !== undefined && files < MAX_FILES; folder = waiting.pop()) {
    for (const entry of await entriesOf(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) waiting.push(path);
      else if (entry.isFile()) bytes += await sizeOf(path);
      files += 1;
    }
  }
  return bytes;
}

async function entriesOf(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    // Gone since, a file in the place of the folder, or closed to us: health must say what else there is to say.
    if (["ENOENT", "ENOTDIR", "EACCES"].includes((error as NodeJS.ErrnoException).code ?? "")) return [];
    throw error;
  }
}
