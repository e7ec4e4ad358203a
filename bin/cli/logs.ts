/** `keepsake logs`: the end of the server's log, and what comes. Reads that one file and no other. */
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Command, InvalidArgumentError } from "commander";
import { AppError } from "../../lib/contract/errors";
import { environmentOf, type ServerOptions } from "./environment";

const DEFAULT_LINES = 100;
const MAX_LINES = 100_000;
/** Most that is looked through from the end: of a line that never ends, too, only so much is read. */
const MAX_BYTES = 32 * 1024 * 1024;
const PIECE = 64 * 1024;
const LOOK_EVERY_MS = 300;
const NEWLINE = 0x0a;

interface Options extends Pick<ServerOptions, "dataDir"> {
  lines: number;
  follow?: boolean;
}

export const logsCommand = (): Command =>
  new Command("logs")
    .description("Print the end of the server's log")
    .option("--lines <number>", "how many lines", linesOf, DEFAULT_LINES)
    .option("--follow", "go on with what is written, until Ctrl+C")
    .option("--data-dir <folder>", "default ~/.keepsake")
    .action(async (options: Options) => {
      const path = join(environmentOf(options).home, "logs", "keepsake.log");
      const end = printEnd(path, options.lines);
      if (options.follow === true) await follow(path, end);
    });

function linesOf(text: string): number {
  const lines = Number(text);
  if (!/^\d{1,6}$/.test(text) || lines < 1 || lines > MAX_LINES)
    throw new InvalidArgumentError(`a number from 1 to ${MAX_LINES} is meant.`);
  return lines;
}

interface LogEnd {
  /** Of the file, to know it again after it was replaced. */
  inode: number;
  position: number;
}

function printEnd(path: string, lines: number): LogEnd {
  return withLog(path, (file, { size, ino }) => {
    const from = startOfLast(file, size, lines);
    copyOut(file, from, size);
    return { inode: ino, position: size };
  });
}

async function follow(path: string, end: LogEnd): Promise<never> {
  let { inode, position } = end;
  for (;;) {
    await sleep(LOOK_EVERY_MS);
    ({ inode, position } = withLog(path, (file, { size, ino }) => {
      // Cut short or made anew: from its beginning.
      const from = ino === inode && size >= position ? position : 0;
      copyOut(file, from, size);
      return { inode: ino, position: size };
    }));
  }
}

/** Opens the log itself: a link in its place could lead to any file. Throws `not_found` where there is none yet. */
function withLog<T>(path: string, work: (file: number, stat: { size: number; ino: number }) => T): T {
  const file = openLog(path);
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) throw notALog(path);
    return work(file, stat);
  } finally {
    closeSync(file);
  }
}

function openLog(path: string): number {
  try {
    return openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ELOOP") throw notALog(path);
    if (code !== "ENOENT" && code !== "ENOTDIR") throw error;
    throw new AppError("not_found", `There is no log at ${path} yet.`, {
      hint: "Start the server with `keepsake start`; KEEPSAKE_LOG_LEVEL=silent writes none.",
    });
  }
}

const notALog = (path: string): AppError =>
  new AppError("conflict", `${path} is no plain file, so it was not read.`, {
    hint: "Remove what stands in its place; the server writes a new log when it starts.",
  });

/** Where the last `lines` lines begin; a newline at the very end ends the last of them. */
function startOfLast(file: number, size: number, lines: number): number {
  const least = Math.max(0, size - MAX_BYTES);
  let found = 0;
  for (let end = size; end > least;) {
    const begin = Math.max(least, end - PIECE);
    const piece = readPiece(file, begin, end);
    for (let at = piece.length - 1; at >= 0; at -= 1) {
      if (piece[at] !== NEWLINE || begin + at === size - 1) continue;
      found += 1;
      if (found === lines) return begin + at + 1;
    }
    end = begin;
  }
  return least;
}

function readPiece(file: number, begin: number, end: number): Buffer {
  const piece = Buffer.alloc(end - begin);
  const read = readSync(file, piece, 0, piece.length, begin);
  return piece.subarray(0, read);
}

function copyOut(file: number, from: number, to: number): void {
  for (let at = from; at < to; at += PIECE) process.stdout.write(readPiece(file, at, Math.min(to, at + PIECE)));
}
