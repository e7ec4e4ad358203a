/** Reads of the vocabulary of the words tables: how common a token is, and which ones are written nearly like it. */
import type { SearchKind } from "../contract/common";
import type { Handle } from "../context";
import { prepared } from "../db/prepared";
import { storeVersion } from "../db/version";
import { TABLES } from "./filter";

export interface Token {
  term: string;
  /** Rows that hold it. */
  rows: number;
}

/** How common tokens are, as long as nothing is written: to count a common one is to walk all rows that hold it, and one search asks for it several times. */
interface Frequencies {
  version: string;
  byKind: Map<SearchKind, Map<string, number>>;
}
const frequencies = new WeakMap<Handle, Frequencies>();
const MAX_REMEMBERED = 5_000;

function remembered(handle: Handle, kind: SearchKind): Map<string, number> {
  const version = storeVersion(handle);
  let known = frequencies.get(handle);
  if (known?.version !== version) frequencies.set(handle, (known = { version, byKind: new Map() }));
  let ofKind = known.byKind.get(kind);
  if (ofKind === undefined || ofKind.size > MAX_REMEMBERED) known.byKind.set(kind, (ofKind = new Map()));
  return ofKind;
}

/** Rows that hold the token. */
export const documentFrequency = (handle: Handle, kind: SearchKind, token: string): number =>
  knownTokens(handle, kind, [token])[0]?.rows ?? 0;

/** Those of the tokens that occur. */
export function knownTokens(handle: Handle, kind: SearchKind, tokens: string[]): Token[] {
  const known = remembered(handle, kind);
  const one = prepared(handle, `SELECT doc FROM ${kind}_words_vocab WHERE term = ?`).pluck();
  return tokens.flatMap((term) => {
    let rows = known.get(term);
    if (rows === undefined) known.set(term, (rows = (one.get(term) as number | undefined) ?? 0));
    return rows === 0 ? [] : [{ term, rows }];
  });
}

/** Tokens that begin so, in order, at most `limit`. */
export function tokensFrom(handle: Handle, kind: SearchKind, head: string, limit: number): string[] {
  return prepared(handle, `SELECT term FROM ${kind}_words_vocab WHERE term >= ? AND term < ? LIMIT ?`)
    .pluck()
    .all(head, `${head}\u{10ffff}`, limit) as string[];
}

/** An upper bound of a table's rows, for free. */
export function highestId(handle: Handle, kind: SearchKind): number {
  return Number(prepared(handle, `SELECT max(id) FROM ${TABLES[kind]}`).pluck().get() ?? 0);
}
