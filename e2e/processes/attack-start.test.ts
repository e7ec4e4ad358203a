/** Starts that collide, and addresses that are not 127.0.0.1. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type Launch, launch, until } from "../support/server";
import { HASH_EMBEDDER, useStage } from "../support/stage";

const { home, start } = useStage(HASH_EMBEDDER);

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}

const isReady = (started: Launch): boolean => started.output().includes("Keepsake is ready");

it("of two launchers on one port and one data folder, one serves, and the other says neither that it is ready nor exits with 0", async () => {
  const folder = home();
  const port = String(await freePort());
  const both = [0, 1].map(() => launch(["start"], folder, { ...HASH_EMBEDDER, KEEPSAKE_PORT: port }));
  const winner = Promise.race(both.map(({ ended }, index) => ended.then((code) => ({ loser: index, code }))));
  const { loser, code } = await winner;
  const [lost, won] = [both[loser], both[1 - loser]];
  if (lost === undefined || won === undefined) throw new Error("two were started");
  expect(code).toBe(1);
  expect(isReady(lost)).toBe(false);
  await until(() => (isReady(won) ? true : undefined));
  won.child.kill("SIGTERM");
  await won.ended;
});

it("starts over a lock file whose process id now is another, living program's", async () => {
  const folder = home();
  const other = spawn(process.execPath, ["-e", "setInterval(() => undefined, 1000)"], { stdio: "ignore" });
  try {
    writeFileSync(join(folder, "server.lock"), String(other.pid));
    const server = await start({ home: folder });
    expect(readFileSync(join(folder, "server.lock"), "utf8")).toBe(String(server.pid));
    const second = launch(["start"], folder, HASH_EMBEDDER);
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain(`process ${server.pid}`);
  } finally {
    other.kill();
  }
});

it.each(["0.0.0.0", "::1"])("the command line reaches a server that listens on %s", async (host) => {
  const folder = home();
  const started = launch(["start"], folder, { ...HASH_EMBEDDER, KEEPSAKE_HOST: host });
  await until(() => (isReady(started) ? true : undefined));
  const status = launch(["status"], folder, HASH_EMBEDDER);
  expect([await status.ended, status.output()]).toEqual([0, expect.stringContaining(folder)]);
  started.child.kill("SIGTERM");
  await started.ended;
});
