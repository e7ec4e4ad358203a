import { closeSync, existsSync, openSync, readFileSync, statSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { GET as getReindex } from "@/app/api/reindex/route";
import { column } from "../capture/testing";
import type { Actor } from "../contract/common";
import { IntegrityState, RebuildState } from "../contract/checks";
import { LANES } from "../jobs/handlers";
import { drain } from "../jobs/runner";
import { createMemory } from "../memories/service";
import { orderRebuild, readRebuild } from "../search/rebuild";
import { openTestApp, type TestApp } from "../testing";
import { type Bundled, bundleProgram } from "../testing/bundle-program";
import { readHealth } from "./service";
import { readIntegrity, startIntegrity, waitForIntegrity } from "./integrity";

const PERSON: Actor = { kind: "person", name: "console" };

/** What nobody compares here: the lane that writes the indexes. */
const INDEXING = LANES.filter(({ name }) => name === "index");
const WORDS = Array.from({ length: 60 }, (_, n) => `carts${n.toString(36)}x${(n * 7919).toString(36)}`);

let program: Bundled;
beforeAll(async () => void (program = await bundleProgram("lib/db/integrity-program.ts")));
afterAll(() => program.remove());

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
  for (const [n, word] of WORDS.entries())
    createMemory(
      test.app,
      { key: `shop:${word}:fact:n${n}`, value: `${word} ${"lies here ".repeat(20)}` },
      { actor: PERSON },
    );
  await drain(test.app, INDEXING);
});
afterEach(() => test.close());

async function check(options = { script: program.script }) {
  const begun = startIntegrity(test.app, options);
  expect(begun.running).toMatchObject({ step: "database" });
  await waitForIntegrity(test.app);
  const state = readIntegrity(test.app);
  expect(IntegrityState.parse(state)).toEqual(state);
  expect(state.running).toBeNull();
  return state.last;
}
const codes = async (): Promise<string[]> => [...new Set((await check())?.findings.map(({ code }) => code))];

/** Overwrites a page of the closed file that belongs to the table or index. */
async function damage(name: string): Promise<void> {
  const { app, home } = test;
  const page = Number(column(app, "SELECT rootpage FROM sqlite_schema WHERE name = ?", name)[0]);
  const size = Number(app.sqlite.pragma("page_size", { simple: true }));
  app.sqlite.pragma("wal_checkpoint(TRUNCATE)");
  const file = openSync(join(home, "keepsake.db"), "r+");
  writeSync(file, Buffer.alloc(64, 0x5a), 0, 64, (page - 1) * size + 24);
  closeSync(file);
  await Promise.resolve();
}

describe("a check of the store", () => {
  it("finds nothing in a whole one, and keeps the result with its time over a restart", async () => {
    const last = await check();
    expect(last).toMatchObject({ findings: [], finished_at: test.clock.now });
    expect(Object.keys(last?.steps ?? {}).sort()).toEqual(["database", "links", "vectors", "words"]);
    expect((await readHealth(test.app)).problems.map(({ code }) => code)).not.toContain("integrity");
    await test.reopen();
    expect(readIntegrity(test.app).last).toEqual(last);
    if (process.platform !== "win32") expect(statSync(join(test.home, "integrity.json")).mode & 0o777).toBe(0o600);
  });

  it("runs one at a time, and leaves the server to its work meanwhile", async () => {
    startIntegrity(test.app, { script: program.script });
    expect(() => startIntegrity(test.app, { script: program.script })).toThrow(
      expect.objectContaining({ code: "busy" }),
    );
    createMemory(
      test.app,
      { key: "shop:cart:fact:meanwhile", value: "Written while the check runs on" },
      { actor: PERSON },
    );
    await waitForIntegrity(test.app);
    expect(readIntegrity(test.app).last).not.toBeNull();
  });

  it("finds a planted corruption, says what to do, and health says so until a check finds nothing", async () => {
    await damage("memories_status_created");
    const found = (await check())?.findings ?? [];
    expect(found.map(({ code }) => code)).toContain("database_damaged");
    for (const { what, hint } of found) expect([what.length > 10, hint.length > 10]).toEqual([true, true]);
    expect((await readHealth(test.app)).problems).toContainEqual(
      expect.objectContaining({ code: "integrity", params: { count: found.length } }),
    );
    test.app.sqlite.exec("REINDEX memories_status_created");
    expect(await codes()).toEqual([]);
  });

  it("finds rows that point to rows that are gone", async () => {
    test.app.sqlite.pragma("foreign_keys = OFF");
    test.app.sqlite.exec(
      "INSERT INTO operation_changes (operation_id, seq, entity_table, entity_id) VALUES (987654, 0, 'memories', 1)",
    );
    test.app.sqlite.pragma("foreign_keys = ON");
    expect(await check()).toMatchObject({
      findings: [{ code: "rows_unlinked", params: { table: "operation_changes", count: 1 } }],
    });
  });

  it("finds a words index that lost rows, and one that is damaged inside; a rebuild heals both", async () => {
    test.app.sqlite.exec("INSERT INTO memory_words(memory_words) VALUES ('delete-all')");
    expect(await codes()).toEqual(["words_differ"]);
    orderRebuild(test.app, { only: "words" });
    await drain(test.app, INDEXING);
    expect(await codes()).toEqual([]);
    test.app.sqlite.unsafeMode(true);
    test.app.sqlite.exec("UPDATE memory_words_data SET block = zeroblob(length(block)) WHERE id > 1000");
    test.app.sqlite.unsafeMode(false);
    expect(await codes()).toContain("words_damaged");
    orderRebuild(test.app, { only: "words", fresh: true });
    await drain(test.app, INDEXING);
    expect(await codes()).toEqual([]);
  });

  it("finds an index of meaning that holds other rows", async () => {
    await test.app.vectors.remove("memory", [1, 2, 3]);
    expect(await codes()).toEqual(["vectors_differ"]);
    orderRebuild(test.app, { only: "vectors" });
    await drain(test.app, INDEXING);
    expect(await codes()).toEqual([]);
  });

  it("says that it could not look, instead of passing", async () => {
    expect(await check({ script: join(program.folder, "nothing-there.mjs") })).toMatchObject({
      findings: [expect.objectContaining({ code: "not_checked" })],
    });
    writeFileSync(join(test.home, "integrity.json"), "no report of ours");
    expect(readIntegrity(test.app)).toEqual({ running: null, last: null });
  });

  it("keeps no stored text in what it writes down", async () => {
    await damage("memories_status_created");
    await check();
    expect(existsSync(join(test.home, "integrity.json"))).toBe(true);
    expect(readFileSync(join(test.home, "integrity.json"), "utf8")).not.toContain("carts");
  });
});

describe("progress of a rebuild", () => {
  it("tells what waits, and counts to its end", async () => {
    expect(readRebuild(test.app)).toMatchObject({ words: { state: "idle" }, lag: 0 });
    orderRebuild(test.app);
    expect(readRebuild(test.app)).toMatchObject({ words: { state: "waiting" }, vectors: { state: "waiting" } });
    await drain(test.app, INDEXING);
    const { words, vectors } = RebuildState.parse(await (await getReindex(new Request("http://x/api/reindex"))).json());
    for (const part of [words, vectors]) expect(part).toMatchObject({ state: "idle", done: part.total });
    expect(words.done).toBe(WORDS.length);
    expect(vectors.done).toBeGreaterThanOrEqual(WORDS.length);
    expect(vectors.finished_at).not.toBeNull();
  });
});
