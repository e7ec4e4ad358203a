/** What becomes of accounts, keys and conversations by upgrade, backup, merge and deletion for good. */
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import * as agentMemory from "@/app/api/v1/mem/agent-memory/route";
import * as search from "@/app/api/v1/mem/search/route";
import * as upload from "@/app/api/v1/mem/uploads/[id]/route";
import * as presign from "@/app/api/v1/mem/uploads/presign/route";
import { authenticate, createToken, revokeToken, rotateToken } from "../accounts/service";
import { restoreBackup } from "../backups/restore";
import { makeBackup } from "../backups/service";
import { ingest } from "../capture/ingest";
import { prompt, rows } from "../capture/testing";
import type { AgentMemoryResult, EvermeSearchResult, PresignResult } from "../contract/everme";
import { openDatabase } from "../db/open";
import { write } from "../db/write";
import { drain } from "../jobs/runner";
import { getReceipt } from "../operations/receipts";
import { previewWipe, wipeProject, wipeStore } from "../operations/wipe";
import { mergeProject, previewMerge } from "../projects/merge";
import { scheduleRetention } from "../retention/job";
import { openTestApp, type TestApp } from "../testing";
import { assistant, call, openAccount, PERSON, user } from "./testing";

describe("the migration", () => {
  let folder: string;
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "keepsake-0007-"))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** A program folder whose last migration is the one before the gateway's; `more` is put in the place of what follows. */
  function programUpTo(name: string, more?: string): string {
    const root = join(folder, name);
    cpSync(join(process.cwd(), "drizzle"), join(root, "drizzle"), { recursive: true });
    const journal = join(root, "drizzle", "meta", "_journal.json");
    const parsed = JSON.parse(readFileSync(journal, "utf8")) as { entries: { tag: string }[] };
    const at = parsed.entries.findIndex(({ tag }) => tag === "0007_everme");
    expect(at).toBe(7);
    if (more === undefined) parsed.entries.splice(at);
    else writeFileSync(join(root, "drizzle", "0007_everme.sql"), more);
    writeFileSync(journal, JSON.stringify(parsed));
    return root;
  }
  function oldStore(home: string): unknown[] {
    mkdirSync(home);
    const { sqlite } = openDatabase(home, programUpTo("older"), () => 1);
    sqlite.exec(`
      INSERT INTO projects (id, key, name, kind, created_at, last_activity_at) VALUES (3, 'name:p', 'p', 'name', 1, 2);
      INSERT INTO sessions (id, host, host_session_id, project_id, started_at, last_event_at) VALUES (7, 'codex', 's', 3, 1, 1);
      INSERT INTO memories (id, key, value, tags, sources, project_id, created_at, updated_at) VALUES (5, 'k', 'v', '', '[]', 3, 1, 1);`);
    const kept = all(sqlite);
    sqlite.close();
    return kept;
  }
  const all = (sqlite: ReturnType<typeof openDatabase>["sqlite"]): unknown[] => [
    sqlite.prepare("SELECT id, key, name, kind, mode FROM projects").all(),
    sqlite.prepare("SELECT id, host, host_session_id, project_id FROM sessions").all(),
    sqlite.prepare("SELECT id, key, value, project_id FROM memories").all(),
  ];

  it("gives what is there to this machine's person, loses nothing, and keeps a backup from before", () => {
    const home = join(folder, "home");
    const kept = oldStore(home);
    const { sqlite } = openDatabase(home, process.cwd(), () => 9);
    expect(all(sqlite)).toEqual(kept);
    expect(sqlite.prepare("SELECT id, account_id FROM projects").all()).toEqual([{ id: 3, account_id: 1 }]);
    expect(sqlite.prepare("SELECT id, name FROM accounts").all()).toEqual([{ id: 1, name: "local" }]);
    expect(sqlite.prepare("SELECT count(*) FROM account_tokens").pluck().get()).toBe(0);
    expect(sqlite.pragma("foreign_key_check")).toEqual([]);
    sqlite.close();
    expect(readdirSync(join(home, "backups"))).toEqual(["before-migration-9.db"]);
    // Once is enough.
    openDatabase(home, process.cwd(), () => 10).sqlite.close();
    expect(readdirSync(join(home, "backups"))).toHaveLength(1);
  });

  it("that breaks off half way is taken back whole, and the store opens again after", () => {
    const home = join(folder, "home");
    const kept = oldStore(home);
    const sql = readFileSync(join(process.cwd(), "drizzle", "0007_everme.sql"), "utf8");
    const broken = programUpTo("broken", `${sql}\n--> statement-breakpoint\nINSERT INTO nowhere VALUES (1);`);
    expect(() => openDatabase(home, broken, () => 9)).toThrow();
    const older = openDatabase(home, join(folder, "older"), () => 10).sqlite;
    expect(all(older)).toEqual(kept);
    expect(
      older
        .prepare("SELECT count(*) FROM sqlite_master WHERE name LIKE 'account%' OR name LIKE 'everme%'")
        .pluck()
        .get(),
    ).toBe(0);
    older.close();
    const { sqlite } = openDatabase(home, process.cwd(), () => 11);
    expect(all(sqlite)).toEqual(kept);
    sqlite.close();
  });

  it("asks for what the code asks for: kinds, agents of evt keys alone, one name an account, and rows that go with their session", () => {
    const home = join(folder, "home");
    mkdirSync(home);
    const { sqlite } = openDatabase(home, process.cwd(), () => 1);
    const fails = (sql: string) => expect([sql, () => sqlite.exec(sql)][1]).toThrow(/constraint/i);
    fails("INSERT INTO accounts (name, created_at) VALUES ('LOCAL', 1)");
    fails(
      "INSERT INTO account_tokens (account_id, kind, agent_id, hash, prefix, created_at) VALUES (1, 'evt', NULL, 'h', 'p', 1)",
    );
    fails(
      "INSERT INTO account_tokens (account_id, kind, agent_id, hash, prefix, created_at) VALUES (1, 'emk', 'a', 'h', 'p', 1)",
    );
    fails("INSERT INTO account_tokens (account_id, kind, hash, prefix, created_at) VALUES (99, 'emk', 'h', 'p', 1)");
    sqlite.exec(`
      INSERT INTO projects (id, key, name, kind, created_at, last_activity_at) VALUES (3, 'name:p', 'p', 'name', 1, 2);
      INSERT INTO sessions (id, host, host_session_id, project_id, started_at, last_event_at) VALUES (7, 'everme', 's', 3, 1, 1);
      INSERT INTO everme_conversations (id, account_id, kind, conversation_id, session_id, created_at) VALUES (1, 1, 'agent', 'c', 7, 1);
      INSERT INTO everme_watermarks (conversation_id, turns) VALUES (1, 4);
      DELETE FROM sessions;`);
    expect(
      sqlite
        .prepare("SELECT (SELECT count(*) FROM everme_conversations) + (SELECT count(*) FROM everme_watermarks)")
        .pluck()
        .get(),
    ).toBe(0);
    sqlite.close();
  });
});

describe("a store with accounts", () => {
  let test: TestApp;
  let amber: ReturnType<typeof openAccount>;
  beforeEach(async () => {
    test = await openTestApp();
    amber = openAccount(test.app, "amber", ["bot"]);
  });
  afterEach(() => test.close());

  const say = (key: string, text: string, more: object = {}, requestId = "r-1") =>
    call<AgentMemoryResult>(
      agentMemory.POST,
      key,
      {
        conversationId: "c",
        messages: [user(text), assistant("Noted.", { turnComplete: true })],
        flush: true,
        ...more,
      },
      { requestId },
    );
  const find = async (key: string, query: string): Promise<string> =>
    JSON.stringify((await call<EvermeSearchResult>(search.POST, key, { query })).result);
  const tokenId = (secret: string): number => {
    const caller = authenticate(test.app, secret);
    return typeof caller === "string" ? 0 : caller.tokenId;
  };
  const projectOf = (account: number): number =>
    Number(rows(test.app, "SELECT id FROM projects WHERE account_id = ? AND key LIKE 'everme:%'", account)[0]?.["id"]);
  const holders = (text: string): string[] =>
    readdirSync(test.home, { recursive: true, encoding: "utf8" }).filter((name) => {
      const file = join(test.home, name);
      return statSync(file).isFile() && readFileSync(file).includes(text);
    });

  it("going back to a backup brings back what an account said, and opens no key that was ended since; those made since stay", async () => {
    await say(amber.emk, "The amber depot uses Kafka for orders");
    const { backup } = makeBackup(test.app, PERSON);
    test.clock.now += 1000;
    const { secret: rotated } = rotateToken(test.app, tokenId(amber.evt["bot"] ?? ""), PERSON);
    revokeToken(test.app, tokenId(amber.emk), PERSON);
    const birch = openAccount(test.app, "birch", ["bot"]);
    await say(birch.emk, "The birch depot uses NATS for orders", {}, "r-2");
    await drain(test.app);
    await restoreBackup(test.app, backup.name, PERSON);
    await drain(test.app);
    expect([authenticate(test.app, amber.emk), authenticate(test.app, amber.evt["bot"] ?? "")]).toEqual(["emk", "evt"]);
    expect([tokenId(rotated) > 0, tokenId(birch.emk) > 0]).toEqual([true, true]);
    expect(await find(rotated, "Kafka orders")).toContain("amber depot");
    expect(await find(birch.emk, "orders depot")).not.toMatch(/amber|birch depot/);
    // What was written after the backup is gone with its answer: the same request writes it anew.
    expect((await say(birch.emk, "The birch depot uses NATS for orders", {}, "r-2")).result.messageCount).toBe(2);
    expect(await find(birch.emk, "NATS orders")).toContain("birch depot");
    expect(await find(rotated, "NATS orders")).not.toContain("birch depot");
  });

  it("projects of two accounts are never one", async () => {
    await say(amber.emk, "The amber depot uses Kafka for orders");
    await ingest(test.app, [prompt("The shop uses Redis")]);
    const [local] = rows(test.app, "SELECT id FROM projects WHERE account_id = 1");
    const [ours, theirs] = [Number(local?.["id"]), projectOf(amber.account)];
    for (const [from, into] of [
      [ours, theirs],
      [theirs, ours],
    ] as const) {
      expect(() => mergeProject(test.app, from, into, PERSON)).toThrow(expect.objectContaining({ code: "conflict" }));
      expect(() => previewMerge(test.app, from, into)).toThrow(expect.objectContaining({ code: "conflict" }));
    }
  });

  it("an account's project that is deleted for good leaves nothing, and the account begins anew", async () => {
    await say(amber.emk, "We decided to keep every invoice in zyxquartz because audits need it");
    await say(openAccount(test.app, "local", []).emk, "We decided that the shop uses plumbago for carts", {}, "r-2");
    await drain(test.app);
    const project = projectOf(amber.account);
    const { receipt_id: receipt } = wipeProject(test.app, project, "EverMe amber", PERSON);
    await drain(test.app);
    expect(getReceipt(test.app, receipt)).toMatchObject({ status: "complete", error: null });
    expect([holders("zyxquartz"), holders("plumbago").length > 0]).toEqual([[], true]);
    expect(
      rows(test.app, "SELECT count(*) AS n FROM everme_conversations WHERE account_id = ?", amber.account),
    ).toEqual([{ n: 0 }]);
    expect((await say(amber.emk, "The amber depot uses Kafka", {}, "r-3")).result.messageCount).toBe(2);
    expect(await find(amber.emk, "Kafka depot")).toContain("amber depot");
    expect(projectOf(amber.account)).not.toBe(project);
  });

  it("all that is deleted for good takes conversations, answers and waiting files along; accounts and keys stay", async () => {
    await say(amber.emk, "We decided to keep every invoice in zyxquartz because audits need it");
    const text = JSON.stringify([user("A plumbago lighthouse stands at the shore")]);
    const announced = await call<PresignResult>(presign.POST, amber.emk, {
      fileName: "old.json",
      contentType: "application/json",
      sizeBytes: Buffer.byteLength(text),
      contentHash: createHash("sha256").update(text).digest("hex"),
    });
    const form = new FormData();
    for (const [name, value] of Object.entries(announced.result.formFields)) form.set(name, value);
    form.set("file", new Blob([text]), "old.json");
    await upload.POST(new Request("http://127.0.0.1/", { method: "POST", body: form }), {
      params: Promise.resolve({ id: announced.result.objectKey }),
    });
    expect(holders("plumbago")).toHaveLength(1);
    await drain(test.app);
    const { memories } = previewWipe(test.app, null).counts;
    const { receipt_id: receipt } = wipeStore(test.app, memories, PERSON);
    await drain(test.app);
    expect(getReceipt(test.app, receipt)).toMatchObject({ status: "complete", error: null });
    expect([holders("zyxquartz"), holders("plumbago")]).toEqual([[], []]);
    for (const table of ["conversations", "watermarks", "replays", "uploads", "profiles", "events"])
      expect([table, rows(test.app, `SELECT count(*) AS n FROM everme_${table}`)]).toEqual([table, [{ n: 0 }]]);
    expect((await say(amber.emk, "The amber depot uses Kafka")).result.messageCount).toBe(2);
  });

  it("V9: a file that nobody took in is gone with the day's work", async () => {
    const path = join(test.home, "uploads");
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, `${"a".repeat(32)}.ndjson`), "left by a crash\n");
    write(test.app, (tx) => scheduleRetention(tx, test.clock.now, 0));
    await drain(test.app);
    expect(existsSync(join(path, `${"a".repeat(32)}.ndjson`))).toBe(false);
  });

  it("a key is made for an account by name or number, and belongs to it alone", () => {
    const made = createToken(test.app, { kind: "emk", account: "AMBER" }, PERSON);
    expect(authenticate(test.app, made.secret)).toMatchObject({ account: { id: amber.account, name: "amber" } });
  });
});
