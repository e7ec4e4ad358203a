import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { DEFAULT_PORT } from "../../../lib/env";
import { lastPort } from "./last-port";
import { choosePort } from "./port";

const HOST = "127.0.0.1";
let home: string;
let other: Server;
let taken: number;
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), "keepsake-port-"));
  other = createServer();
  await new Promise<void>((ready) => other.listen(0, HOST, ready));
  taken = (other.address() as AddressInfo).port;
});
afterEach(async () => {
  if (other.listening) await new Promise((closed) => other.close(closed));
  rmSync(home, { recursive: true, force: true });
});

it("takes the port that is asked for or none, else the one that the folder's server had last where that is free", async () => {
  await expect(choosePort(taken, HOST, 4)).rejects.toMatchObject({ code: "not_ready" });
  expect((await choosePort(null, HOST, taken)).port).not.toBe(taken);
  expect((await choosePort(null, HOST, taken)).port).toBeGreaterThanOrEqual(DEFAULT_PORT);
  await new Promise((closed) => other.close(closed));
  expect(await choosePort(null, HOST, taken)).toEqual({ port: taken, moved: false });
  expect((await choosePort(0, HOST, taken)).moved).toBe(false);
});

it("knows that port by the file that the server leaves, and none by what is no such file", () => {
  expect(lastPort(home)).toBeNull();
  for (const [content, port] of [
    ['{"pid":1,"port":null,"lastPort":4977}', 4977],
    ['{"pid":1,"port":4977}', null],
    ['{"lastPort":0}', null],
    ['{"lastPort":"80"}', null],
    ['{"lastPort":70000}', null],
    ["[", null],
    ["null", null],
  ] as const) {
    writeFileSync(join(home, "hook.json"), content);
    expect([content, lastPort(home)]).toEqual([content, port]);
  }
});
