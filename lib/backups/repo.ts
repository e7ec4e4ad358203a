/** Backups of the database: compact copies made by SQLite itself, which hold live rows only. */
import { randomInt } from "node:crypto";
import { existsSync, lstatSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import type { App } from "../context";
import { type Backup, BackupName } from "../contract/backups";
import { copyInto, PART } from "../db/copy-into";

/** Of the copy that a restore works on; it is no backup. */
const COPY_LABEL = "restoring";
/** No restore takes longer. */
const COPY_MS = 60 * 60_000;

const ENDS = "(?:-(?:wal|shm|journal))?";
const LEFT = new RegExp(
  `^(?:${COPY_LABEL}-(?=[-\\d]+\\.db${ENDS}$)|[a-z-]+-(?=[-\\d]+\\.db\\${PART}${ENDS}$))(\\d{1,16})`,
);

export const backupsFolder = (app: App): string => join(app.env.home, "backups");

/** Writes `backups/<label>-<time>.db`, readable by the owner only; answers its path. Throws what SQLite throws. */
export function writeBackup(app: App, label: string): string {
  const folder = backupsFolder(app);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const stem = `${label}-${app.now()}`;
  let file = join(folder, `${stem}.db`);
  for (let copy = 2; existsSync(file); copy += 1) file = join(folder, `${stem}-${copy}.db`);
  copyInto(app.sqlite, file);
  return file;
}

/** Newest first. Only plain files that are named like a backup. */
export function listBackupFiles(app: App): Backup[] {
  const folder = backupsFolder(app);
  if (!existsSync(folder)) return [];
  const found = readdirSync(folder).flatMap((name) => backupOf(folder, name) ?? []);
  return found.sort((a, b) => b.created_at - a.created_at || b.name.localeCompare(a.name));
}

export const findBackup = (app: App, name: string): Backup | undefined =>
  basename(name) === name ? backupOf(backupsFolder(app), name) : undefined;

function backupOf(folder: string, name: string): Backup | undefined {
  if (!BackupName.safeParse(name).success) return undefined;
  const stat = lstatSync(join(folder, name), { throwIfNoEntry: false });
  const [, label, at] = /^(.+?)-(\d+)(?:-\d+)?\.db$/.exec(name) ?? [];
  if (stat?.isFile() !== true || label === undefined || label === COPY_LABEL) return undefined;
  return { name, label, created_at: Number(at), size: stat.size };
}

/** A path of its own for the copy that a restore works on. */
export const newCopyPath = (app: App): string =>
  join(backupsFolder(app), `${COPY_LABEL}-${app.now()}-${randomInt(1, 10_000)}.db`);

/** Removes the copy at `path` with all that SQLite put beside it. */
export function removeCopy(path: string): void {
  for (const end of ["", "-wal", "-shm", "-journal"]) rmSync(`${path}${end}`, { force: true });
}

/** Removes what backups and restores left that ended with the process. */
export function removeLeftCopies(app: App): void {
  const folder = backupsFolder(app);
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const at = LEFT.exec(name)?.[1];
    const isOver = at !== undefined && Math.abs(app.now() - Number(at)) > COPY_MS;
    if (isOver) rmSync(join(folder, name), { force: true });
  }
}

/** Removes every other backup; answers how many there were. */
export function removeBackupsExcept(app: App, keep: string): number {
  const others = readdirSync(backupsFolder(app))
    .map((name) => join(backupsFolder(app), name))
    .filter((file) => file !== keep);
  for (const file of others) rmSync(file, { recursive: true, force: true });
  return others.length;
}

/** Removes the label's backups beyond the newest `count`; answers how many went. */
export function keepNewest(app: App, label: string, count: number): number {
  const old = listBackupFiles(app)
    .filter((backup) => backup.label === label)
    .sort((a, b) => b.created_at - a.created_at || copyOf(b.name) - copyOf(a.name))
    .slice(count);
  for (const { name } of old) rmSync(join(backupsFolder(app), name), { force: true });
  return old.length;
}

/** Removes the oldest until about `bytes` are free, but leaves the newest `left`; answers how many went. */
export function removeOldest(app: App, bytes: number, left: number): number {
  let freed = 0;
  const old = listBackupFiles(app).slice(left).reverse();
  const gone = old.filter(({ size }) => freed < bytes && (freed += size) > 0);
  for (const { name } of gone) rmSync(join(backupsFolder(app), name), { force: true });
  return gone.length;
}

const copyOf = (name: string): number => Number(/-\d+-(\d+)\.db$/.exec(name)?.[1] ?? 1);
