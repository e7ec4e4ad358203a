/** Reads a Kimi log line by line, within bounds; the file is only ever read. */
import { createReadStream } from "node:fs";
import { type KimiTurn, turnsOf } from "./conversation";
import { readWireLine, type WireEvent } from "../../transcripts/kimi-wire";

/** Bytes of one line; longer ones (pictures, dumps) hold no conversation and are skipped. */
const MAX_LINE_BYTES = 4 * 1024 * 1024;
/** Bytes of one file; what comes after is left for nobody. */
const MAX_FILE_BYTES = 512 * 1024 * 1024;
/** Characters of conversation kept, the newest first. */
const MAX_CHARS = 2_000_000;
const NEWLINE = 0x0a;

/** E63: the turns of a log. Lines that are no JSON, or half written, are skipped. Rejects when the file cannot be read. */
export async function readKimiLog(path: string): Promise<KimiTurn[]> {
  const events: WireEvent[] = [];
  for await (const line of linesOf(path)) {
    const parsed = parse(line);
    for (const event of readWireLine(parsed)) if (event.type !== "call" && event.type !== "result") events.push(event);
  }
  return newest(turnsOf(events));
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    // A torn or foreign line must not cost the rest of the session.
    return null;
  }
}

async function* linesOf(path: string): AsyncGenerator<string> {
  const stream = createReadStream(path, { end: MAX_FILE_BYTES - 1, highWaterMark: 256 * 1024 });
  let pieces: Buffer[] = [];
  let size = 0;
  const add = (piece: Buffer): void => {
    size += piece.byteLength;
    if (size <= MAX_LINE_BYTES) pieces.push(piece);
    else pieces = [];
  };
  const take = (): string | null => {
    const line = size > 0 && size <= MAX_LINE_BYTES ? Buffer.concat(pieces).toString("utf8").trim() : "";
    pieces = [];
    size = 0;
    return line === "" ? null : line;
  };
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      add(chunk.subarray(start, end));
      start = end + 1;
      const line = take();
      if (line !== null) yield line;
    }
    add(chunk.subarray(start));
  }
  const last = take();
  if (last !== null) yield last;
}

function newest(turns: KimiTurn[]): KimiTurn[] {
  let chars = 0;
  let first = turns.length;
  while (first > 0) {
    const turn = turns[first - 1];
    chars += turn?.messages.reduce((sum, message) => sum + message.text.length, 0) ?? 0;
    if (chars > MAX_CHARS && first < turns.length) break;
    first -= 1;
  }
  return turns.slice(first);
}
