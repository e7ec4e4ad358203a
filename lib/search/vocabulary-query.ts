/** Reads of the vocabulary of the words tables: how common a token is, and which ones are written nearly like it. */
import type { SearchKind } from "../contract/common";
import type { Handle } from "../context";
import { prepared } from "../db/prepared";
import { TABLES } from "./filter";

export interface Token {
  term: string;
  /** Rows that hold it. */
  rows: number;
}

/** Rows that hold the token. */
export function documentFrequency(handle: Handle, kind: SearchKind, token: string): number {
  return Number(prepared(handle, `SELECT doc FROM ${kind}_words_vocab WHERE term = ?`).pluck().get(token) ?? 0);
}

/** Those of the tokens that occur; a few µs each. */
export function knownTokens(handle: Handle, kind: SearchKind, tokens: string[]): Token[] {
  return prepared(
    handle,
    `SELECT term, doc AS rows FROM ${kind}_words_vocab WHERE term IN (SELECT value FROM json_each(?))`,
  ).all(JSON.stringify(tokens)) as Token[];
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
