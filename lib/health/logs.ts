/**
 * The server's log from its end backwards, over all files of the log folder: bounded reads, whatever lies there. Only plain
 * files that are named like logs are opened; a link in their place is not followed.
 */
import { constants, type Dirent } from "node:fs";
import { type FileHandle, open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { App } from "../context";
import type { LogLevel, LogLine, LogPage, LogQuery } from "../contract/logs";
import { AppError } from "../contract/errors";
import { parseLine } from "./log-line";

/** `keepsake.log`, and what a rotation or a supervisor leaves beside it. */
const NAME = /^[\w-][\w.-]{0,100}\.log(?:\.\d{1,6})?$/;
const MAX_FILES = 50;
/** Looked through for one page. */
const MAX_BYTES = 8 * 1024 * 1024;
const PIECE = 256 * 1024;
/** Of a line that never ends only this much is kept in memory. */
const MAX_LINE = 16 * 1024;
const NEWLINE = 0x0a;
const RANK: Record<LogLevel, number> = { debug: 20, info: 30, warn: 40, error: 50 };

/** A place in the log: bytes before `at` of `file` are still to be read. */
const Place = z.tuple([z.literal("logs"), z.string().max(120), z.number().int().min(0)]);

/** A page, newest first. Throws `validation_failed` on a cursor that is not ours. */
export async function readLogs(app: App, query: LogQuery): Promise<LogPage> {
  const folder = join(app.env.home, "logs");
  const files = await logFiles(folder);
  const from = query.cursor === undefined ? null : placeOf(query.cursor);
  const start = from === null ? 0 : files.findIndex(({ name }) => name === from.file);
  const items: LogLine[] = [];
  let left = MAX_BYTES;
  // A file that is gone since was rotated away: what comes after it in age is unknown, so the walk ends.
  for (const [index, { name }] of start < 0 ? [] : files.slice(start).entries()) {
    const upTo = index === 0 && from !== null ? from.at : null;
    const read = await readBackwards(join(folder, name), upTo, left, (line) => {
      const parsed = parseLine(name, line);
      if (!fits(parsed, line.text, query)) return true;
      items.push(parsed);
      return items.length < query.limit;
    });
    left -= read.bytes;
    if (read.at > 0) return { items, nextCursor: cursorOf(name, read.at), looked_through: MAX_BYTES - left };
    const next = files[start + index + 1]?.name;
    if (next !== undefined && (items.length >= query.limit || left <= 0))
      return { items, nextCursor: cursorOf(next, null), looked_through: MAX_BYTES - left };
  }
  return { items, nextCursor: null, looked_through: MAX_BYTES - left };
}

function fits({ level, message }: LogLine, text: string, { level: least, q }: LogQuery): boolean {
  // What has no level is nobody's word that it is harmless.
  if (least !== undefined && level !== null && RANK[level] < RANK[least]) return false;
  if (q === undefined) return true;
  const wanted = q.toLowerCase();
  return text.toLowerCase().includes(wanted) || message.toLowerCase().includes(wanted);
}

/** A whole file is named by no place in it: its size is known only when it is opened. */
const WHOLE = Number.MAX_SAFE_INTEGER;
const cursorOf = (file: string, at: number | null): string =>
  Buffer.from(JSON.stringify(["logs", file, at ?? WHOLE])).toString("base64url");

function placeOf(cursor: string): { file: string; at: number } {
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
  } catch {
    parts = null;
  }
  const place = Place.safeParse(parts);
  if (place.success && NAME.test(place.data[1])) return { file: place.data[1], at: place.data[2] };
  throw new AppError("validation_failed", "The cursor does not belong to this list.", {
    hint: "Use nextCursor of the page before.",
    details: [{ path: "cursor", message: "not a cursor of this list" }],
  });
}

/** The log that is written first, then those beside it from the youngest. */
async function logFiles(folder: string): Promise<{ name: string; changedAt: number }[]> {
  const files: { name: string; changedAt: number }[] = [];
  for (const entry of (await entriesOf(folder)).filter((one) => one.isFile() && NAME.test(one.name))) {
    const changedAt = await withFile(join(folder, entry.name), async (handle) => (await handle.stat()).mtimeMs);
    if (changedAt !== null) files.push({ name: entry.name, changedAt });
  }
  return files.sort((a, b) => b.changedAt - a.changedAt || a.name.localeCompare(b.name)).slice(0, MAX_FILES);
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return [];
    throw error;
  }
}

export interface RawLine {
  text: string;
  /** Byte at which it begins. */
  at: number;
  /** It was longer than what is kept of it. */
  isCut: boolean;
}

/**
 * Hands over lines from `upTo` (null = the end) backwards until `take` says that it is enough, or `most` bytes were read. Answers
 * where the last line that was handed over begins: all before that is still to be read.
 */
async function readBackwards(
  path: string,
  upTo: number | null,
  most: number,
  take: (line: RawLine) => boolean,
): Promise<{ at: number; bytes: number }> {
  const read = await withFile(path, async (handle) => {
    const { size } = await handle.stat();
    return walkBackwards(handle, Math.min(upTo ?? size, size), most, take);
  });
  return read ?? { at: 0, bytes: 0 };
}

async function walkBackwards(
  handle: FileHandle,
  end: number,
  most: number,
  take: (line: RawLine) => boolean,
): Promise<{ at: number; bytes: number }> {
  /** Pieces of the line whose beginning is not found yet, in order. */
  let held: Buffer[] = [];
  let heldBytes = 0;
  let [position, bytes, settled] = [end, 0, end];
  const hold = (piece: Buffer): void => {
    heldBytes += piece.length;
    held.unshift(piece);
    // The head of a line says most: of what lies behind it no more is kept than can be shown.
    while (held.length > 1 && heldBytes - (held.at(-1)?.length ?? 0) > 2 * MAX_LINE)
      heldBytes -= held.pop()?.length ?? 0;
  };
  const handOver = (at: number): boolean => {
    const whole = Buffer.concat(held);
    const text = whole
      .subarray(0, MAX_LINE)
      .toString("utf8")
      .replace(/\r?\n$/, "");
    const isCut = settled - at > MAX_LINE;
    [held, heldBytes, settled] = [[], 0, at];
    return text.trim() === "" || take({ text, at, isCut });
  };
  while (position > 0 && bytes < most) {
    const from = Math.max(0, position - PIECE);
    const piece = Buffer.alloc(position - from);
    const { bytesRead } = await handle.read(piece, 0, piece.length, from);
    // Cut short meanwhile: what is gone is not there to be read.
    if (bytesRead < piece.length) return { at: 0, bytes };
    bytes += piece.length;
    let cut = piece.length;
    for (let at = piece.length - 1; at >= 0; at -= 1) {
      // The newline at the very end ends the last line; it begins none.
      if (piece[at] !== NEWLINE || from + at + 1 === end) continue;
      hold(piece.subarray(at + 1, cut));
      cut = at + 1;
      if (!handOver(from + at + 1)) return { at: settled, bytes };
    }
    hold(piece.subarray(0, cut));
    position = from;
  }
  if (position === 0) {
    if (held.length > 0) handOver(0);
    return { at: 0, bytes };
  }
  // A line that fills all that may be read goes whole: the next page begins before what was seen of it.
  return { at: settled === end ? position : settled, bytes };
}

/** Null for what is not there, or is no plain file. */
async function withFile<T>(path: string, work: (handle: FileHandle) => Promise<T>): Promise<T | null> {
  let handle: FileHandle;
  try {
    handle = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    if (["ENOENT", "ELOOP", "EACCES", "ENXIO"].includes((error as NodeJS.ErrnoException).code ?? "")) return null;
    throw error;
  }
  try {
    return (await handle.stat()).isFile() ? await work(handle) : null;
  } finally {
    await handle.close();
  }
}
