/**
 * Keeps what the purge looks for, as keyed hashes in one file a receipt. Not in the database: a backup made before
 * the purge is through would carry them, together with the key.
 */
import { randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import type { App } from "../context";
import { makePieces, type Needle, type PieceSet } from "./fingerprint";

const FOLDER = "purge";
const KEY_FILE = "key";

export const piecesFolder = (app: App): string => join(app.env.home, FOLDER);

/** Written and synced before the deletion commits: a committed deletion always has its file. */
export function keepPieces(app: App, receiptId: number, needles: Needle[], options: { rewrites?: boolean } = {}): void {
  const key = readKey(app) ?? makeKey(app);
  writeSynced(fileOf(app, receiptId), JSON.stringify({ ...makePieces(key, needles), ...options }));
}

/** Null when the file is lost: then the purge can't search, and rewrites everything instead. */
export function readPieces(app: App, receiptId: number): PieceSet | null {
  const file = fileOf(app, receiptId);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as PieceSet) : null;
}

/** The key of the running purges; lives only as long as one of them waits. */
export function readKey(app: App): string | null {
  const file = join(piecesFolder(app), KEY_FILE);
  return existsSync(file) ? readFileSync(file, "utf8") : null;
}

export function forgetPieces(app: App, receiptId: number): void {
  rmSync(fileOf(app, receiptId), { force: true });
  if (existsSync(piecesFolder(app)) && readdirSync(piecesFolder(app)).every((name) => name === KEY_FILE)) {
    rmSync(piecesFolder(app), { recursive: true, force: true });
  }
}

const fileOf = (app: App, receiptId: number): string => join(piecesFolder(app), `${receiptId}.json`);

function makeKey(app: App): string {
  mkdirSync(piecesFolder(app), { recursive: true, mode: 0o700 });
  const key = randomBytes(32).toString("hex");
  writeSynced(join(piecesFolder(app), KEY_FILE), key);
  return key;
}

function writeSynced(file: string, text: string): void {
  const handle = openSync(file, "w", 0o600);
  try {
    writeSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
