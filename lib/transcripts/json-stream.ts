/**
 * Reads one large JSON document piece by piece: the members of the top object, and one by one the elements of those that are
 * arrays, or of the array that the document is. Never more than one piece is held. Linear.
 */
import { createReadStream } from "node:fs";
import { isRecord, parseJson } from "../text/json-value";
import type { ReadProblems } from "./problems";

/** `key` is that of the top object; null for elements of a top array. */
export type JsonPiece = { key: string | null; isElement: boolean; bytes: number } & (
  { value: unknown } | { broken: true } | { tooLong: true }
);

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN = [0x5b, 0x7b];
const CLOSE = [0x5d, 0x7d];
const COMMA = 0x2c;
const COLON = 0x3a;
const SPACE = [0x20, 0x09, 0x0a, 0x0d];
const BOM = [0xef, 0xbb, 0xbf];

interface Scan {
  /** Containers that are open around the byte: 1 in the top one, 2 in an array that is split. */
  depth: number;
  /** Depth at which pieces end: 1, or 2 within a member that is an array. */
  at: number;
  inString: boolean;
  escaped: boolean;
  key: string | null;
  /** The top container is an array. */
  isList: boolean;
}

/**
 * `broken` for a piece that is no JSON, where the file was cut off for instance; pieces beyond `maxBytes` come as `tooLong`.
 * What follows the end of the document is not read.
 */
export async function* jsonPieces(file: string, maxBytes: number): AsyncGenerator<JsonPiece> {
  const scan: Scan = { depth: 0, at: 1, inString: false, escaped: false, key: null, isList: false };
  let pieces: Buffer[] = [];
  let size = 0;
  let passed = 0;
  const add = (piece: Buffer): void => {
    size += piece.length;
    if (size <= maxBytes) pieces.push(piece);
    else pieces = [];
  };
  const take = (isElement: boolean): JsonPiece | null => {
    const bytes = passed;
    const text = size > maxBytes ? null : Buffer.concat(pieces).toString("utf8").trim();
    pieces = [];
    size = 0;
    passed = 0;
    if (text === "") return null;
    const head = { key: scan.key, isElement, bytes };
    if (text === null) return { ...head, tooLong: true };
    const value = parseJson(text);
    return value === undefined ? { ...head, broken: true } : { ...head, value };
  };
  let isFirst = true;
  for await (const chunk of createReadStream(file, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>) {
    let start = 0;
    for (let index = 0; index < chunk.length; index += 1) {
      const byte = chunk[index] as number;
      passed += 1;
      if (scan.inString) {
        if (scan.escaped) scan.escaped = false;
        else if (byte === BACKSLASH) scan.escaped = true;
        else if (byte === QUOTE) scan.inString = false;
        continue;
      }
      if (byte === QUOTE) {
        scan.inString = true;
        continue;
      }
      if (scan.depth === 0) {
        if (OPEN.includes(byte)) {
          scan.depth = 1;
          scan.isList = byte === OPEN[0];
        } else if (!SPACE.includes(byte) && !(isFirst && BOM.includes(byte))) return;
        start = index + 1;
        continue;
      }
      isFirst = false;
      if (OPEN.includes(byte)) {
        const splits =
          scan.depth === 1 &&
          !scan.isList &&
          byte === OPEN[0] &&
          scan.key !== null &&
          isBlank(pieces, chunk, start, index);
        scan.depth += 1;
        if (splits) {
          scan.at = 2;
          pieces = [];
          size = 0;
          start = index + 1;
        }
      } else if (CLOSE.includes(byte)) {
        scan.depth -= 1;
        if (scan.depth === scan.at - 1) {
          add(chunk.subarray(start, index));
          start = index + 1;
          const piece = scan.key === null && !scan.isList ? null : take(scan.at === 2 || scan.isList);
          if (piece !== null) yield piece;
          if (scan.depth === 0) return;
          scan.at = 1;
        }
      } else if (byte === COMMA && scan.depth === scan.at) {
        add(chunk.subarray(start, index));
        start = index + 1;
        const piece = take(scan.at === 2 || scan.isList);
        if (piece !== null) yield piece;
        if (scan.at === 1) scan.key = null;
      } else if (byte === COLON && scan.depth === 1 && !scan.isList && scan.key === null) {
        add(chunk.subarray(start, index));
        start = index + 1;
        const name = size > maxBytes ? undefined : parseJson(Buffer.concat(pieces).toString("utf8"));
        scan.key = typeof name === "string" ? name : "";
        pieces = [];
        size = 0;
      }
    }
    if (start < chunk.length && scan.depth > 0) add(chunk.subarray(start));
  }
  if (scan.depth > 0 && passed > 0) {
    const last = take(scan.at === 2 || scan.isList);
    if (last !== null) yield { key: last.key, isElement: last.isElement, bytes: last.bytes, broken: true };
  }
}

/** Only white space stands between the colon and here: then the member itself is the array. */
const isBlank = (pieces: Buffer[], chunk: Buffer, start: number, end: number): boolean =>
  pieces.every((piece) => piece.every((byte) => SPACE.includes(byte))) &&
  chunk.subarray(start, end).every((byte) => SPACE.includes(byte));

/** The top object's own members that are no arrays, together; elements of arrays are passed over. */
export async function jsonHead(file: string, maxBytes: number): Promise<Record<string, unknown>> {
  const head: Record<string, unknown> = {};
  for await (const piece of jsonPieces(file, maxBytes)) {
    if (!piece.isElement && piece.key !== null && "value" in piece) head[piece.key] = piece.value;
  }
  return head;
}

/** The objects of the list `key`; what could not be read is noted in `problems`. */
export async function* listedObjects(
  file: string,
  key: string,
  maxBytes: number,
  problems: ReadProblems,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Record<string, unknown>> {
  for await (const piece of jsonPieces(file, maxBytes)) {
    onBytes(piece.bytes);
    if ("tooLong" in piece) problems.tooLongLines += 1;
    else if ("broken" in piece) problems.badLines += 1;
    const element = elementOf(piece, key);
    if (element !== null) yield element;
  }
}

export const elementOf = (piece: JsonPiece, key: string | null): Record<string, unknown> | null =>
  piece.isElement && piece.key === key && "value" in piece && isRecord(piece.value) ? piece.value : null;
