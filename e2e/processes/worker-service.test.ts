/** The names under which claude-mem's scripts start, stop and watch their worker, on our server (M1, M54, M57, M58). */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createClient } from "../../lib/client";
import { launch, until } from "../support/server";
import { HASH_EMBEDDER, useStage } from "../support/stage";

const { home, start, atEnd } = useStage(HASH_EMBEDDER);

interface ServerFile {
  pid: number;
  port: number;
}
const fileOf = (folder: string): ServerFile | undefined =>
  existsSync(join(folder, "server.json"))
    ? (JSON.parse(readFileSync(join(folder, "server.json"), "utf8")) as ServerFile)
    : undefined;

async function run(folder: string, args: string[], env: Record<string, string> = {}) {
  const command = launch(args, folder, { ...HASH_EMBEDDER, ...env });
  const code = await command.ended;
  return { code, output: command.output() };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (typeof address !== "object" || address === null) throw new Error("no port");
  return address.port;
}

const isAlive = (pid: number): boolean => {
  try {
    return !/^[ZX]/.test(readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1) ?? "");
  } catch {
    return false;
  }
};

it("M54, M57, M58, M1: node dist/worker-service.js answers on CLAUDE_MEM_WORKER_PORT, on loopback, and says what has no effect", async () => {
  const folder = home();
  const port = await freePort();
  const child = spawn(process.execPath, [join(process.cwd(), "dist", "worker-service.js")], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      ...HASH_EMBEDDER,
      KEEPSAKE_HOME: folder,
      KEEPSAKE_PORT: "",
      CLAUDE_MEM_WORKER_PORT: String(port),
      CLAUDE_MEM_PYTHON_VERSION: "3.13",
    },
  });
  const ended = once(child, "exit");
  atEnd(async () => {
    child.kill("SIGTERM");
    await ended;
  });
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
  await until(() => (said.includes("CLAUDE_MEM_PYTHON_VERSION") ? true : undefined), 90_000);
  expect(said).toContain(`Keepsake is ready: http://127.0.0.1:${port}`);
  const health = await fetch(`http://localhost:${port}/api/health`, { signal: AbortSignal.timeout(2_000) });
  expect(await health.json()).toMatchObject({ status: "ok", pid: fileOf(folder)?.pid });
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
});

it("M54: package.json has the scripts that the page names, each on a command that exists", async () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  expect(scripts["build"]).toBe("node bin/build.mjs");
  const commands = (await run(home(), ["--help"])).output;
  for (const name of ["restart", "logs", "status"]) {
    expect(scripts[`worker:${name}`]).toBe(`node bin/keepsake.mjs ${name}`);
    expect(commands).toContain(`  ${name} `);
  }
});

it("M54: starts in the background, tells how it is, restarts on the same port, and stops", async () => {
  const folder = home();
  atEnd(() => run(folder, ["stop"]));
  const begun = await run(folder, ["start", "--background"]);
  expect(begun.output).toContain("Keepsake is ready: http://127.0.0.1:");
  expect(begun.code).toBe(0);
  const first = fileOf(folder);
  if (first === undefined) throw new Error("no server file");
  expect((await createClient(`http://127.0.0.1:${first.port}`).health()).pid).toBe(first.pid);
  expect((await run(folder, ["status"])).output).toContain(`process ${first.pid}`);

  const twice = await run(folder, ["start", "--background"]);
  expect(twice).toMatchObject({ code: 1, output: expect.stringContaining(`process ${first.pid}`) as string });

  const again = await run(folder, ["restart"], { KEEPSAKE_PORT: "" });
  expect(again).toMatchObject({ code: 0, output: expect.stringContaining(`process ${first.pid}`) as string });
  const second = fileOf(folder);
  expect(second?.port).toBe(first.port);
  expect(second?.pid).not.toBe(first.pid);
  expect(isAlive(first.pid)).toBe(false);

  const stopped = await run(folder, ["stop"]);
  expect(stopped).toMatchObject({ code: 0, output: expect.stringContaining(`process ${second?.pid}`) as string });
  expect(fileOf(folder)).toBeUndefined();
  expect(isAlive(Number(second?.pid))).toBe(false);
  expect(await run(folder, ["stop"])).toMatchObject({
    code: 0,
    output: expect.stringContaining("No Keepsake") as string,
  });
});

it("M54: restart starts where nothing ran", async () => {
  const folder = home();
  atEnd(() => run(folder, ["stop"]));
  expect(await run(folder, ["restart"])).toMatchObject({ code: 0 });
  expect(fileOf(folder)?.pid).toBeGreaterThan(0);
});

it("M54: stop sends no signal to a process that does not prove to be the folder's server", async () => {
  const folder = home();
  const other = spawn(process.execPath, ["-e", "setInterval(() => undefined, 1000)"]);
  atEnd(() => other.kill("SIGKILL"));
  const port = await freePort();
  const claim = (pid: number, at: number): void =>
    writeFileSync(join(folder, "server.json"), JSON.stringify({ pid, port: at, host: "127.0.0.1" }));
  claim(Number(other.pid), port);
  expect(await run(folder, ["stop"])).toMatchObject({
    code: 1,
    output: expect.stringContaining("left alone") as string,
  });
  // Nor where a Keepsake answers that is another process.
  const server = await start();
  claim(Number(other.pid), Number(new URL(server.url).port));
  expect((await run(folder, ["stop"])).code).toBe(1);
  expect(isAlive(Number(other.pid))).toBe(true);
  expect((await server.client.health()).pid).toBe(server.pid);
  // A number that belongs to nobody any more is no server.
  other.kill("SIGKILL");
  await once(other, "exit");
  expect(await run(folder, ["stop"])).toMatchObject({
    code: 0,
    output: expect.stringContaining("No Keepsake") as string,
  });
});

it("M54: logs prints the end of the log, follows it, and reads no other file", async () => {
  const server = await start();
  await server.client.health();
  const log = join(server.home, "logs", "keepsake.log");
  const all = readFileSync(log, "utf8");
  expect(all).toContain("server started");
  expect((await run(server.home, ["logs"])).output).toContain("server started");
  appendFileSync(log, "one\ntwo\nthree\n");
  expect((await run(server.home, ["logs", "--lines", "2"])).output).toBe("two\nthree\n");

  const following = launch(["logs", "--lines", "1", "--follow"], server.home);
  atEnd(() => following.child.kill("SIGKILL"));
  await until(() => (following.output() === "three\n" ? true : undefined));
  appendFileSync(log, "four\n");
  await until(() => (following.output() === "three\nfour\n" ? true : undefined));
  renameSync(log, `${log}.old`);
  writeFileSync(log, "five\n");
  await until(() => (following.output() === "three\nfour\nfive\n" ? true : undefined));

  expect((await run(server.home, ["logs", "--lines", "0"])).code).toBe(1);
  expect((await run(server.home, ["logs", "--lines", "1e9"])).code).toBe(1);
  const secret = join(server.home, "token");
  rmSync(log);
  symlinkSync(secret, log);
  const refused = await run(server.home, ["logs"]);
  expect(refused.code).toBe(1);
  expect(refused.output).toContain("no plain file");
  expect(refused.output).not.toContain(readFileSync(secret, "utf8").trim());
  const none = await run(home(), ["logs"]);
  expect(none).toMatchObject({ code: 1, output: expect.stringContaining("no log") as string });
});
