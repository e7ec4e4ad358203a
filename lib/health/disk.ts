/** Bytes that the data folder takes, by part. */
import { readdir, stat, statfs } from "node:fs/promises";
import { join } from "node:path";

/** Files looked at in one folder tree; a tree of more is not ours. */
const MAX_FILES = 50_000;
/** Asked for side by side: one after the other, each costs a busy server a turn of its event loop. */
const AT_ONCE = 256;

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
  let folders = [root];
  let [bytes, files] = [0, 0];
  while (folders.length > 0 && files < MAX_FILES) {
    const some = folders.splice(0, AT_ONCE);
    const listed = await Promise.all(
      some.map(async (folder) => (await entriesOf(folder)).map((entry) => ({ entry, path: join(folder, entry.name) }))),
    );
    const entries = listed.flat();
    files += entries.length;
    folders = [...folders, ...entries.filter(({ entry }) => entry.isDirectory()).map(({ path }) => path)];
    bytes += await sizesOf(entries.filter(({ entry }) => entry.isFile()).map(({ path }) => path));
  }
  return bytes;
}

async function sizesOf(files: string[]): Promise<number> {
  let bytes = 0;
  for (let start = 0; start < files.length; start += AT_ONCE) {
    const sizes = await Promise.all(files.slice(start, start + AT_ONCE).map(sizeOf));
    bytes += sizes.reduce((sum, size) => sum + size, 0);
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
