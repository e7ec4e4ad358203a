/** Splits a file into lines without ever holding more than one, and gives up on a line that is too long instead of buffering it. */
import { createReadStream } from "node:fs";

export type Line = { number: number; bytes: number } & ({ text: string; replaced: boolean } | { tooLong: true });

const NEWLINE = 0x0a;
const strict = new TextDecoder("utf-8", { fatal: true });
const lenient = new TextDecoder("utf-8");

/** Lines longer than `maxBytes` come as `tooLong`; bytes that are no UTF-8 come replaced. */
export async function* readLines(file: string, maxBytes: number): AsyncGenerator<Line> {
  let pieces: Buffer[] = [];
  let size = 0;
  let number = 0;
  const take = (): Line => {
    number += 1;
    const line: Line =
      size > maxBytes
        ? { number, bytes: size, tooLong: true }
        : { number, bytes: size, ...decode(Buffer.concat(pieces)) };
    pieces = [];
    size = 0;
    return line;
  };
  const add = (piece: Buffer): void => {
    size += piece.length;
    if (size <= maxBytes) pieces.push(piece);
    else pieces = [];
  };
  for await (const chunk of createReadStream(file, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE, start); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      add(chunk.subarray(start, end));
      yield take();
      start = end + 1;
    }
    if (start < chunk.length) add(chunk.subarray(start));
  }
  if (size > 0) yield take();
}

function decode(bytes: Buffer): { text: string; replaced: boolean } {
  try {
    return { text: strict.decode(bytes), replaced: false };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { text: lenient.decode(bytes), replaced: true };
  }
}
