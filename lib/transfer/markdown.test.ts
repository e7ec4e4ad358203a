/** `keepsake export --markdown` and back: a store knows its own rows again, whatever became of them since. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { saveMarkdown } from "../../bin/cli/export-markdown";
import { rows } from "../capture/testing";
import { ExportQuery } from "../contract/export";
import { archiveMemory, createMemory, softDeleteMemory, updateMemory } from "../memories/service";
import { undoOperation } from "../operations/undo";
import { openTestApp, type TestApp } from "../testing";
import { exportLines } from "./export";
import { restoreLines } from "./restore";
import { PERSON } from "./testing";
import { importTool } from "./tool";

let test: TestApp;
let folder = "";
beforeEach(async () => {
  test = await openTestApp();
  folder = mkdtempSync(join(tmpdir(), "keepsake-markdown-"));
});
afterEach(async () => {
  await test.close();
  rmSync(folder, { recursive: true, force: true });
});

const add = (name: string, value: string): number =>
  createMemory(test.app, { key: `shop:cart:fact:${name}`, value }, { actor: PERSON }).id;
async function jsonLines(): Promise<string[]> {
  const pieces: string[] = [];
  for await (const piece of exportLines(test.app, ExportQuery.parse({}))) pieces.push(piece);
  return pieces.join("").split("\n").slice(0, -1);
}
async function* bytes(lines: string[]): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(`${lines.join("\n")}\n`);
}
const takeBack = async (app = test.app) =>
  (await importTool(app, { tool: "notes", paths: [folder], dryRun: false }, PERSON)).counts["memories"];
const stored = (app = test.app) => rows(app, "SELECT id, key, value, status FROM memories ORDER BY id");

it("takes nothing of its own in twice: not what was forgotten, archived, edited or replaced since", async () => {
  add("kept", "The cart is kept for a day");
  const archived = add("archived", "The cart was kept for a week");
  archiveMemory(test.app, archived, PERSON);
  const forgotten = add("forgotten", "The cart is red on Mondays");
  const edited = add("edited", "The cart takes ten things");
  const replaced = { key: "shop:cart:fact:replaced", value: "The cart is green" };
  createMemory(test.app, replaced, { actor: PERSON });
  await saveMarkdown(bytes(await jsonLines()), folder, true);
  createMemory(test.app, { ...replaced, value: "The cart is blue now" }, { actor: PERSON });
  softDeleteMemory(test.app, forgotten, PERSON);
  updateMemory(test.app, edited, { value: "The cart takes twenty things" }, PERSON);
  const before = stored();
  expect(await takeBack()).toMatchObject({ read: 5, imported: 0, known: 5, conflicts: 0, rejected: 0 });
  expect(stored()).toEqual(before);
});

it("knows in another store what came there by the JSON lines", async () => {
  add("kept", "The cart is kept for a day");
  archiveMemory(test.app, add("archived", "The cart was kept for a week"), PERSON);
  const lines = await jsonLines();
  await saveMarkdown(bytes(lines), folder, true);
  const other = await openTestApp();
  try {
    const { operation_ids } = await restoreLines(other.app, lines, { operation: undefined }, PERSON);
    expect(await takeBack(other.app)).toMatchObject({ imported: 0, known: 2 });
    for (const id of operation_ids) undoOperation(other.app, id, PERSON);
    expect(await takeBack(other.app)).toMatchObject({ imported: 2, known: 0 });
  } finally {
    await other.close();
  }
});

it("a file that somebody edited is read as it is now", async () => {
  const id = add("kept", "The cart is kept for a day");
  await saveMarkdown(bytes(await jsonLines()), folder, true);
  softDeleteMemory(test.app, id, PERSON);
  const [place = ""] = readdirSync(folder);
  const [name = ""] = readdirSync(join(folder, place));
  const path = join(folder, place, name);
  writeFileSync(path, readFileSync(path, "utf8").replace("for a day", "for an hour"));
  expect(await takeBack()).toMatchObject({ imported: 1 });
  expect(stored().at(-1)).toMatchObject({ value: "The cart is kept for an hour", status: "active" });
});
