/**
 * Remembers what was deleted for good, so that a job or an import does not bring it back.
 * A tombstone is a keyed hash. The key stands in the settings table and not in a file beside it: a restored backup
 * without its key would forget every tombstone, and whoever can read the table can read all stored text anyway.
 */
import { createHmac, randomBytes } from "node:crypto";
import type { Handle } from "../context";
import { findTombstone, insertTombstone, readInternal, writeInternal } from "./tombstones-repo";

const KEY = "internal.tombstone_key";

/** Marks a text (any kind) or an identity such as `prompts:12:abc`. */
export function bury(tx: Handle, now: number, receiptId: number, what: string): void {
  insertTombstone(tx, { hash: hashOf(requireKey(tx, now), what), receiptId, createdAt: now });
}

/** True when exactly this text, but for case and white space, was deleted for good. */
export function isBuried(handle: Handle, what: string): boolean {
  const key = readInternal(handle, KEY);
  return key !== undefined && findTombstone(handle, hashOf(key, what));
}

/** False while nothing was ever deleted for good: then no row needs to be looked up. */
export const isAnythingBuried = (handle: Handle): boolean => readInternal(handle, KEY) !== undefined;

/** Identity of a row of evidence: a second import of the same prompt or event must not bring it back. */
export const evidenceIdentity = (table: "prompts" | "events", sessionId: number, dedupeKey: string): string =>
  `${table}:${sessionId}:${dedupeKey}`;

/** Identity of a prompt by what was typed: other tools' stores number their prompts in their own way. */
export const promptIdentity = (sessionId: number, text: string): string => `prompts:${sessionId}:text:${text}`;

/** Identity of a session that was deleted with its whole project, by its host's id: what else comes of it is not stored. */
export const wipedSession = (hostSessionId: string): string => `wiped-session:${hostSessionId}`;

const DERIVED = {
  observations: ["title", "summary"],
  summaries: ["request", "investigated", "learned", "completed", "nextSteps", "notes"],
};

/** Identity of an observation or a summary by what it says. */
export const derivedIdentity = (table: keyof typeof DERIVED, row: object): string =>
  `${table}:${JSON.stringify(DERIVED[table].map((name) => (row as Record<string, unknown>)[name]))}`;

function requireKey(tx: Handle, now: number): string {
  const known = readInternal(tx, KEY);
  if (known !== undefined) return known;
  const key = randomBytes(32).toString("hex");
  writeInternal(tx, now, KEY, key);
  return key;
}

function hashOf(key: string, what: string): string {
  const normal = what.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
  return createHmac("sha256", Buffer.from(key, "hex")).update(normal).digest("hex");
}
