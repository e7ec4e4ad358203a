import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import {
  createLoginCode,
  ensureToken,
  isAuthorized,
  readToken,
  rotateToken,
  SESSION_COOKIE,
  sessionCookie,
  takeLoginCode,
} from "./token";

let home: string;
beforeEach(() => void (home = mkdtempSync(join(tmpdir(), "keepsake-token-"))));
afterEach(() => rmSync(home, { recursive: true, force: true }));

it("makes a token for this user alone, once", () => {
  expect(readToken(home)).toBeNull();
  ensureToken(home);
  const token = readToken(home);
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(statSync(join(home, "token")).mode & 0o777).toBe(0o600);
  ensureToken(home);
  expect(readToken(home)).toBe(token);
});

it("an empty or short token protects nothing and counts as none", () => {
  writeFileSync(join(home, "token"), "short\n");
  expect(readToken(home)).toBeNull();
});

it("takes the token as bearer and its cookie, nothing else", () => {
  ensureToken(home);
  const token = readToken(home) ?? "";
  const cookie = sessionCookie(token).split(";")[0] ?? "";
  expect(isAuthorized(token, `Bearer ${token}`, null)).toBe(true);
  expect(isAuthorized(token, `bearer ${token}`, null)).toBe(true);
  expect(isAuthorized(token, null, `theme=dark; ${cookie}`)).toBe(true);
  expect(isAuthorized(token, null, null)).toBe(false);
  expect(isAuthorized(token, `Bearer ${token}x`, `${cookie}x`)).toBe(false);
  expect(isAuthorized(token, `Basic ${token}`, `keepsake_session=${token}`)).toBe(false);
  expect(isAuthorized(token, `Bearer ${cookie.split("=")[1]}`, null)).toBe(false);
  expect(sessionCookie(token)).toContain("HttpOnly; SameSite=Strict");
});

it("a login code works once, and only for ten minutes", () => {
  const now = 1_000_000;
  const { code, expiresAt } = createLoginCode(now);
  expect(takeLoginCode(`${code}x`, now)).toBe(false);
  expect(takeLoginCode(code, now + 1)).toBe(true);
  expect(takeLoginCode(code, now + 1)).toBe(false);
  const late = createLoginCode(now);
  expect(takeLoginCode(late.code, expiresAt)).toBe(false);
});

it("refuses to keep any number of codes", () => {
  const now = 5_000_000_000;
  expect(() => Array.from({ length: 101 }, () => createLoginCode(now))).toThrow(/Too many/);
  expect(createLoginCode(now + 11 * 60_000).code).toMatch(/./);
});

it("a rotated token closes the old one, for programs and for browsers, and lets in whoever was told", () => {
  ensureToken(home);
  const old = readToken(home) ?? "";
  const [oldCookie = ""] = sessionCookie(old).split(";");
  const session = rotateToken(home);
  const token = readToken(home) ?? "";
  expect(token).not.toBe(old);
  expect(statSync(join(home, "token")).mode & 0o777).toBe(0o600);
  expect(isAuthorized(token, `Bearer ${old}`, null)).toBe(false);
  expect(isAuthorized(token, null, oldCookie)).toBe(false);
  expect(isAuthorized(token, `Bearer ${token}`, null)).toBe(true);
  expect(isAuthorized(token, null, `${SESSION_COOKIE}=${session}`)).toBe(true);
});
