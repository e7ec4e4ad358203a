import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { CREDENTIALS_FILE, readCredentials } from "./credentials";
import { PLANTED_KEY } from "./testing";

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "keepsake-credentials-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function put(content: unknown, mode = 0o600): void {
  const file = join(home, CREDENTIALS_FILE);
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  chmodSync(file, mode);
}

it("E66: no file, no provider, no problem", () => {
  expect(readCredentials(home)).toEqual({ credentials: null, problem: null });
});

it("E66: provider defaults to deepseek; key, address and model are read", () => {
  put({ api_key: PLANTED_KEY, else: 1 });
  expect(readCredentials(home)).toEqual({
    credentials: { provider: "deepseek", apiKey: PLANTED_KEY, baseUrl: null, model: null },
    problem: null,
  });
  put(
    `\uFEFF${JSON.stringify({ provider: "kimi", api_key: ` ${PLANTED_KEY}\n`, base_url: "https://a.example", model: "m" })}`,
  );
  expect(readCredentials(home).credentials).toEqual({
    provider: "kimi",
    apiKey: PLANTED_KEY,
    baseUrl: "https://a.example",
    model: "m",
  });
});

it.each(["604", "640", "620", "602", "644", "777", "610"])("E66: mode %s is refused with what to do", (mode) => {
  put({ api_key: PLANTED_KEY }, Number.parseInt(mode, 8));
  const { credentials, problem } = readCredentials(home);
  expect(credentials).toBeNull();
  expect(problem?.what).toContain(mode);
  expect(problem?.hint).toContain("chmod 600");
});

it("E66: what cannot be used is said, and no word of the file is in it", () => {
  const bad = [
    `{"api_key":"${PLANTED_KEY}"`,
    `${PLANTED_KEY}`,
    [PLANTED_KEY],
    { provider: PLANTED_KEY, api_key: PLANTED_KEY },
    { provider: "deepseek", api_key: { [PLANTED_KEY]: 1 } },
    { provider: "deepseek", api_key: PLANTED_KEY.repeat(1000) },
    { provider: "deepseek", api_key: PLANTED_KEY, base_url: 5 },
    "null",
    "",
    PLANTED_KEY.repeat(10_000),
  ];
  for (const content of bad) {
    put(content);
    const read = readCredentials(home);
    expect(read.credentials).toBeNull();
    expect(read.problem).not.toBeNull();
    expect(JSON.stringify(read)).not.toContain("planted");
  }
});

it("E66: a folder in its place is said, not thrown", () => {
  mkdirSync(join(home, CREDENTIALS_FILE));
  expect(readCredentials(home)).toMatchObject({ credentials: null, problem: { what: expect.any(String) as string } });
});
