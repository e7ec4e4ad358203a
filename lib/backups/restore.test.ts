import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { AppError } from "../contract/errors";
import { ingest } from "../capture/ingest";
import type { IngestItem } from "../contract/capture";
import { buildInjection } from "../inject/service";
import { drain } from "../jobs/runner";
import { createMemory, updateMemory } from "../memories/service";
import { listMemories } from "../memories/list";
import { hardDeleteMemory } from "../operations/hard-delete";
import { search } from "../search/service";
import { SearchQuery } from "../contract/search";
import { readSettings, saveSettings } from "../settings/service";
import { openTestApp, type TestApp } from "../testing";
import { restoreBackup } from "./restore";
import { listBackups, makeBackup } from "./service";

const PERSON = { kind: "person", name: "console" } as const;

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

const item = (event: string, payload: object): IngestItem => ({
  host: "claude-code",
  event,
  payload: { session_id: "s-1", cwd: "/w/cart", ...payload },
});
const add = (key: string, value: string): number => createMemory(test.app, { key, value }, { actor: PERSON }).id;
const values = (): string[] =>
  listMemories(test.app, { limit: 50 })
    .items.map((memory) => memory.value)
    .sort();
const found = async (query: string, mode: "fts" | "vector"): Promise<string[]> =>
  (await search(test.app, SearchQuery.parse({ query, mode, type: "memories" }))).memories.map((hit) => hit.title);
const count = (table: string): number => Number(test.app.sqlite.prepare(`SELECT count(*) FROM ${table}`).pluck().get());

describe("going back to a backup", () => {
  it("brings rows, words, vectors, settings and the history of operations back, and can itself be taken back", async () => {
    const first = add("app:cache:decision:store", "The cart cache is Redis");
    saveSettings(test.app, { inject_max_count: 7 });
    await drain(test.app);
    const { backup } = makeBackup(test.app, PERSON);
    test.clock.now += 1000;
    updateMemory(test.app, first, { value: "The cart cache is Memcached" }, PERSON);
    add("app:queue:decision:store", "The queue of orders is Kafka");
    saveSettings(test.app, { inject_max_count: 9 });
    await drain(test.app);
    const operations = count("operations");

    const answer = await restoreBackup(test.app, backup.name, PERSON);
    expect(answer).toMatchObject({ ok: true, restored: backup.name });
    expect(answer.counts["memories"]).toBe(1);
    expect(values()).toEqual(["The cart cache is Redis"]);
    expect(readSettings(test.app).inject_max_count).toBe(7);
    expect(count("operations")).toBeLessThan(operations);
    await drain(test.app);
    expect(await found("Memcached", "fts")).toEqual([]);
    expect(await found("Redis", "fts")).toHaveLength(1);
    expect(await found("The queue of orders is Kafka", "vector")).not.toContain("app:queue:decision:store");
    // A new row never takes the id of one that was there before.
    expect(add("app:mail:decision:store", "Mail goes out through Postfix")).toBeGreaterThan(first + 1);

    await restoreBackup(test.app, answer.saved_as, PERSON);
    expect(values()).toEqual(["The cart cache is Memcached", "The queue of orders is Kafka"]);
    expect(readSettings(test.app).inject_max_count).toBe(9);
    expect(readdirSync(join(test.home, "backups")).filter((name) => name.startsWith("restoring"))).toEqual([]);
  });

  it("brings back every row of every table, and again from the copy that it made first", async () => {
    await ingest(test.app, [
      item("UserPromptSubmit", {
        prompt: "We settle on Redis for the cart cache because sessions must survive a deploy.",
      }),
      item("PostToolUse", { tool_name: "Edit", tool_use_id: "t1", tool_input: { file_path: "/w/cart/a.ts" } }),
      item("Stop", { last_assistant_message: "Fixed the crash for empty carts because the total was undefined." }),
    ]);
    await drain(test.app);
    buildInjection(test.app, { cwd: "/w/cart", session: "s-1" });
    const tables = test.app.sqlite
      .prepare(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '%\\_words%' ESCAPE '\\' AND name NOT LIKE 'sqlite%'",
      )
      .pluck()
      .all()
      .map(String)
      .filter((table) => !["jobs", "activity", "settings"].includes(table));
    const all = () => Object.fromEntries(tables.map((table) => [table, count(table)]));
    const before = all();
    for (const table of [
      "sessions",
      "turns",
      "prompts",
      "events",
      "observations",
      "operation_changes",
      "injection_items",
    ])
      expect(before[table], table).toBeGreaterThan(0);
    const { saved_as } = await restoreBackup(test.app, makeBackup(test.app, PERSON).backup.name, PERSON);
    expect(all()).toEqual(before);
    await restoreBackup(test.app, saved_as, PERSON);
    expect(all()).toEqual(before);
    expect(test.app.sqlite.pragma("foreign_key_check")).toEqual([]);
  });

  it("keeps the feed, and the proofs and graves of deletions", async () => {
    const id = add("app:cache:decision:store", "A text that has to go for good, every bit of it");
    await drain(test.app);
    hardDeleteMemory(test.app, id, PERSON);
    const before = makeBackup(test.app, PERSON).backup;
    await expect(restoreBackup(test.app, before.name, PERSON)).rejects.toMatchObject({ code: "conflict" });
    await drain(test.app);
    const [activity, graves] = [count("activity"), count("tombstones")];
    // The proof removed the older backup; the one that it wrote instead is clean.
    const { backups } = listBackups(test.app);
    expect(backups.map((backup) => backup.label)).toEqual(["after-deletion"]);
    await restoreBackup(test.app, backups[0]!.name, PERSON);
    expect(count("receipts")).toBe(1);
    expect(count("tombstones")).toBe(graves);
    expect(count("activity")).toBeGreaterThan(activity);
    expect(values()).toEqual([]);
  });

  it("refuses what is no backup, what is damaged, and what lies elsewhere", async () => {
    add("app:cache:decision:store", "The cart cache is Redis");
    mkdirSync(join(test.home, "backups"), { recursive: true });
    writeFileSync(join(test.home, "backups", "daily-1.db"), "no database at all, only some text".repeat(50));
    symlinkSync("/etc/hostname", join(test.home, "backups", "daily-2.db"));
    for (const name of ["daily-3.db", "../keepsake.db", "keepsake.db", "daily-2.db", "daily-1.db/..", ""]) {
      await expect(restoreBackup(test.app, name, PERSON)).rejects.toMatchObject({ code: "not_found" });
    }
    await expect(restoreBackup(test.app, "daily-1.db", PERSON)).rejects.toSatisfy(
      (error) => error instanceof AppError && error.code === "conflict" && error.message.includes("damaged"),
    );
    expect(values()).toEqual(["The cart cache is Redis"]);
    expect(readdirSync(join(test.home, "backups")).sort()).toEqual(["daily-1.db", "daily-2.db"]);
  });

  it("takes nothing over when something was deleted for good while the copy was made", async () => {
    const id = add("app:cache:decision:store", "A text that has to go for good, every bit of it");
    await drain(test.app);
    const { backup } = makeBackup(test.app, PERSON);
    const restoring = restoreBackup(test.app, backup.name, PERSON);
    hardDeleteMemory(test.app, id, PERSON);
    await expect(restoring).rejects.toMatchObject({ code: "conflict" });
    expect(values()).toEqual([]);
    await drain(test.app);
    expect(test.app.sqlite.prepare("SELECT status FROM receipts").pluck().all()).toEqual(["complete"]);
  });

  it("neither lists nor takes the copy of a restore that ended with the process, and removes it", async () => {
    add("app:cache:decision:store", "The cart cache is Redis");
    const { backup } = makeBackup(test.app, PERSON);
    const left = `restoring-${test.clock.now}.db`;
    const half = [left, `${left}-journal`, `daily-${test.clock.now}.db.part`];
    for (const name of half) writeFileSync(join(test.home, "backups", name), "half a copy");
    expect(listBackups(test.app).backups.map(({ name }) => name)).toEqual([backup.name]);
    await expect(restoreBackup(test.app, left, PERSON)).rejects.toMatchObject({ code: "not_found" });
    test.clock.now += 2 * 60 * 60_000;
    await restoreBackup(test.app, backup.name, PERSON);
    expect(readdirSync(join(test.home, "backups")).filter((name) => /restoring|part/.test(name))).toEqual([]);
    expect(listBackups(test.app).backups).toHaveLength(2);
  });

  it("two at once end with one of the two stores, whole", async () => {
    add("app:cache:decision:store", "The cart cache is Redis");
    const first = makeBackup(test.app, PERSON).backup;
    add("app:queue:decision:store", "The queue of orders is Kafka");
    const second = makeBackup(test.app, PERSON).backup;
    await Promise.all([restoreBackup(test.app, first.name, PERSON), restoreBackup(test.app, second.name, PERSON)]);
    expect([1, 2]).toContain(values().length);
    expect(test.app.sqlite.pragma("quick_check", { simple: true })).toBe("ok");
  });
});
