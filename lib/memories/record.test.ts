import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { memories } from "../db/schema/memories";
import { activity } from "../db/schema/operations";
import { write } from "../db/write";
import { openTestApp, type TestApp } from "../testing";
import { createMemory } from "./service";
import { proposeMemory, type WriteContext } from "./write";

const PERSON = { kind: "person", name: "console" } as const;

let test: TestApp;
beforeEach(async () => void (test = await openTestApp()));
afterEach(() => test.close());

describe("the record of a memory", () => {
  it("E3: its columns, types and defaults", () => {
    const columns = test.app.sqlite.prepare(
      "SELECT name, type, \"notnull\", dflt_value FROM pragma_table_info('memories')",
    );
    const lines = (columns.all() as { name: string; type: string; notnull: number; dflt_value: string | null }[]).map(
      (column) =>
        `${column.name} ${column.type}${column.notnull === 1 ? " not null" : ""}${column.dflt_value === null ? "" : ` = ${column.dflt_value}`}`,
    );
    expect(lines).toEqual([
      "id INTEGER not null",
      "project_id INTEGER not null = 0",
      "branch TEXT",
      "key TEXT not null",
      "value TEXT not null",
      "status TEXT not null = 'active'",
      "attribute TEXT not null = ''",
      "tags TEXT not null = ''",
      "tier TEXT not null = 'normal'",
      "kind TEXT not null = 'memory'",
      "importance REAL not null = 5",
      "confidence REAL not null = 0.5",
      "source_session TEXT not null = ''",
      "sources TEXT not null = '[]'",
      "access_count INTEGER not null = 0",
      "last_accessed INTEGER",
      "supersedes INTEGER",
      "superseded_by INTEGER",
      "review_state TEXT",
      "expires_at INTEGER",
      "created_at INTEGER not null",
      "updated_at INTEGER not null",
      "revision INTEGER not null = 1",
      "origin TEXT not null = ''",
      "host TEXT not null = ''",
    ]);
  });

  it("E3: ids count up and are never used twice", () => {
    const sql = "SELECT sql FROM sqlite_master WHERE name = 'memories'";
    expect(String(test.app.sqlite.prepare(sql).pluck().get())).toMatch(/AUTOINCREMENT/i);
  });

  it("E4: the attribute is empty at store level, fact by the service, and free text", () => {
    const context: WriteContext = {
      actor: PERSON,
      projectId: 0,
      sourceSession: "",
      sources: [],
      mode: "auto",
      explicit: true,
    };
    const raw = write(test.app, (tx) =>
      proposeMemory(tx, test.app.now(), { key: "k:raw", value: "a statement by the store" }, context),
    );
    const made = createMemory(test.app, { key: "k:made", value: "a statement by a service" }, { actor: PERSON });
    const free = createMemory(
      test.app,
      { key: "k:free", value: "a statement with its own word", attribute: " 约定 " },
      { actor: PERSON },
    );
    const attributes = new Map(
      test.app.db
        .select()
        .from(memories)
        .all()
        .map((row) => [row.id, row.attribute]),
    );
    expect([raw.id, made.id, free.id].map((id) => attributes.get(id ?? 0))).toEqual(["", "fact", "约定"]);
  });

  it("E6: WAL, foreign keys, and indexes for what is looked up by key and by status", () => {
    const { sqlite } = test.app;
    expect(sqlite.pragma("journal_mode", { simple: true })).toBe("wal");
    expect(sqlite.pragma("foreign_keys", { simple: true })).toBe(1);
    const plan = (where: string): string =>
      (sqlite.prepare(`EXPLAIN QUERY PLAN SELECT * FROM memories WHERE ${where}`).all() as { detail: string }[])
        .map((step) => step.detail)
        .join("; ");
    expect(plan("project_id = 1 AND key = 'k' AND status = 'active'")).toContain("INDEX memories_active_key");
    expect(plan("status = 'archived' ORDER BY updated_at DESC, id DESC")).toMatch(
      /^SEARCH memories USING INDEX memories_status_updated[^;]*$/,
    );
    expect(plan("key = 'k'")).toMatch(/^SEARCH memories USING INDEX memories_key \(key=\?\)$/);
    expect(plan("key = 'k' AND status = 'archived'")).toBe(
      "SEARCH memories USING INDEX memories_key (key=? AND status=?)",
    );
    expect(plan("status = 'deleted'")).toMatch(/^SEARCH memories USING INDEX memories_status_[a-z]+ \(status=\?\)$/);
    const columns = sqlite.prepare("SELECT name FROM pragma_index_info('memories_key') ORDER BY seqno").pluck().all();
    expect(columns).toEqual(["key", "status"]);
    expect(plan("project_id = 1 AND status = 'active'")).toMatch(/SEARCH memories USING INDEX/);
    expect(plan("supersedes = 1")).toContain("INDEX memories_supersedes");
  });

  it("E6: a foreign key that points nowhere is refused", () => {
    const insert =
      "INSERT INTO injection_items (injection_id, entity_type, entity_id, layer, revision, chars) VALUES (99, 'memory', 1, 'x', 1, 1)";
    expect(() => test.app.sqlite.prepare(insert).run()).toThrow(/FOREIGN KEY/);
  });
});

describe("transactions", () => {
  const add = (key: string) =>
    createMemory(test.app, { key, value: `what ${key} says, in a few words` }, { actor: PERSON });
  const active = (): string[] =>
    test.app.db
      .select()
      .from(memories)
      .all()
      .filter((row) => row.status === "active")
      .map((row) => row.value);

  it("E8: services join an open transaction, and the third write's error takes all of it back", () => {
    expect(() =>
      write(test.app, () => {
        add("k:1");
        add("k:2");
        expect(active()).toHaveLength(2);
        throw new Error("third write");
      }),
    ).toThrow("third write");
    expect(active()).toEqual([]);
    expect(test.app.db.select().from(activity).all()).toEqual([]);
    expect(test.app.sqlite.prepare("SELECT count(*) FROM operations").pluck().get()).toBe(0);
    expect(test.app.sqlite.inTransaction).toBe(false);
  });

  it("E8: a refused write inside takes the whole with it too", () => {
    expect(() =>
      write(test.app, () => {
        add("k:1");
        createMemory(test.app, { key: "k:2", value: "short" }, { actor: PERSON });
      }),
    ).toThrow("shorter");
    expect(active()).toEqual([]);
  });

  it("E8: a replacement inside a failed transaction leaves the old row active", () => {
    add("k:1");
    expect(() =>
      write(test.app, () => {
        createMemory(test.app, { key: "k:1", value: "what replaces it for a moment" }, { actor: PERSON });
        expect(active()).toEqual(["what replaces it for a moment"]);
        throw new Error("after the replacement");
      }),
    ).toThrow("after the replacement");
    expect(active()).toEqual(["what k:1 says, in a few words"]);
  });

  it("E8: only the outermost begins, immediately, and commits; nobody is woken before", () => {
    let wakes = 0;
    const stop = test.app.onWake(() => (wakes += 1));
    write(test.app, () => {
      write(test.app, () => void add("k:1"));
      expect([wakes, test.app.sqlite.inTransaction]).toEqual([0, true]);
    });
    stop();
    expect([wakes, active().length]).toEqual([1, 1]);
  });
});
