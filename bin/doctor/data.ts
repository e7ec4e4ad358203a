/** Checks of the data folder; the only place outside the server that opens the database, read-only. */
import { accessSync, constants, existsSync, statfsSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type Sqlite from "better-sqlite3";
import type { Env } from "../../lib/env";
import { type Finding, finding } from "./check";

const MIN_FREE_BYTES = 500 * 1024 * 1024;
const RESTORE =
  "Stop the server, move keepsake.db* aside and put the newest file of backups/ in its place as keepsake.db; without a backup start anew and import your transcripts again.";

export async function checkData(env: Env, root: string): Promise<Finding[]> {
  const file = join(env.home, "keepsake.db");
  if (!existsSync(env.home)) {
    return [{ name: "Data folder", state: "ok", detail: `${env.home} does not exist yet; \`npm start\` makes it` }];
  }
  const folder = await finding(
    "Data folder",
    `Make it a folder of yours that can be written: chmod 700 ${env.home}`,
    () => checkFolder(env.home),
  );
  const disk = await finding("Disk space", "Free some space on the disk of the data folder.", () =>
    checkDisk(env.home),
  );
  if (!existsSync(file)) return [folder, disk, { name: "Database", state: "ok", detail: "none yet" }];
  const open = (): Sqlite.Database => {
    const Driver = createRequire(join(root, "package.json"))("better-sqlite3") as typeof Sqlite;
    return new Driver(file, { readonly: true, timeout: 5000 });
  };
  const database = await finding("Database", RESTORE, () => withDatabase(open, checkIntegrity));
  // Where folder or database is broken, nothing below it can be judged.
  if (folder.state === "fail" || database.state === "fail") return [folder, disk, database];
  return [
    folder,
    disk,
    database,
    await finding("Search by meaning", "Start the server: it works the queue off; see /health for dead jobs.", () =>
      withDatabase(open, checkLag),
    ),
  ];
}

function checkFolder(home: string): string {
  const mode = statSync(home).mode & 0o777;
  accessSync(home, constants.R_OK | constants.W_OK | constants.X_OK);
  if (process.platform !== "win32" && (mode & 0o077) !== 0) throw new Error(`${home} can be read by other users`);
  return home;
}

function checkDisk(home: string): string {
  const { bavail, bsize } = statfsSync(home);
  const free = bavail * bsize;
  const inMb = `${Math.round(free / 1024 / 1024)} MB free`;
  if (free < MIN_FREE_BYTES) throw new Error(inMb);
  return inMb;
}

function withDatabase(open: () => Sqlite.Database, check: (db: Sqlite.Database) => string): string {
  const db = open();
  try {
    return check(db);
  } finally {
    db.close();
  }
}

function checkIntegrity(db: Sqlite.Database): string {
  const verdict = db.pragma("quick_check(1)", { simple: true });
  if (verdict !== "ok") throw new Error(`damaged: ${String(verdict).slice(0, 200)}`);
  if ((db.pragma("foreign_key_check") as unknown[]).length > 0) throw new Error("rows point to rows that are gone");
  return "whole";
}

function checkLag(db: Sqlite.Database): string {
  const count = (sql: string): number => Number(db.prepare(sql).pluck().get());
  const dead = count("SELECT count(*) FROM jobs WHERE status = 'dead'");
  const waiting = count("SELECT count(*) FROM jobs WHERE kind = 'vector.index' AND status <> 'dead'");
  if (dead > 0) throw new Error(`${dead} jobs failed for good`);
  return waiting === 0 ? "up to date" : `${waiting} texts wait for their vector`;
}
