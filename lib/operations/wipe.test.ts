import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { writeBackup } from "../backups/repo";
import { ingest } from "../capture/ingest";
import { column, rows } from "../capture/testing";
import type { Actor } from "../contract/common";
import { ProjectWipe, WipePreview } from "../contract/wipe";
import { checkLinks, checkPages } from "../db/integrity";
import { drain } from "../jobs/runner";
import { createMemory } from "../memories/service";
import { changeSettings, readSettings } from "../settings/service";
import { openTestApp, type TestApp } from "../testing";
import { transcript } from "../testing/ferry";
import { fillStore, filesHolding, LONG, LONG_CHINESE, PERSON, plantText } from "../testing/planting";
import { getOperation, listOperations } from "./query";
import { getReceipt } from "./receipts";
import { undoOperation } from "./undo";
import { previewWipe, wipeProject, wipeStore } from "./wipe";

const AGENT: Actor = { kind: "agent", name: "claude" };
const KEPT = "The blog of the neighbours is printed on yellow paper every second Tuesday";

let test: TestApp;
beforeEach(async () => void (test = await openTestApp()));
afterEach(() => test.close());

const projectOf = (name: string): number =>
  Number(column(test.app, "SELECT id FROM projects WHERE name = ?", name)[0] ?? 0);
const count = (table: string): number => Number(column(test.app, `SELECT count(*) FROM ${table}`)[0]);
const holding = (text: string): string[] => filesHolding(test, text);

/** Texts of the project `shop` in every place, another project, and copies in a backup. */
async function fill(): Promise<number> {
  plantText(test, LONG);
  createMemory(test.app, { key: "shop:gateway:fact:cn", value: LONG_CHINESE, project: "shop" }, { actor: PERSON });
  createMemory(test.app, { key: "blog:print:fact:paper", value: KEPT, project: "blog" }, { actor: PERSON });
  fillStore(test, 20);
  const project = projectOf("shop");
  test.app.sqlite.prepare("UPDATE memories SET project_id = ? WHERE key = 'shop:planted'").run(project);
  await drain(test.app);
  writeBackup(test.app, "daily");
  return project;
}

describe("everything of a project for good", () => {
  it("says what would go and stay, and changes nothing", async () => {
    const project = await fill();
    const shown = previewWipe(test.app, project);
    expect(WipePreview.parse(shown)).toEqual(shown);
    expect(shown).toMatchObject({
      name: "shop",
      counts: { memories: 2, sessions: 1, prompts: 1, events: 1, observations: 1 },
    });
    expect(column(test.app, "SELECT name FROM projects WHERE id = ?", project)).toEqual(["shop"]);
    expect(() => previewWipe(test.app, 4711)).toThrow(/no project 4711/);
  });

  it("invariant 3: leaves its texts in no file, and everything else where it was", async () => {
    const project = await fill();
    appendFileSync(join(test.home, "logs", "keepsake.log"), `${JSON.stringify({ msg: LONG })}\n`);
    mkdirSync(join(test.home, "spool"), { recursive: true });
    writeFileSync(join(test.home, "spool", "1.ndjson"), `${JSON.stringify({ text: LONG_CHINESE })}\n`);
    const others = rows(test.app, "SELECT id, key, value, status FROM memories WHERE project_id <> ?", project);
    const { receipt_id: receipt } = wipeProject(test.app, project, " shop ", PERSON);
    expect(getReceipt(test.app, receipt)).toMatchObject({ status: "pending", entity: `projects:${project}` });
    await drain(test.app);
    const done = getReceipt(test.app, receipt);
    expect(done).toMatchObject({ status: "complete", error: null });
    expect(done.holders).toEqual(
      expect.arrayContaining([
        { holder: "memories", found: 2, removed: 2 },
        { holder: "sessions", found: 1, removed: 1 },
        { holder: "database files", found: 1, removed: 1 },
      ]),
    );
    for (const text of ["zyxquartz", "plumbago", "琥珀网关", "石墨参数"])
      expect([text, holding(text)]).toEqual([text, []]);
    expect(rows(test.app, "SELECT id, key, value, status FROM memories")).toEqual(others);
    expect(holding(KEPT)).not.toEqual([]);
    expect(column(test.app, "SELECT name FROM projects")).not.toContain("shop");
    expect([checkPages(test.app.sqlite), checkLinks(test.app.sqlite)]).toEqual([[], []]);
    expect(count("memory_words")).toBe(others.length);
  });

  it("takes Undo from all that touched it, and is itself no operation that Undo knows", async () => {
    const project = await fill();
    const [planted] = column(test.app, "SELECT id FROM memories WHERE key = 'shop:planted'");
    wipeProject(test.app, project, "shop", PERSON);
    const [made] = listOperations(test.app, { limit: 1 }).items;
    expect(made).toMatchObject({ kind: "project.hard_delete", undoable: false });
    expect(() => undoOperation(test.app, made?.id ?? 0, PERSON)).toThrow();
    const touching =
      "SELECT DISTINCT operation_id FROM operation_changes WHERE entity_table = 'memories' AND entity_id = ?";
    const touched = column(test.app, touching, planted) as number[];
    expect(touched.length).toBeGreaterThan(2);
    for (const id of touched) {
      const operation = getOperation(test.app, id);
      expect(operation.undoable).toBe(false);
      expect(JSON.stringify(operation.changes)).not.toContain("zyxquartz");
    }
  });

  it("does not come back with the transcript that it came from, nor from a session that still runs", async () => {
    await ingest(test.app, transcript("s-1", "Kafka"), PERSON);
    await drain(test.app);
    const [project] = column(test.app, "SELECT project_id FROM sessions");
    const name = String(column(test.app, "SELECT name FROM projects WHERE id = ?", project)[0]);
    wipeProject(test.app, Number(project), name, PERSON);
    await ingest(test.app, transcript("s-1", "Kafka"), PERSON);
    expect([count("sessions"), count("prompts"), count("events")]).toEqual([0, 0, 0]);
    await ingest(test.app, transcript("s-2", "NATS"), PERSON);
    expect(count("sessions")).toBe(1);
  });

  it("is a person's alone, and asks for the name", async () => {
    const project = await fill();
    expect(() => wipeProject(test.app, project, "shop", AGENT)).toThrow(expect.objectContaining({ code: "forbidden" }));
    expect(() => wipeProject(test.app, project, "Shop", PERSON)).toThrow(expect.objectContaining({ code: "conflict" }));
    expect(() => wipeProject(test.app, 4711, "shop", PERSON)).toThrow(expect.objectContaining({ code: "not_found" }));
    expect(ProjectWipe.safeParse({ name: "" }).success).toBe(false);
    expect(projectOf("shop")).toBe(project);
    expect(holding("zyxquartz").length).toBeGreaterThan(0);
  });
});

describe("all that is stored for good", () => {
  it("invariant 3: leaves no text in any file; settings stay, and work goes on", async () => {
    await fill();
    changeSettings(test.app, { inject_max_chars: 7_777 }, PERSON);
    const memories = previewWipe(test.app, null).counts.memories;
    expect(() => wipeStore(test.app, memories - 1, PERSON)).toThrow(expect.objectContaining({ code: "conflict" }));
    expect(() => wipeStore(test.app, memories, AGENT)).toThrow(expect.objectContaining({ code: "forbidden" }));
    const { receipt_id: receipt } = wipeStore(test.app, memories, PERSON);
    await drain(test.app);
    expect(getReceipt(test.app, receipt)).toMatchObject({ status: "complete", entity: "store", error: null });
    for (const text of ["zyxquartz", "琥珀网关", "yellow paper", "lorem ipsum"])
      expect([text, holding(text)]).toEqual([text, []]);
    for (const table of ["memories", "sessions", "projects", "events", "operation_changes", "vector_entries"])
      expect([table, count(table)]).toEqual([table, 0]);
    expect(listOperations(test.app, { limit: 9 }).items.map(({ kind }) => kind)).toEqual(["store.hard_delete"]);
    expect(readSettings(test.app).inject_max_chars).toBe(7_777);
    expect([checkPages(test.app.sqlite), checkLinks(test.app.sqlite)]).toEqual([[], []]);
    createMemory(
      test.app,
      { key: "new:life:fact:one", value: "A store that was emptied takes new memories" },
      { actor: PERSON },
    );
    await drain(test.app);
    expect(await test.app.vectors.count()).toBe(1);
  });
});
