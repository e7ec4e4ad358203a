/** The table of tags that triggers keep, and what the migration that brought it made of older rows. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDatabase } from "../db/open";
import { drain } from "../jobs/runner";
import { hardDeleteMemory } from "../operations/hard-delete";
import { undoOperation } from "../operations/undo";
import { openTestApp, type TestApp } from "../testing";
import { addMemory } from "../testing/search-rows";
import { columnsOf } from "./columns";
import { listMemories } from "./list";
import { softDeleteMemory, updateMemory } from "./service";
import { tagListsOf, tagsOf } from "./tag-lists";

const PERSON = { kind: "person", name: "console" } as const;
const ODD = [`quoted "tag"`, "it's", "标签", "a%b", "a_b", "back\\slash", "__proto__", "[json]", "two words"];

describe("the triggers", () => {
  let test: TestApp;
  beforeEach(async () => {
    test = await openTestApp();
  });
  afterEach(() => test.close());

  const stored = (): Map<number, string[]> => {
    const rows = test.app.sqlite.prepare("SELECT memory_id AS id, tag FROM memory_tags ORDER BY tag").all() as {
      id: number;
      tag: string;
    }[];
    const tags = new Map<number, string[]>();
    for (const { id, tag } of rows) tags.set(id, [...(tags.get(id) ?? []), tag]);
    return tags;
  };
  /** What lists count and filter by is what the table holds. */
  const check = (): void => {
    const { words, ids, size } = columnsOf(test.app);
    const { lists, names } = tagListsOf(words.tags);
    const counted = Array.from({ length: size }, (_, at): [number, string[]] => [
      ids[at] ?? 0,
      (lists[words.tags.codes[at] ?? 0] ?? []).map((tag) => names[tag] ?? "").sort(),
    ]);
    const kept = new Map([...stored()].map(([id, tags]) => [id, [...tags].sort()]));
    expect(new Map(counted.filter(([, tags]) => tags.length > 0))).toEqual(kept);
  };

  it("hold each tag of each memory once, through edits, undo and deletion; of what is deleted for good nothing is left", async () => {
    const id = addMemory(test.app, "a statement with odd tags", { tags: `${ODD.join(",")}, spaced ,,${ODD[0]}` }).id;
    const other = addMemory(test.app, "another statement altogether").id;
    expect(stored().get(id)).toEqual([...ODD, "spaced"].sort());
    check();
    const edit = updateMemory(test.app, id, { tags: ["only", "标签"] }, PERSON);
    expect(stored().get(id)).toEqual(["only", "标签"]);
    updateMemory(test.app, other, { tags: ["x"] }, PERSON);
    check();
    undoOperation(test.app, edit.operation_id ?? 0, PERSON);
    expect(stored().get(id)).toEqual([...ODD, "spaced"].sort());
    softDeleteMemory(test.app, id, PERSON);
    expect(stored().get(id)).toHaveLength(ODD.length + 1);
    check();
    hardDeleteMemory(test.app, id, PERSON);
    expect([...stored().keys()]).toEqual([other]);
    check();
    await drain(test.app);
    for (const tag of ODD) expect([tag, listMemories(test.app, { status: "all", tag }).total]).toEqual([tag, 0]);
  });

  it("read a comma list as the console does", () => {
    for (const tags of ["", ",", " , ", "a", "a,b", " a , b ", "a,,b", 'x"y', "\\", "标签，b", "\ttab"]) {
      const { id } = addMemory(test.app, "a statement with tags", { tags });
      expect([tags, stored().get(id) ?? []]).toEqual([tags, tagsOf(tags).sort()]);
    }
  });
});

describe("the migration", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "keepsake-tags-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** The program as it was before tags had a table. */
  function olderProgram(): string {
    const root = join(folder, "older");
    cpSync(join(process.cwd(), "drizzle"), join(root, "drizzle"), { recursive: true });
    const journal = join(root, "drizzle", "meta", "_journal.json");
    const parsed = JSON.parse(readFileSync(journal, "utf8")) as { entries: { tag: string }[] };
    const at = parsed.entries.findIndex(({ tag }) => tag === "0004_console");
    writeFileSync(journal, JSON.stringify({ ...parsed, entries: parsed.entries.slice(0, at) }));
    return root;
  }

  it("takes older rows apart: tags, host of the session, who wrote them first", () => {
    const home = join(folder, "home");
    mkdirSync(home);
    const before = openDatabase(home, olderProgram(), () => 1).sqlite;
    const memory = before.prepare(
      "INSERT INTO memories (key, value, tags, sources, created_at, updated_at) VALUES (?, 'v', ?, ?, 1, 1)",
    );
    before.exec(
      "INSERT INTO projects (id, key, name, kind, created_at, last_activity_at) VALUES (3, 'name:p', 'p', 'name', 1, 1)",
    );
    before.exec(
      "INSERT INTO sessions (id, host, host_session_id, project_id, started_at, last_event_at) VALUES (7, 'codex', 's', 3, 1, 1)",
    );
    memory.run("odd", ODD.join(","), '[{"session_id":7,"turn":1}]');
    memory.run("none", "", "[]");
    memory.run("blanks", " , a ,a, ", "no json");
    memory.run("gone", "z", '[{"session_id":99,"turn":1}]');
    const operation = before.prepare(
      "INSERT INTO operations (id, kind, title, actor_kind, actor_name, project_id, undoable, created_at) VALUES (?, ?, 't', ?, 'n', 0, 1, 1)",
    );
    const change = before.prepare(
      "INSERT INTO operation_changes (operation_id, seq, entity_table, entity_id) VALUES (?, 1, 'memories', ?)",
    );
    operation.run(1, "memory.add", "agent");
    operation.run(2, "memory.edit", "person");
    operation.run(3, "store.import", "person");
    change.run(1, 1);
    change.run(2, 1);
    change.run(3, 4);
    before.close();

    const { sqlite } = openDatabase(home, process.cwd(), () => 2);
    const tags = sqlite.prepare("SELECT memory_id, tag FROM memory_tags ORDER BY memory_id, tag").raw().all();
    expect(tags).toEqual([...[...ODD].sort().map((tag) => [1, tag]), [3, "a"], [4, "z"]]);
    const rows = sqlite.prepare("SELECT key, host, origin FROM memories ORDER BY id").raw().all();
    expect(rows).toEqual([
      ["odd", "codex", "agent"],
      ["none", "", ""],
      ["blanks", "", ""],
      ["gone", "", "import"],
    ]);
    sqlite.exec("UPDATE memories SET tags = 'new' WHERE id = 4");
    expect(sqlite.prepare("SELECT tag FROM memory_tags WHERE memory_id = 4").pluck().all()).toEqual(["new"]);
    sqlite.close();
  });
});
