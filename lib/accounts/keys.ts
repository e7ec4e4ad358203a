/** Keys as text: how they are made, what they look like, what of them is stored. Pure. */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { TokenKind } from "../contract/accounts";

/** V13: what redaction knows, nothing else. */
const SHAPE = /^(emk|evt)_[A-Za-z0-9]{32}$/;
const PREFIX_CHARS = 8;

export const makeKey = (kind: TokenKind): string => `${kind}_${randomBytes(16).toString("hex")}`;
export const hashOf = (key: string): string => createHash("sha256").update(key).digest("hex");
export const prefixOf = (key: string): string => key.slice(0, PREFIX_CHARS);

/** null for what is no key. */
export const kindOf = (key: string): TokenKind | null => (SHAPE.exec(key)?.[1] as TokenKind | undefined) ?? null;

/** Of two hashes, in time that tells nothing. */
export function isSameHash(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a, "hex"), Buffer.from(b, "hex")];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** `Bearer <key>`; null where there is none. */
export const bearerOf = (authorization: string | null): string | null =>
  /^Bearer +(\S{1,200}) *$/i.exec(authorization ?? "")?.[1] ?? null;
