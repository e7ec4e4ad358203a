/** Copies a database that another program may be writing to: its files as they were at one moment, or none. */
import { chmodSync, closeSync, existsSync, openSync, readSync, rmSync, statSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { AppError } from "../contract/errors";
import { shownPath } from "../transcripts/shown-path";

/** The database, and what SQLite keeps beside it: without them the last writes would be missing, or half there. */
const ENDS = ["", "-wal", "-journal"] as const;
const MAX_TRIES = 5;
const WAL_HEAD_BYTES = 32;

/**
 * A checkpoint while we copy would leave rows in neither copy, or old pages over new ones: then all is copied once more.
 * Throws `busy` when that never ends.
 */
export async function copySteady(file: string, copy: string, copyOne: typeof copyFile = copyFile): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const before = stampOf(file);
    for (const end of ENDS) {
      rmSync(`${copy}${end}`, { force: true });
      if (!existsSync(`${file}${end}`)) continue;
      await copyOne(`${file}${end}`, `${copy}${end}`);
      chmodSync(`${copy}${end}`, 0o600);
    }
    if (isSteady(before, stampOf(file))) return;
  }
  throw new AppError("busy", `${shownPath(file)} is being written to all the time.`, {
    hint: "Stop the program that writes to it for a moment, then try again.",
  });
}

interface Stamp {
  database: string;
  journal: string;
  walHead: string;
  walSize: bigint;
}

/** What is appended to the log meanwhile does no harm: SQLite reads it up to the last whole write. */
const isSteady = (before: Stamp, after: Stamp): boolean =>
  before.database === after.database &&
  before.journal === after.journal &&
  before.walHead === after.walHead &&
  before.walSize <= after.walSize;

function stampOf(file: string): Stamp {
  return {
    database: changeOf(file),
    journal: changeOf(`${file}-journal`),
    walHead: headOf(`${file}-wal`),
    walSize: statSync(`${file}-wal`, { bigint: true, throwIfNoEntry: false })?.size ?? 0n,
  };
}

function changeOf(path: string): string {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? "" : `${stat.ino}:${stat.size}:${stat.mtimeNs}`;
}

/** Renewed whenever the log begins anew. */
function headOf(path: string): string {
  if (!existsSync(path)) return "";
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(WAL_HEAD_BYTES);
    return bytes.subarray(0, readSync(file, bytes, 0, WAL_HEAD_BYTES, 0)).toString("hex");
  } finally {
    closeSync(file);
  }
}
