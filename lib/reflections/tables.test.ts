import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ExportQuery } from "../contract/export";
import { observations, reflections, tasks } from "../db/schema/observations";
import { operations } from "../db/schema/operations";
import { sessions } from "../db/schema/sessions";
import { write } from "../db/write";
import { drain } from "../jobs/runner";
import { wipeProject } from "../operations/wipe";
import { undoOperation } from "../operations/undo";
import { mergeProject } from "../projects/merge";
import { splitProject } from "../projects/split";
import { projects } from "../db/schema/projects";
import { openTestApp, type TestApp } from "../testing";
import { exportLines } from "../transfer/export";
import { restoreLines } from "../transfer/restore";
import { updateObservation } from "../observations/repo";
import { indexEntity } from "../search/indexing";
import { recallObservations, reflect, sessionInfo } from "./service";
import { codewatchScope } from "./scope";
import { AGENT, gitFolder, PERSON, plant, see, useShop } from "./testing";

let test: TestApp;
let cwd: string;
useShop((opened, folder) => {
  test = opened;
  cwd = folder;
});

const idOf = (name: string): number =>
  test.app.db
    .select()
    .from(projects)
    .all()
    .find((project) => project.name === name)?.id ?? 0;
const told = (folder: string) => recallObservations(test.app, { cwd: folder });
const seed = async (folder: string, content: string): Promise<void> => {
  await see(test, folder, { content, category: "task_context" });
  await reflect(test.app, { cwd: folder }, AGENT);
};

describe("reflections and tasks among the other tables", () => {
  it("go along when a project is merged, and come back with Undo", async () => {
    const old = gitFolder(test, "old-shop");
    await seed(old, "Moving the carts to Redis");
    await see(test, cwd, { content: "The shop itself." });
    const before = test.app.db.select().from(reflections).all();
    const merged = mergeProject(test.app, idOf("old-shop"), idOf("shop"), PERSON);
    expect(test.app.db.select().from(reflections).all()).toMatchObject([{ projectId: idOf("shop"), gone: 0 }]);
    expect(test.app.db.select().from(tasks).all()).toMatchObject([{ projectId: idOf("shop") }]);
    expect(told(cwd).reflections).toHaveLength(1);
    undoOperation(test.app, merged.operation_id, PERSON);
    expect(test.app.db.select().from(reflections).all()).toEqual(before);
    expect(told(cwd).reflections).toEqual([]);
    expect(told(old)).toMatchObject({ current_task: "Moving the carts to Redis" });
  });

  it("of a split the ones about its sessions alone go along, a mixed one is made anew; Undo brings all back", async () => {
    const old = gitFolder(test, "old-shop");
    await see(test, old, { content: "Only of the old shop." });
    await see(test, cwd, { content: "Of the shop itself." });
    mergeProject(test.app, idOf("old-shop"), idOf("shop"), PERSON);
    await reflect(test.app, { cwd }, AGENT);
    const before = test.app.db.select().from(reflections).all();
    expect(before).toMatchObject([{ status: "active" }]);
    expect(told(cwd).reflections[0]?.content).toContain("old shop");
    test.clock.now += 11_000;
    const split = splitProject(test.app, idOf("shop"), { root: old }, PERSON);
    expect(test.app.db.select().from(reflections).all()).toMatchObject([{ status: "deleted" }]);
    expect(told(cwd).reflections).toEqual([]);
    await reflect(test.app, { cwd }, AGENT);
    expect(told(cwd).reflections[0]?.content).not.toContain("old shop");
    const made = test.app.db.select().from(operations).all().at(-1)?.id ?? 0;
    undoOperation(test.app, made, PERSON);
    undoOperation(test.app, split.operation_id, PERSON);
    expect(test.app.db.select().from(reflections).all()).toMatchObject([
      { id: before[0]?.id, status: "active", gone: 0 },
    ]);
    expect(told(cwd).reflections[0]?.content).toContain("old shop");
  });

  it("go with a project that is deleted for good, and nothing of them is left", async () => {
    await seed(cwd, "Moving the zyxquartz carts to Redis");
    wipeProject(test.app, idOf("shop"), "shop", PERSON);
    expect(test.app.db.select().from(reflections).all()).toEqual([]);
    expect(test.app.db.select().from(tasks).all()).toEqual([]);
    const bodies = test.app.sqlite
      .prepare(`SELECT count(*) FROM operation_changes WHERE "before" LIKE '%zyxquartz%' OR "after" LIKE '%zyxquartz%'`)
      .pluck()
      .get();
    expect(bodies).toBe(0);
  });

  it("leave with an export and are taken in once; what tells of something deleted does not leave", async () => {
    await seed(cwd, "Moving the carts to Redis");
    const pieces: string[] = [];
    for await (const piece of exportLines(test.app, ExportQuery.parse({}))) pieces.push(piece);
    const lines = pieces.join("").trimEnd().split("\n");
    const other = await openTestApp();
    try {
      for (const expected of ["imported", "known"] as const) {
        const { counts, rejected } = await restoreLines(other.app, lines, {}, PERSON);
        expect(rejected).toEqual([]);
        expect(counts.reflection).toMatchObject({ read: 1, [expected]: 1 });
        expect(counts.task).toMatchObject({ read: 1, [expected]: 1 });
      }
      expect(other.app.db.select().from(reflections).all()).toMatchObject([{ status: "active", gone: 0 }]);
      const marks = other.app.db.select().from(observations).all();
      expect(marks.map(({ reflectionId }) => reflectionId)).toEqual([1]);
      expect(recallObservations(other.app, { cwd }).current_task).toBe("Moving the carts to Redis");
    } finally {
      await other.close();
    }
    write(test.app, (tx) => void tx.update(observations).set({ status: "deleted" }).run());
    const later: string[] = [];
    for await (const piece of exportLines(test.app, ExportQuery.parse({}))) later.push(piece);
    expect(later.join("")).not.toContain('"type":"reflection"');
  });

  it("C52: what is observed is found by its words, its source and its files, as it is now", async () => {
    const { id } = await see(test, cwd, {
      content: "The cart cache is Redis.",
      source_summary: "told in the standup",
      files: ["src/basket.ts"],
    });
    const found = (query: string): number[] =>
      recallObservations(test.app, { cwd, query }).items.map((item) => item.id);
    for (const query of ["redis", "standup", "src/basket.ts"]) expect([query, found(query)]).toEqual([query, [id]]);
    write(test.app, (tx) => {
      const row = updateObservation(tx, id, {
        summary: "The cart cache is Valkey.",
        title: "The cart cache is Valkey.",
      });
      indexEntity(tx, test.clock.now, "observation", row);
    });
    expect(found("redis")).toEqual([]);
    expect(found("valkey")).toEqual([id]);
    write(test.app, (tx) => void tx.update(observations).set({ status: "deleted" }).run());
    expect(found("valkey")).toEqual([]);
  });

  it("C53: the store waits for others, keeps a log and follows its keys", () => {
    const pragma = (name: string): unknown => test.app.sqlite.pragma(name, { simple: true });
    expect([pragma("journal_mode"), pragma("foreign_keys"), pragma("busy_timeout"), pragma("synchronous")]).toEqual([
      "wal",
      1,
      5000,
      1,
    ]);
    const orphan = test.app.sqlite.prepare(
      "INSERT INTO tasks (session_id, project_id, content, created_at, updated_at) VALUES (99, 1, 'x', 1, 1)",
    );
    expect(() => orphan.run()).toThrow();
  });

  it("C51: a session has one task, and a session that is removed takes it along", async () => {
    await seed(cwd, "Moving the carts to Redis");
    await see(test, cwd, { content: "Writing the tests", category: "task_context" });
    expect(test.app.db.select().from(tasks).all()).toMatchObject([{ content: "Writing the tests", revision: 2 }]);
    write(test.app, (tx) => {
      tx.delete(observations).run();
      tx.delete(sessions).run();
    });
    expect(test.app.db.select().from(tasks).all()).toEqual([]);
    expect(test.app.db.select().from(reflections).all()).toMatchObject([{ sessionId: null, gone: 1 }]);
  });

  it("sums and marks survive a restart and an empty queue", async () => {
    await seed(cwd, "Moving the carts to Redis");
    plant(test, cwd, [{ content: "z".repeat(40) }]);
    const before = sessionInfo(test.app, codewatchScope(test.app, { cwd }));
    await test.reopen();
    await drain(test.app);
    expect(sessionInfo(test.app, codewatchScope(test.app, { cwd }))).toEqual(before);
    expect(before).toMatchObject({ observation_count: 1, observation_tokens: 10 });
  });

  it("sums of a scope are read from their index alone", () => {
    plant(test, cwd, [{ content: "x" }]);
    const plan = test.app.sqlite
      .prepare(
        "EXPLAIN QUERY PLAN SELECT (CASE WHEN length(`summary`) + length(`facts`) > 2 THEN (length(`summary`) + length(`facts`) + 1) / 4 ELSE (length(`title`) + 3) / 4 END) FROM observations WHERE project_id = 1 AND branch = 'main' AND `reflection_id` IS NULL AND `status` = 'active' AND `source` <> 'running'",
      )
      .all() as { detail: string }[];
    expect(plan.map(({ detail }) => detail).join()).toContain("observations_unreflected");
  });

  it("C68: the scripts of a developer are there", () => {
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(["build", "dev", "test", "test:watch"]));
  });
});
