import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { once } from "node:events";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { addMemory } from "../support/cases";
import { launch, until } from "../support/server";
import { useStage } from "../support/stage";

const { home, start } = useStage();

it("starts on an empty folder, keeps it private, writes where it listens, and ends cleanly", async () => {
  const folder = home();
  const server = await start({ home: folder });
  const health = await server.client.health();
  expect(health.home).toBe(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  const file = JSON.parse(readFileSync(join(folder, "server.json"), "utf8")) as { port: number; host: string };
  expect(`http://${file.host}:${file.port}`).toBe(server.url);
  expect(await server.stop()).toBe(0);
  expect(() => statSync(join(folder, "server.json"))).toThrow();
});

it("ends cleanly on Ctrl+C in a terminal, which reaches launcher and server at once", async () => {
  const folder = home();
  const child = spawn(process.execPath, [join(process.cwd(), "dist", "cli.mjs"), "start"], {
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, KEEPSAKE_HOME: folder, KEEPSAKE_PORT: "0" },
  });
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
  await until(() => (said.includes("Keepsake is ready") ? true : undefined));
  process.kill(-Number(child.pid), "SIGINT");
  const [code] = (await once(child, "exit")) as [number];
  expect(code).toBe(0);
  expect(readdirSync(folder).filter((name) => /server\.json|server\.lock$|-wal$/.test(name))).toEqual([]);
});

it("ends cleanly in the middle of embedding, and goes on after the next start", async () => {
  const folder = home();
  const first = await start({ home: folder });
  for (let i = 0; i < 150; i++) await addMemory(first, `note ${i}: ${"a sentence for the model to read. ".repeat(12)}`);
  await until(async () => ((await first.client.health()).index.vectors.memory ? true : undefined));
  expect(await first.stop()).toBe(0);
  expect(first.output()).not.toContain("terminate called");
  const again = await start({ home: folder });
  await until(async () => ((await again.client.health()).index.vectors.memory === 150 ? true : undefined), 90_000);
});

it("refuses a second server on the same folder and names the first", async () => {
  const first = await start();
  const second = launch(["start"], first.home);
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain(`process ${first.pid}`);
  expect(second.output()).toContain(first.url);
  expect((await first.client.health()).status).toBe("ok");
});

it("takes the next free port when the default one is taken, and says so", async () => {
  const taken = createServer();
  // Another program may hold it already: then it is taken just as well.
  const isHeld = new Promise<void>((resolve) => taken.once("listening", resolve).once("error", () => resolve()));
  taken.listen(37777, "127.0.0.1");
  await isHeld;
  try {
    const server = await start({ env: { KEEPSAKE_PORT: "" } });
    expect(server.output()).toContain("37777 is taken");
    expect(server.url).not.toContain(":37777");
    expect((await server.client.health()).pid).toBe(server.pid);
  } finally {
    taken.close();
  }
});

it("M57: an asked port that is taken ends the start with what to do", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const address = taken.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  try {
    const refused = launch(["start"], home(), { KEEPSAKE_PORT: String(port) });
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toContain(`Port ${port} is taken`);
    expect(refused.output()).toContain("KEEPSAKE_PORT");
  } finally {
    taken.close();
  }
});

it("starts over a lock file and a server file that a killed server left behind", async () => {
  const folder = home();
  const first = await start({ home: folder });
  await first.kill();
  const again = await start({ home: folder });
  expect((await again.client.health()).pid).not.toBe(first.pid);
});

it("starts over a lock file whose process id now belongs to nobody", async () => {
  const folder = home();
  const gone = spawn(process.execPath, ["-e", ""]);
  await once(gone, "exit");
  writeFileSync(join(folder, "server.lock"), String(gone.pid));
  const server = await start({ home: folder });
  expect((await server.client.health()).home).toBe(folder);
});

it("X05: listens on loopback only", async () => {
  const server = await start();
  const port = Number(new URL(server.url).port);
  const listening = readFileSync("/proc/net/tcp", "utf8") + readFileSync("/proc/net/tcp6", "utf8");
  const hex = port.toString(16).toUpperCase().padStart(4, "0");
  const addresses = listening
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields[3] === "0A" && fields[1]?.endsWith(`:${hex}`) === true)
    .map((fields) => fields[1]?.split(":")[0]);
  expect(addresses).toEqual(["0100007F"]);
});

it("loads the sample into an empty store and leaves a store with rows alone", async () => {
  const folder = home();
  const server = await start({ home: folder, args: ["--sample"] });
  await until(() => (server.output().includes("Loaded the sample session") ? true : undefined));
  await server.stop();
  const again = await start({ home: folder, args: ["--sample"] });
  await until(() => (again.output().includes("The store is not empty") ? true : undefined));
  expect((await again.client.health()).counts.sessions).toBe(1);
});

it("comes back in the background on the port that it had last, and takes another one where that is gone", async () => {
  const folder = home();
  const first = await start({ home: folder });
  const { port } = new URL(first.url);
  await first.stop();
  const inBackground = async (): Promise<string> => {
    const command = launch(["start", "--background"], folder, { KEEPSAKE_PORT: "" });
    expect([await command.ended, command.output()]).toEqual([0, expect.stringContaining("Keepsake is ready")]);
    expect(await launch(["stop"], folder).ended).toBe(0);
    return new URL(/ready: (http:\S+)/.exec(command.output())?.[1] ?? "").port;
  };
  expect(await inBackground()).toBe(port);
  const taken = createServer().listen(Number(port), "127.0.0.1");
  await once(taken, "listening");
  try {
    expect(await inBackground()).not.toBe(port);
  } finally {
    taken.close();
  }
});

it("ends with the one who reads what it prints, as `npm start | head` does, and leaves no server behind", async () => {
  const folder = home();
  const child = spawn(process.execPath, [join(process.cwd(), "dist", "cli.mjs"), "start"], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, KEEPSAKE_HOME: folder, KEEPSAKE_PORT: "0" },
  });
  child.stdout.destroy();
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const [code] = (await once(child, "exit")) as [number];
  expect([code, said]).toEqual([0, ""]);
  await until(() => (readdirSync(folder).some((name) => /server\.json|server\.lock$/.test(name)) ? undefined : true));
});
