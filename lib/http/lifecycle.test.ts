import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { expect, it } from "vitest";
import { openApp } from "../app";
import { AppError } from "../contract/errors";
import { readEnv } from "../env";
import { openTestApp } from "../testing";
import { sentenceOf, writeServerFile } from "./lifecycle";

it("writes where it listens, for this user only", async () => {
  const test = await openTestApp({ env: { KEEPSAKE_PORT: "40123" } });
  try {
    writeServerFile(test.app);
    const file = join(test.home, "server.json");
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({
      pid: process.pid,
      port: 40123,
      host: "127.0.0.1",
      startedAt: test.app.now(),
      version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  } finally {
    await test.close();
  }
});

it("the port that Next listens on wins over the asked one", () => {
  const read = (env: Record<string, string>) => readEnv(env as unknown as NodeJS.ProcessEnv).servedPort;
  expect([
    read({ PORT: "5", KEEPSAKE_PORT: "6" }),
    read({ KEEPSAKE_PORT: "6" }),
    read({ CLAUDE_MEM_WORKER_PORT: "7" }),
    read({}),
  ]).toEqual([5, 6, 7, null]);
  expect(read({ PORT: "not a port" })).toBeNull();
});

it("says in a sentence why it cannot start", async () => {
  const test = await openTestApp();
  try {
    const error = await openApp(test.app.env).then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(sentenceOf(error)).toMatch(
      new RegExp(`Another Keepsake server \\(process ${process.pid}\\) holds .*\nUse that one`),
    );
  } finally {
    await test.close();
  }
  expect(sentenceOf(new AppError("not_ready", "No."))).toBe("No.");
  const coded = (code: string) => sentenceOf(Object.assign(new Error(`${code}: /home/x`), { code }));
  for (const code of ["SQLITE_FULL", "ENOSPC"]) expect(coded(code)).toMatch(/disk .* is full[^]*Free some space/);
  for (const code of ["EROFS", "EACCES"]) expect(coded(code)).toMatch(/cannot be written[^]*KEEPSAKE_HOME/);
  expect(sentenceOf(z.object({ KEEPSAKE_PORT: z.number() }).safeParse({}).error)).toMatch(
    /environment is not valid[^]*KEEPSAKE_PORT/,
  );
});
