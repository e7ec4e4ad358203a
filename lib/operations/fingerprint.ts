/**
 * Finds deleted text in bytes without knowing it: keyed rolling hashes of 24-byte pieces, each confirmed by a keyed MAC.
 * Pieces, since a long value is cut where it crosses database pages; without the text, since the purge must
 * survive a crash, and a copy of the text kept for it would be one more holder.
 */
import { createHmac } from "node:crypto";

export const PIECE_BYTES = 24;
/** Of all needles together; what is longer is sampled evenly. */
const MAX_PIECES = 20_000;
const FILTER_BITS = 20;

interface Piece {
  needle: number;
  /** Byte offset within the needle. */
  at: number;
  width: number;
  hash: number;
  mac: string;
}

export interface PieceSet {
  needles: { bytes: number; pieces: number; everywhere: boolean }[];
  pieces: Piece[];
  /** The needles are a sample of what went: the database is written anew, whether one of them is found or not. */
  rewrites?: boolean;
}

export interface Occurrence {
  needle: number;
  start: number;
  end: number;
  everywhere: boolean;
}

export interface Scanner {
  push(chunk: Uint8Array): void;
  /** True when any piece occurred. */
  touched(): boolean;
  /** All pieces of a needle, each at its place. */
  occurrences(): Occurrence[];
}

/** Bytes that are to be found again, with how far the search for them reaches. */
export interface Needle {
  bytes: Uint8Array;
  everywhere: boolean;
}

export function makePieces(key: string, needles: Needle[]): PieceSet {
  const usable = needles.filter((needle) => needle.bytes.byteLength > 0);
  const share = Math.max(4, Math.floor(MAX_PIECES / Math.max(1, usable.length)));
  const set: PieceSet = { needles: [], pieces: [] };
  const base = baseOf(key);
  usable.forEach(({ bytes, everywhere }, needle) => {
    const offsets = pieceOffsets(bytes.byteLength, share);
    const width = Math.min(PIECE_BYTES, bytes.byteLength);
    for (const at of offsets) {
      const piece = bytes.subarray(at, at + width);
      set.pieces.push({ needle, at, width, hash: hashOf(piece, base), mac: macOf(key, piece) });
    }
    set.needles.push({ bytes: bytes.byteLength, pieces: offsets.length, everywhere });
  });
  return set;
}

function pieceOffsets(length: number, most: number): number[] {
  if (length <= PIECE_BYTES) return [0];
  const offsets: number[] = [];
  for (let at = 0; at + PIECE_BYTES < length; at += PIECE_BYTES) offsets.push(at);
  offsets.push(length - PIECE_BYTES);
  if (offsets.length <= most) return offsets;
  const step = (offsets.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, index) => offsets[Math.round(index * step)] ?? 0);
}

/** Several sets as one, so that a folder is read once for all deletions that wait. */
export function joinSets(sets: PieceSet[]): PieceSet {
  const joined: PieceSet = { needles: [], pieces: [] };
  for (const set of sets) {
    const shift = joined.needles.length;
    joined.needles.push(...set.needles);
    for (const piece of set.pieces) joined.pieces.push({ ...piece, needle: piece.needle + shift });
  }
  return joined;
}

/** Reads a stream of bytes once for each width of piece; linear, whatever the bytes are. */
export function makeScanner(key: string, set: PieceSet): Scanner {
  const base = baseOf(key);
  const widths = [...new Set(set.pieces.map((piece) => piece.width))];
  const tables = widths.map((width) => makeTable(base, width, set.pieces));
  const longest = Math.max(1, ...widths);
  const partial = new Map<string, Set<number>>();
  let carry: Uint8Array = new Uint8Array(0);
  let offset = 0;
  let isTouched = false;

  function confirm(piece: Piece, bytes: Uint8Array, at: number): void {
    if (macOf(key, bytes.subarray(at, at + piece.width)) !== piece.mac) return;
    isTouched = true;
    const start = offset + at - piece.at;
    const name = `${piece.needle}:${start}`;
    const found = partial.get(name) ?? new Set<number>();
    partial.set(name, found.add(piece.at));
  }

  return {
    push(chunk) {
      const bytes = Buffer.concat([carry, chunk]);
      for (const table of tables) roll(bytes, base, table, (piece, at) => confirm(piece, bytes, at));
      const keep = Math.min(bytes.byteLength, longest - 1);
      carry = bytes.subarray(bytes.byteLength - keep);
      offset += bytes.byteLength - keep;
    },
    touched: () => isTouched,
    occurrences() {
      const whole: Occurrence[] = [];
      for (const [name, found] of partial) {
        const [needle = 0, start = 0] = name.split(":").map(Number);
        const known = set.needles[needle];
        if (known === undefined || found.size < known.pieces) continue;
        whole.push({ needle, start, end: start + known.bytes, everywhere: known.everywhere });
      }
      return whole;
    },
  };
}

interface Table {
  width: number;
  /** base ^ (width − 1): the weight of the byte that leaves the window. */
  weight: number;
  filter: Uint8Array;
  pieces: Map<number, Piece[]>;
}

function makeTable(base: number, width: number, all: Piece[]): Table {
  let weight = 1;
  for (let step = 1; step < width; step += 1) weight = Math.imul(weight, base);
  const filter = new Uint8Array(2 ** FILTER_BITS);
  const pieces = new Map<number, Piece[]>();
  for (const piece of all) {
    if (piece.width !== width) continue;
    filter[piece.hash >>> (32 - FILTER_BITS)] = 1;
    pieces.set(piece.hash, [...(pieces.get(piece.hash) ?? []), piece]);
  }
  return { width, weight, filter, pieces };
}

function roll(bytes: Uint8Array, base: number, table: Table, found: (piece: Piece, at: number) => void): void {
  const { width, weight, filter, pieces } = table;
  if (bytes.byteLength < width) return;
  let hash = hashOf(bytes.subarray(0, width), base);
  for (let at = 0; ; at += 1) {
    if (filter[hash >>> (32 - FILTER_BITS)] === 1) for (const piece of pieces.get(hash) ?? []) found(piece, at);
    const next = bytes[at + width];
    if (next === undefined) return;
    hash = (Math.imul(hash - Math.imul(bytes[at] ?? 0, weight), base) + next) >>> 0;
  }
}

function hashOf(bytes: Uint8Array, base: number): number {
  let hash = 0;
  for (const byte of bytes) hash = (Math.imul(hash, base) + byte) >>> 0;
  return hash;
}

/** Odd, so that no byte of the window is lost modulo 2^32. */
const baseOf = (key: string): number =>
  (createHmac("sha256", key).update("base").digest().readUInt32LE(0) | 0x01000001) >>> 0;

const macOf = (key: string, bytes: Uint8Array): string =>
  createHmac("sha256", key).update(bytes).digest("base64url").slice(0, 20);
