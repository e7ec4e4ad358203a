import { afterEach, beforeEach, expect, it } from "vitest";
import { write } from "../db/write";
import { drain } from "../jobs/runner";
import { hardDeleteMemory } from "../operations/hard-delete";
import { undoOperation } from "../operations/undo";
import { openTestApp, type TestApp } from "../testing";
import { addMemory } from "../testing/search-rows";
import { changeMemories } from "./bulk";
import { columnsOf, warmColumns } from "./columns";
import { type ListedRow, NUMBERS, rowsBehind, WORDS } from "./columns-query";
import { countAccess } from "./repo";
import { archiveMemory, updateMemory } from "./service";

const PERSON = { kind: "person", name: "console" } as const;

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

/** The columns as rows, by id. */
function shown(): ListedRow[] {
  const { size, ids, numbers, words, positionOf } = columnsOf(test.app);
  expect(positionOf.size).toBe(size);
  const rows = Array.from({ length: size }, (_, at): ListedRow => {
    expect(positionOf.get(ids[at] ?? 0)).toBe(at);
    const values = NUMBERS.map((name) => (Number.isNaN(numbers[name][at]) ? null : (numbers[name][at] ?? null)));
    return [ids[at] ?? 0, ...values, ...WORDS.map((name) => words[name].values[words[name].codes[at] ?? -1] ?? "")];
  });
  return rows.sort((a, b) => a[0] - b[0]);
}
const stored = (): ListedRow[] =>
  rowsBehind(test.app.db, 0, 10_000).map(
    (row) => row.map((value, n) => (n > NUMBERS.length ? String(value) : value)) as ListedRow,
  );
const check = (): void => {
  expect(shown()).toEqual(stored());
};
const add = (n: number): number => addMemory(test.app, `a statement number ${n}`, { tags: `t${n % 7}` }).id;

it("show what is stored after every kind of write, also one that was rolled back", async () => {
  check();
  const ids = Array.from({ length: 30 }, (_, n) => add(n));
  check();
  updateMemory(test.app, ids[3] ?? 0, { tags: ["new"], importance: 9 }, PERSON);
  check();
  const archived = archiveMemory(test.app, ids[4] ?? 0, PERSON);
  write(test.app, (tx) => countAccess(tx, test.app.now(), ids.slice(0, 5)));
  check();
  undoOperation(test.app, archived.operation_id ?? 0, PERSON);
  check();
  hardDeleteMemory(test.app, ids[0] ?? 0, PERSON);
  hardDeleteMemory(test.app, ids[29] ?? 0, PERSON);
  check();
  expect(() =>
    write(test.app, (tx) => {
      countAccess(tx, test.app.now(), ids);
      // Read within the transaction: what is seen here never comes to be.
      check();
      throw new Error("back");
    }),
  ).toThrow("back");
  check();
  expect(() =>
    write(test.app, (tx) => {
      countAccess(tx, test.app.now(), ids);
      throw new Error("back");
    }),
  ).toThrow("back");
  add(31);
  check();
  changeMemories(test.app, ids, { action: "tag", add: ["all"] }, PERSON);
  check();
  await drain(test.app);
  check();
  await test.reopen();
  check();
});

it("follow what another connection wrote", () => {
  add(1);
  check();
  // As a tool that opens the file beside the server.
  test.app.sqlite.exec("UPDATE list_versions SET version = version + 1 WHERE name = 'memories'");
  check();
});

it("are read in parts while others write, and by who can't wait", async () => {
  for (let n = 0; n < 20; n += 1) add(n);
  test.app.sqlite.exec(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12000)
     INSERT INTO memories (key, value, tags, created_at, updated_at) SELECT 'k:' || i, 'v', 'x' || (i % 50), i, i FROM n`,
  );
  const loading = warmColumns(test.app);
  const second = warmColumns(test.app);
  test.app.sqlite.exec("UPDATE memories SET importance = 2 WHERE id = 5");
  test.app.sqlite.exec("DELETE FROM memories WHERE id IN (7, 11000)");
  add(99);
  await Promise.all([loading, second]);
  expect(columnsOf(test.app).size).toBe(12_019);
  expect(shown().length).toBe(12_019);
  expect(shown()).toEqual(rowsAll());
});

function rowsAll(): ListedRow[] {
  const all: ListedRow[] = [];
  for (let after = 0; ;) {
    const rows = rowsBehind(test.app.db, after, 5_000);
    if (rows.length === 0)
      return all.map((row) => row.map((v, n) => (n > NUMBERS.length ? String(v) : v)) as ListedRow);
    all.push(...rows);
    after = rows.at(-1)?.[0] ?? 0;
  }
}
