/** Commands of the built program against a running server: where it listens, backups, the store of another tool. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, expect, it } from "vitest";
import { createClient } from "../../lib/client";
import { launch, removeHome, type Server, startServer, tempHome, until } from "../support/server";

const homes: string[] = [];
const ends: (() => Promise<unknown>)[] = [];
const home = (): string => {
  const made = tempHome();
  homes.push(made);
  return made;
};
const start = async (): Promise<Server> => {
  const server = await startServer({ home: home(), env: { KEEPSAKE_EMBEDDER: "hash" } });
  ends.push(server.stop);
  return server;
};
async function run(server: Server, ...args: string[]): Promise<{ code: number; output: string }> {
  const command = launch(args, server.home);
  const code = await command.ended;
  return { code, output: command.output() };
}

afterEach(async () => {
  for (const end of ends.splice(0)) await end();
  for (const made of homes.splice(0)) removeHome(made);
});

it("E99: --host, --port and --data-dir win over the environment", async () => {
  const folder = home();
  const server = launch(["start", "--host", "127.0.0.1", "--port", "0", "--data-dir", folder], home(), {
    KEEPSAKE_EMBEDDER: "hash",
    KEEPSAKE_PORT: "9377",
  });
  ends.push(async () => {
    server.child.kill("SIGTERM");
    await server.ended;
  });
  const url = await until(() => /Keepsake is ready: (http:\S+)/.exec(server.output())?.[1], 90_000);
  const { host, port } = JSON.parse(readFileSync(join(folder, "server.json"), "utf8")) as {
    host: string;
    port: number;
  };
  expect([host, `http://${host}:${port}`]).toEqual(["127.0.0.1", url]);
  expect(port).not.toBe(9377);
  expect((await createClient(url).health()).home).toBe(folder);
});

it("goes back to a backup while it serves, and forward again", async () => {
  const server = await start();
  await server.client.memories.create({ key: "app:cache:decision:store", value: "The cart cache is Redis" });
  const made = await run(server, "backup");
  expect(made.code).toBe(0);
  const name = /manual-\d+\.db/.exec(made.output)?.[0] ?? "";
  expect((await run(server, "backup", "--list")).output).toContain(name);
  await server.client.memories.create({ key: "app:queue:decision:bus", value: "The queue of orders is Kafka" });
  const back = await run(server, "restore", name);
  expect(back.output).toContain("1 memories");
  const keys = async () => (await server.client.memories.list({})).items.map((memory) => memory.key);
  expect(await keys()).toEqual(["app:cache:decision:store"]);
  const saved = /before-restore-\d+\.db/.exec(back.output)?.[0] ?? "";
  expect((await run(server, "restore", saved)).code).toBe(0);
  expect((await keys()).sort()).toEqual(["app:cache:decision:store", "app:queue:decision:bus"]);
  await until(async () =>
    (await server.client.search({ query: "Kafka", mode: "fts" })).memories[0] ? true : undefined,
  );
  expect((await run(server, "restore", "daily-1.db")).code).toBe(1);
});

it("E1: takes in an EvolvMem store, first as a dry run", async () => {
  const server = await start();
  const folder = home();
  const db = new Database(join(folder, "memory.db"));
  db.exec("CREATE TABLE memories (id INTEGER PRIMARY KEY, key TEXT, value TEXT, status TEXT, attribute TEXT)");
  db.exec(
    "INSERT INTO memories VALUES (1, 'shop:cache:decision:store', '购物车的缓存最终选了 Redis', 'active', 'decision')",
  );
  db.close();
  const dry = await run(server, "import", "--evolvmem", folder, "--dry-run");
  expect(dry.output).toMatch(/nothing written \(dry run\)[\s\S]*would come in +1\b/);
  expect((await server.client.memories.list({})).items).toEqual([]);
  expect((await run(server, "import", "--evolvmem", folder)).output).toMatch(/came in +1\b/);
  expect((await server.client.memories.list({})).items).toMatchObject([{ value: "购物车的缓存最终选了 Redis" }]);
  const missing = await run(server, "import", "--evolvmem", join(folder, "nowhere"));
  expect([missing.code, missing.output]).toEqual([1, expect.stringContaining("There is no database")]);
});
