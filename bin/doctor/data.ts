/** Checks of the data folder; the only place outside the server that opens the database, read-only. */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type Sqlite from "better-sqlite3";
import { finding } from "../../lib/checks/finding";
import { checkDisk, checkFolder } from "../../lib/checks/folder";
import type { CheckFinding } from "../../lib/contract/checks";
import { quickLook } from "../../lib/db/integrity";
import type { Env } from "../../lib/env";
import { plural } from "../../lib/format";

const RESTORE =
  "Stop the server, move keepsake.db* aside and put the newest file of backups/ in its place as keepsake.db; without a backup start anew and import your transcripts again.";

export async function checkData(env: Env, root: string): Promise<CheckFinding[]> {
  const file = join(env.home, "keepsake.db");
  if (!existsSync(env.home)) {
    const detail = `${env.home} does not exist yet; \`npm start\` makes it`;
    return [{ code: "folder", name: "Data folder", state: "ok", detail }];
  }
  const folder = await checkFolder(env.home);
  const disk = await checkDisk(env.home);
  if (!existsSync(file)) return [folder, disk, { code: "database", name: "Database", state: "ok", detail: "none yet" }];
  const open = (): Sqlite.Database => {
    const Driver = createRequire(join(root, "package.json"))("better-sqlite3") as typeof Sqlite;
    return new Driver(file, { readonly: true, timeout: 5000 });
  };
  const database = await finding("database", "Database", RESTORE, () => withDatabase(open, quickLook));
  // Where folder or database is broken, nothing below it can be judged.
  if (folder.state === "fail" || database.state === "fail") return [folder, disk, database];
  const fix = "Start the server: it works the queue off; see /health for dead jobs.";
  return [folder, disk, database, await finding("lag", "Search by meaning", fix, () => withDatabase(open, checkLag))];
}

function withDatabase(open: () => Sqlite.Database, check: (db: Sqlite.Database) => string): string {
  const db = open();
  try {
    return check(db);
  } finally {
    db.close();
  }
}

function checkLag(db: Sqlite.Database): string {
  const count = (sql: string): number => Number(db.prepare(sql).pluck().get());
  const dead = count("SELECT count(*) FROM jobs WHERE status = 'dead'");
  const waiting = count("SELECT count(*) FROM jobs WHERE kind = 'vector.index' AND status <> 'dead'");
  if (dead > 0) throw new Error(`${plural(dead, "job", "jobs")} failed for good`);
  return waiting === 0 ? "up to date" : plural(waiting, "text waits for its vector", "texts wait for their vector");
}
