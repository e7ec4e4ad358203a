import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { changeSettings, saveSettings } from "../settings/service";
import { openTestApp, type TestApp } from "../testing";
import { portOf, readHookFile } from "../../bin/hook/hook-file";
import { lastPort } from "../../bin/cli/start/last-port";
import { keepHookFile, retireHookFile, writeHookFile } from "./hook-file";
import { ensureToken, readToken, rotateToken } from "./token";

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
  test.app.env.servedPort = 4321;
  ensureToken(test.home);
});
afterEach(() => test.close());

const file = () => readHookFile(test.home);

it("names port, token and the times of the settings, for this user only", () => {
  saveSettings(test.app, { hook_recall_ms: 900 });
  writeHookFile(test.app);
  expect(file()).toEqual({
    pid: process.pid,
    host: "127.0.0.1",
    port: 4321,
    lastPort: 4321,
    token: readToken(test.home),
    timeouts: { recall: 900, capture: 1000, stdin: 5000 },
    start: null,
  });
  expect(statSync(join(test.home, "hook.json")).mode & 0o777).toBe(0o600);
  expect(portOf(file())).toBe(4321);
  rotateToken(test.home);
  writeHookFile(test.app);
  expect(file().token).toBe(readToken(test.home));
});

it("follows a setting that changes while the server runs", async () => {
  keepHookFile(test.app);
  changeSettings(test.app, { hook_starts_server: true, hook_capture_ms: 300 }, { kind: "person", name: "test" });
  await expect.poll(() => file().timeouts?.capture, { timeout: 5_000 }).toBe(300);
  expect(file().start).toEqual([process.execPath, join(process.cwd(), "bin", "keepsake.mjs")]);
});

it("names no port and no token any more when the server ends; a server that was killed is asked no more", () => {
  writeHookFile(test.app);
  const token = readToken(test.home) ?? "";
  expect(portOf({ ...file(), pid: 2 ** 22 + 1 })).toBeNull();
  retireHookFile(test.app);
  expect(portOf(file())).toBeNull();
  expect(lastPort(test.home)).toBe(4321);
  expect(readFileSync(join(test.home, "hook.json"), "utf8")).not.toContain(token);
});

it("a server that listens everywhere is reached on this machine", () => {
  for (const [host, reached] of [
    ["0.0.0.0", "127.0.0.1"],
    ["::", "::1"],
    ["[::1]", "::1"],
    ["192.168.1.5", "192.168.1.5"],
  ] as const) {
    test.app.env.host = host;
    writeHookFile(test.app);
    expect([host, file().host]).toEqual([host, reached]);
  }
});
