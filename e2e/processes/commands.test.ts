/** Commands of the built program against a running server: where it listens, backups, the store of another tool. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { createClient } from "../../lib/client";
import { launch, type Server, until } from "../support/server";
import { HASH_EMBEDDER, useStage } from "../support/stage";

const { home, start, atEnd } = useStage(HASH_EMBEDDER);
async function run(server: Server, ...args: string[]): Promise<{ code: number; output: string }> {
  const command = launch(args, server.home);
  const code = await command.ended;
  return { code, output: command.output() };
}

it("E99: --host, --port and --data-dir win over the environment", async () => {
  const folder = home();
  const server = launch(["start", "--host", "127.0.0.1", "--port", "0", "--data-dir", folder], home(), {
    ...HASH_EMBEDDER,
    KEEPSAKE_PORT: "9377",
  });
  atEnd(async () => {
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
  const unasked = await run(server, "restore", name);
  expect([unasked.code, unasked.output]).toEqual([1, expect.stringContaining("--yes")]);
  const back = await run(server, "restore", name, "--yes");
  expect(back.output).toContain("1 memory.");
  const keys = async () => (await server.client.memories.list({})).items.map((memory) => memory.key);
  expect(await keys()).toEqual(["app:cache:decision:store"]);
  const saved = /before-restore-\d+\.db/.exec(back.output)?.[0] ?? "";
  expect((await run(server, "restore", saved, "--yes")).code).toBe(0);
  expect((await keys()).sort()).toEqual(["app:cache:decision:store", "app:queue:decision:bus"]);
  await until(async () =>
    (await server.client.search({ query: "Kafka", mode: "fts" })).memories[0] ? true : undefined,
  );
  for (const unknown of ["daily-1.db", "", "../keepsake.db"]) {
    const refused = await run(server, "restore", unknown);
    expect([refused.code, refused.output]).toEqual([1, expect.stringMatching(/keepsake(?:\.mjs)? backup --list/)]);
  }
});

it("reviews what waits: lists it, decides a pair, approves, and takes it back", async () => {
  const server = await start();
  const key = "app:cache:decision:store";
  await server.client.memories.create({ key, value: "The cart cache is Redis 6, kept for a day", project: "app" });
  const claim = { key, value: "The cart cache is Memcached on two hosts", project: "app" };
  const agent = createClient(server.url);
  expect((await agent.memories.create(claim)).status).toBe("conflict");
  const list = await run(server, "review");
  expect(list.output).toContain("Memcached on two hosts");
  const pair = /pair (\d+)/.exec(list.output)?.[1] ?? "";
  expect((await run(server, "status")).output).toMatch(/keepsake(?:\.mjs)? review/);
  const unsaid = await run(server, "review", pair);
  expect([unsaid.code, unsaid.output]).toEqual([1, expect.stringContaining("take-newer")]);
  const decided = await run(server, "review", pair, "take-newer");
  expect(decided.output).toContain("the newer one holds");
  expect((await server.client.memories.list({})).items.map(({ value }) => value)).toEqual([claim.value]);
  expect((await run(server, "review")).output).toContain("Nothing waits for you.");
  const operation = /keepsake(?:\.mjs)? undo (\d+)/.exec(decided.output)?.[1] ?? "";
  expect((await run(server, "undo", operation)).code).toBe(0);
  expect((await run(server, "review")).output).toContain(`pair ${pair}`);
  expect((await run(server, "approve", "1")).output).toContain("was not held back");
  expect((await run(server, "approve", "one")).code).toBe(1);
});

it("says that a project which was named is unknown", async () => {
  const server = await start();
  await server.client.memories.create({ key: "a:b:fact:c", value: "The cart cache is Redis", project: "shop" });
  for (const args of [
    ["inject", "--project", "nosuch"],
    ["search", "Kafka", "--project", "nosuch"],
  ]) {
    expect((await run(server, ...args)).output).toContain('There is no project "nosuch". Known: shop');
  }
  expect((await run(server, "search", "Kafka", "--project", "Shop")).output).not.toContain("There is no project");
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
