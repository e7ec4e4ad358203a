/** Backups of the database: compact copies made by SQLite itself, which hold live rows only. */
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { App } from "../context";

const backupsFolder = (app: App): string => join(app.env.home, "backups");

/** Writes `backups/<label>-<time>.db`, readable by the owner only; answers its path. Throws what SQLite throws. */
export function writeBackup(app: App, label: string): string {
  const folder = backupsFolder(app);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const stem = `${label}-${app.now()}`;
  let file = join(folder, `${stem}.db`);
  for (let copy = 2; existsSync(file); copy += 1) file = join(folder, `${stem}-${copy}.db`);
  app.sqlite.prepare("VACUUM INTO ?").run(file);
  chmodSync(file, 0o600);
  return file;
}

/** Removes every other backup; answers how many there were. */
export function removeBackupsExcept(app: App, keep: string): number {
  const others = readdirSync(backupsFolder(app))
    .map((name) => join(backupsFolder(app), name))
    .filter((file) => file !== keep);
  for (const file of others) rmSync(file, { recursive: true, force: true });
  return others.length;
}

/** Removes the label's backups beyond the newest `count`; their names end with the time. Answers how many went. */
export function keepNewest(app: App, label: string, count: number): number {
  const name = new RegExp(`^${label}-(\\d+)(?:-(\\d+))?\\.db$`);
  const timed = readdirSync(backupsFolder(app)).flatMap((file) => {
    const match = name.exec(file);
    return match === null ? [] : [{ file, at: Number(match[1]), copy: Number(match[2] ?? 1) }];
  });
  const old = timed.sort((a, b) => b.at - a.at || b.copy - a.copy).slice(count);
  for (const { file } of old) rmSync(join(backupsFolder(app), file), { force: true });
  return old.length;
}
