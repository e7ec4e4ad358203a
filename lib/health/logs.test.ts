import { appendFileSync, existsSync, mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { AppError } from "../contract/errors";
import { LogPage, type LogLine, type LogQuery } from "../contract/logs";
import { openTestApp, type TestApp } from "../testing";
import { readLogs } from "./logs";

let test: TestApp;
let folder: string;
beforeEach(async () => {
  test = await openTestApp({ env: { KEEPSAKE_LOG_LEVEL: "silent" } });
  folder = join(test.home, "logs");
  mkdirSync(folder, { recursive: true });
});
afterEach(() => test.close());

const LEVELS = { debug: 20, info: 30, warn: 40, error: 50 } as const;
const line = (level: keyof typeof LEVELS, msg: string, more: object = {}): string =>
  `${JSON.stringify({ level: LEVELS[level], time: "2026-06-01T12:00:00.000Z", ...more, msg })}\n`;
const put = (name: string, text: string, ageSeconds = 0): void => {
  writeFileSync(join(folder, name), text);
  const at = Date.now() / 1000 - ageSeconds;
  utimesSync(join(folder, name), at, at);
};
const read = async (query: Partial<LogQuery> = {}) => {
  const page = await readLogs(test.app, { limit: 100, ...query });
  expect(LogPage.parse(page)).toEqual(page);
  return page;
};
async function readAll(query: Partial<LogQuery> = {}): Promise<LogLine[]> {
  const all: LogLine[] = [];
  let cursor: string | undefined;
  do {
    const page = await read({ ...query, cursor });
    all.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return all;
}
const messages = (lines: LogLine[]): string[] => lines.map(({ message }) => message);

describe("lines", () => {
  it("newest first, by level and by text", async () => {
    put(
      "keepsake.log",
      [
        line("info", "server started", { port: 3777 }),
        line("debug", "a look"),
        line("warn", "Slow answer", { ms: 1200 }),
        line("error", "page failed", { err: { type: "TypeError", stack: "at x" } }),
      ].join(""),
    );
    expect(messages((await read()).items)).toEqual(["page failed", "Slow answer", "a look", "server started"]);
    expect(messages((await read({ level: "info" })).items)).toEqual(["page failed", "Slow answer", "server started"]);
    expect(messages((await read({ level: "error" })).items)).toEqual(["page failed"]);
    expect(messages((await read({ q: "slow" })).items)).toEqual(["Slow answer"]);
    expect(messages((await read({ q: "typeerror", level: "warn" })).items)).toEqual(["page failed"]);
    expect((await read()).items[3]).toEqual({
      file: "keepsake.log",
      at: 0,
      time: Date.UTC(2026, 5, 1, 12),
      level: "info",
      message: "server started",
      fields: JSON.stringify({ port: 3777 }, null, 2),
    });
  });

  it("torn ones, other programs' and empty ones are no harm", async () => {
    put(
      "keepsake.log",
      `${line("info", "one")}{"level":30,"time":"2026\n\n\nplain words\r\n[1]\n${line("warn", "two")}{"level":50,"ms`,
    );
    const { items } = await read();
    expect(items.map(({ level, message }) => [level, message])).toEqual([
      [null, '{"level":50,"ms'],
      ["warn", "two"],
      [null, "[1]"],
      [null, "plain words"],
      [null, '{"level":30,"time":"2026'],
      ["info", "one"],
    ]);
    // What has no level is not hidden by asking for the worst.
    expect(messages((await read({ level: "error" })).items)).toHaveLength(4);
  });

  it("of one that never ends the head is shown", async () => {
    put("keepsake.log", `${line("info", "before")}${"x".repeat(3 * 1024 * 1024)}\n${line("info", "after")}`);
    const [after, long, before] = (await read()).items;
    expect([after?.message, before?.message]).toEqual(["after", "before"]);
    expect(long?.message).toMatch(/^x+…$/);
    expect(long?.fields.length).toBe(16 * 1024);
  });
});

describe("files", () => {
  it("goes on into those that were rotated away, from the youngest", async () => {
    put("keepsake.log", line("info", "today"), 0);
    put("keepsake.log.1", line("info", "yesterday 1") + line("info", "yesterday 2"), 100);
    put("keepsake.log.2", line("info", "long ago"), 200);
    const all = ["today", "yesterday 2", "yesterday 1", "long ago"];
    expect(messages((await read()).items)).toEqual(all);
    expect(messages(await readAll({ limit: 1 }))).toEqual(all);
  });

  it("reads nothing but plain logs of that folder", async () => {
    put("keepsake.log", line("info", "mine"));
    put("notes.txt", "not a log\n");
    writeFileSync(join(test.home, "token-like.log"), "secret outside\n");
    symlinkSync(join(test.home, "token-like.log"), join(folder, "linked.log"));
    mkdirSync(join(folder, "folder.log"));
    expect(messages((await read()).items)).toEqual(["mine"]);
    const forged = (file: string) => Buffer.from(JSON.stringify(["logs", file, 100])).toString("base64url");
    for (const file of ["../token-like.log", "/etc/passwd", "notes.txt", "..", ""])
      await expect(read({ cursor: forged(file) })).rejects.toThrow(AppError);
    expect((await read({ cursor: forged("linked.log") })).items).toEqual([]);
    await expect(read({ cursor: "nonsense" })).rejects.toThrow(AppError);
  });

  it("an empty folder, and none, have no lines", async () => {
    expect(await read()).toEqual({ items: [], nextCursor: null, looked_through: 0 });
    rmSync(folder, { recursive: true });
    expect(existsSync(folder)).toBe(false);
    expect((await read()).items).toEqual([]);
  });
});

describe("pages", () => {
  it("have no gap and no repeat, at every page size", async () => {
    const wanted = Array.from({ length: 500 }, (_, n) => `line ${n} ${"é中".repeat(n % 40)}`);
    put("keepsake.log", wanted.map((msg) => line("info", msg)).join(""));
    for (const limit of [1, 7, 100]) expect(messages(await readAll({ limit }))).toEqual([...wanted].reverse());
  });

  it("stay where they are while lines are added", async () => {
    put("keepsake.log", [1, 2, 3, 4].map((n) => line("info", `line ${n}`)).join(""));
    const first = await read({ limit: 2 });
    appendFileSync(join(folder, "keepsake.log"), line("info", "line 5"));
    const second = await read({ limit: 2, cursor: first.nextCursor ?? "" });
    expect(messages([...first.items, ...second.items])).toEqual(["line 4", "line 3", "line 2", "line 1"]);
  });

  it("of fifty megabytes read what is bounded, however rare the line that is looked for", async () => {
    const block = line("info", "nothing of interest ".repeat(20)).repeat(2_000);
    writeFileSync(join(folder, "keepsake.log"), line("error", "the needle"));
    for (let n = 0; n < 60; n += 1) appendFileSync(join(folder, "keepsake.log"), block);
    const first = await read({ q: "the needle" });
    expect(first.items).toEqual([]);
    expect(first.nextCursor).not.toBeNull();
    expect(first.looked_through).toBeLessThanOrEqual(8 * 1024 * 1024 + 256 * 1024);
    expect(messages(await readAll({ q: "the needle" }))).toEqual(["the needle"]);
    expect((await read({ limit: 5 })).looked_through).toBeLessThan(1024 * 1024);
  });
});
