/** The data folder's token: made at start, asked for as bearer, or as the cookie that a one-time link sets (design §6). */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "../contract/errors";

export const SESSION_COOKIE = "keepsake_session";
const LINK_MINUTES = 10;
const MAX_LINKS = 100;

/** Makes `<home>/token` (mode 0600) unless it is there. */
export function ensureToken(home: string): void {
  try {
    writeFileSync(join(home, "token"), `${randomBytes(32).toString("base64url")}\n`, { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

/**
 * Another token takes the place of the one there is, at once and for everybody: programs read the file when they call. Answers the
 * value that the cookie of a browser must have from now on.
 */
export function rotateToken(home: string): string {
  const token = randomBytes(32).toString("base64url");
  const file = join(home, "token");
  writeFileSync(`${file}.part`, `${token}\n`, { mode: 0o600 });
  renameSync(`${file}.part`, file);
  return sessionOf(token);
}

/** null when there is none, or it is too short to protect anything. */
export function readToken(home: string): string | null {
  try {
    const token = readFileSync(join(home, "token"), "utf8").trim();
    return token.length < 16 ? null : token;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** Does the request carry the token, as `Authorization: Bearer` or by the cookie? */
export function isAuthorized(token: string, authorization: string | null, cookie: string | null): boolean {
  const bearer = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
  if (bearer !== undefined && isSame(bearer, token)) return true;
  const session = cookieValue(cookie ?? "");
  return session !== null && isSame(session, sessionOf(token));
}

/** Set by the one-time link. Strict: it is never sent from another site. */
export const sessionCookie = (token: string): string =>
  `${SESSION_COOKIE}=${sessionOf(token)}; HttpOnly; SameSite=Strict; Path=/; Max-Age=31536000`;

/** Not the token itself, so that a copied cookie cannot be used as bearer. */
const sessionOf = (token: string): string => createHmac("sha256", token).update("keepsake console").digest("base64url");

function cookieValue(header: string): string | null {
  for (const part of header.split(";")) {
    const equals = part.indexOf("=");
    if (equals > 0 && part.slice(0, equals).trim() === SESSION_COOKIE) return part.slice(equals + 1).trim();
  }
  return null;
}

/** Compares digests: equal length, and time that tells nothing. */
function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHmac("sha256", "compare").update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

const LINKS = Symbol.for("keepsake.login-links");
type Slot = { [LINKS]?: Map<string, number> };

/** Code → when it ends. On globalThis: the route that makes a link and the one that takes it may be two module instances. */
const links = (): Map<string, number> => ((globalThis as Slot)[LINKS] ??= new Map<string, number>());

/** A code that opens the console once, for ten minutes. */
export function createLoginCode(now: number): { code: string; expiresAt: number } {
  const open = links();
  for (const [code, expiresAt] of open) if (expiresAt <= now) open.delete(code);
  if (open.size >= MAX_LINKS)
    throw new AppError("busy", "Too many links wait to be used.", { hint: "Use one, or wait ten minutes." });
  const code = randomBytes(32).toString("base64url");
  const expiresAt = now + LINK_MINUTES * 60_000;
  open.set(code, expiresAt);
  return { code, expiresAt };
}

/** True once for each code. */
export function takeLoginCode(code: string, now: number): boolean {
  const expiresAt = links().get(code);
  links().delete(code);
  return expiresAt !== undefined && expiresAt > now;
}
