import { changeMemories } from "../memories/bulk";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { column, rows } from "../capture/testing";
import { AppError } from "../contract/errors";
import { SearchQuery } from "../contract/search";
import { write } from "../db/write";
import { hardDelete } from "../operations/hard-delete";
import { undoOperation } from "../operations/undo";
import { search } from "../search/service";
import { openTestApp, type TestApp } from "../testing";
import { changeProject } from "./change";
import { mergedInto } from "./merged-query";
import { mergeProject, previewMerge } from "./merge";
import { listProjects } from "./query";
import { previewSplit, splitProject } from "./split";
import { ensureProject, identifyProject, resolveProjects } from "./service";
import { AGENT, capture, PERSON, seedTwo, snapshot } from "./testing";

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
  await seedTwo(test);
});
afterEach(() => test.close());

const [SHOP, CART] = [1, 2];
const undo = (id: number): number => {
  test.clock.now += 1000;
  return undoOperation(test.app, id, PERSON).operation_id;
};
const refusal = (act: () => unknown): AppError => {
  try {
    act();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  return expect.unreachable("it was not refused");
};
const owners = (table: string): unknown[] => column(test.app, `SELECT DISTINCT project_id FROM ${table} ORDER BY 1`);
const whereIs = (cwd: string): number => {
  test.clock.now += 11_000;
  return write(test.app, (tx) => ensureProject(tx, test.clock.now, identifyProject(test.app, { cwd })).id);
};

describe("merging two projects", () => {
  it("moves every row, name and folder; undo and redo put back exactly what was there", async () => {
    const { app } = test;
    const before = await snapshot(app);
    const preview = previewMerge(app, CART, SHOP);
    expect(preview).toMatchObject({ clashes_total: 1, moved: { sessions: 1, prompts: 1 } });
    expect(preview.clashes[0]).toMatchObject({
      key: "shop:cache:decision:store",
      keeps: { value: "The cache of the shop is Memcached" },
      yields: { value: "The cache of the shop is Redis 7" },
    });
    const merged = mergeProject(app, CART, SHOP, PERSON);
    expect(merged.moved).toEqual(preview.moved);
    expect(listProjects(app.db).map(({ id }) => id)).toEqual([SHOP]);
    for (const table of ["sessions", "prompts", "events", "observations", "summaries"])
      expect(owners(table), table).toEqual([SHOP]);
    expect(owners("memories")).toEqual([SHOP]);
    expect(merged.project).toMatchObject({ name: "shop", folders: [{ path: "/w/cart" }, { path: "/w/shop" }] });
    expect(merged.project.aliases).toEqual(expect.arrayContaining(["shop", "cart", "path:/w/cart"]));
    const after = await snapshot(app);
    expect([mergedInto(app.db, CART), mergedInto(app.db, SHOP), mergedInto(app.db, 99)]).toEqual([SHOP, null, null]);
    const undone = undo(merged.operation_id);
    expect(await snapshot(app)).toEqual(before);
    expect(mergedInto(app.db, CART)).toBeNull();
    undo(undone);
    expect(await snapshot(app)).toEqual(after);
    expect(mergedInto(app.db, CART)).toBe(SHOP);
  });

  it("of two active memories under one key the newer holds, the other is its older version", () => {
    mergeProject(test.app, CART, SHOP, PERSON);
    const of = rows(
      test.app,
      "SELECT id, status, supersedes, superseded_by FROM memories WHERE key LIKE 'shop:cache:%'",
    );
    const [redis, memcached] = of;
    expect(redis).toMatchObject({ status: "superseded", superseded_by: memcached?.["id"] });
    expect(memcached).toMatchObject({ status: "active", supersedes: redis?.["id"] });
  });

  it("one that waits for review never takes the place of one that does not", () => {
    test.app.sqlite.prepare("UPDATE memories SET review_state = 'pending' WHERE value LIKE '%Memcached'").run();
    expect(previewMerge(test.app, CART, SHOP).clashes[0]?.keeps.value).toContain("Redis 7");
  });

  it("what is captured in the merged folder, or said of its name, goes to the project that stayed", async () => {
    mergeProject(test.app, CART, SHOP, PERSON);
    await capture(test, "s-3", "/w/cart", "And a third session that comes later.");
    expect(owners("sessions")).toEqual([SHOP]);
    for (const ref of ["cart", "path:/w/cart", "shop"])
      expect(
        resolveProjects(test.app, ref).map(({ id }) => id),
        ref,
      ).toEqual([SHOP]);
    const found = await search(test.app, SearchQuery.parse({ query: "Kafka", project: "shop" }));
    expect(JSON.stringify(found)).toContain("Kafka");
  });

  it("undo leaves what was captured since where it is, and keeps away what was deleted for good", async () => {
    const merged = mergeProject(test.app, CART, SHOP, PERSON);
    await capture(test, "s-3", "/w/cart", "And a third session that comes later.");
    hardDelete(
      test.app,
      { table: "memories", ids: [Number(column(test.app, "SELECT max(id) FROM memories")[0])] },
      PERSON,
    );
    undo(merged.operation_id);
    expect(rows(test.app, "SELECT host_session_id, project_id FROM sessions ORDER BY id")).toEqual([
      { host_session_id: "s-1", project_id: SHOP },
      { host_session_id: "s-2", project_id: CART },
      { host_session_id: "s-3", project_id: SHOP },
    ]);
    expect(whereIs("/w/cart")).toBe(CART);
  });

  it("redo is refused once the project that came back has grown", async () => {
    const undone = undo(mergeProject(test.app, CART, SHOP, PERSON).operation_id);
    await capture(test, "s-3", "/w/cart", "And a third session that comes later.");
    expect(refusal(() => undo(undone))).toMatchObject({ code: "conflict", message: /grown since/ });
    expect(listProjects(test.app.db)).toHaveLength(2);
  });

  it("undo is refused while a later operation has moved one of the rows on", () => {
    const merged = mergeProject(test.app, CART, SHOP, PERSON);
    const id = Number(column(test.app, "SELECT max(id) FROM memories")[0]);
    const moved = changeMemories(test.app, [id], { action: "move", to: null }, PERSON);
    expect(refusal(() => undo(merged.operation_id)).message).toContain(`operation ${moved.operation_id}`);
    undo(moved.operation_id ?? 0);
    undo(merged.operation_id);
    expect(listProjects(test.app.db)).toHaveLength(2);
  });

  it("the stronger key holds, and both come back", () => {
    test.app.sqlite
      .prepare("UPDATE projects SET key = 'git:example.com/team/cart', kind = 'git_remote' WHERE id = 2")
      .run();
    const merged = mergeProject(test.app, CART, SHOP, PERSON);
    expect(merged.project).toMatchObject({ key: "git:example.com/team/cart", kind: "git_remote" });
    undo(merged.operation_id);
    expect(
      listProjects(test.app.db)
        .map(({ key }) => key)
        .sort(),
    ).toEqual(["git:example.com/team/cart", "path:/w/shop"]);
  });

  it("is refused for itself, for what is not there, and for agents", () => {
    expect(refusal(() => mergeProject(test.app, SHOP, SHOP, PERSON)).code).toBe("validation_failed");
    expect(refusal(() => mergeProject(test.app, SHOP, 9, PERSON)).code).toBe("not_found");
    expect(refusal(() => mergeProject(test.app, CART, SHOP, AGENT)).code).toBe("forbidden");
  });
});

describe("splitting a folder off", () => {
  it("takes its sessions and what was drawn from them alone; the folder leads there; undo and redo are exact", async () => {
    mergeProject(test.app, CART, SHOP, PERSON);
    const before = await snapshot(test.app);
    const preview = previewSplit(test.app, SHOP, "/w/cart");
    const split = splitProject(test.app, SHOP, { root: "/w/cart" }, PERSON);
    expect(split.moved).toEqual(preview.moved);
    expect(split.moved).toMatchObject({ sessions: 1, prompts: 1 });
    expect(split.project).toMatchObject({ name: "cart", mode: "auto", folders: [{ path: "/w/cart" }] });
    const made = split.project.id;
    const after = await snapshot(test.app);
    const undone = undo(split.operation_id);
    expect(await snapshot(test.app)).toEqual(before);
    undo(undone);
    expect(await snapshot(test.app)).toEqual(after);
    expect([whereIs("/w/cart"), whereIs("/w/shop")]).toEqual([made, SHOP]);
    expect(rows(test.app, "SELECT key, kind FROM projects WHERE id = ?", made)).toEqual([
      { key: "split:/w/cart", kind: "folder" },
    ]);
  });

  it("is refused for the only folder and for a strange one", () => {
    expect(refusal(() => splitProject(test.app, SHOP, { root: "/w/shop" }, PERSON)).message).toContain("only folder");
    expect(refusal(() => splitProject(test.app, SHOP, { root: "/w" }, PERSON)).code).toBe("validation_failed");
  });

  it("undo is refused once more was captured there", async () => {
    mergeProject(test.app, CART, SHOP, PERSON);
    const split = splitProject(test.app, SHOP, { root: "/w/cart", name: "Warenkorb" }, PERSON);
    await capture(test, "s-3", "/w/cart", "And a third session that comes later.");
    expect(refusal(() => undo(split.operation_id)).message).toContain("grown since");
  });
});

describe("names, mode, language model", () => {
  it("a change of all is one operation; undo and redo are exact", async () => {
    const before = await snapshot(test.app);
    const change = changeProject(
      test.app,
      SHOP,
      { name: "Laden 店", mode: "ask", llmEnabled: false, addAliases: ["The Store"] },
      PERSON,
    );
    expect(change.project).toMatchObject({ name: "Laden 店", mode: "ask", llm_enabled: false });
    for (const ref of ["laden 店", "shop", "the store"])
      expect(
        resolveProjects(test.app, ref).map(({ id }) => id),
        ref,
      ).toEqual([SHOP]);
    const after = await snapshot(test.app);
    const undone = undo(change.operation_id ?? 0);
    expect(await snapshot(test.app)).toEqual(before);
    undo(undone);
    expect(await snapshot(test.app)).toEqual(after);
    // Captured again, it keeps the name that a person gave it.
    expect([whereIs("/w/shop"), listProjects(test.app.db).find(({ id }) => id === SHOP)?.name]).toEqual([
      SHOP,
      "Laden 店",
    ]);
  });

  it("an alias is taken away and comes back; its own name stays; another's is refused", () => {
    changeProject(test.app, SHOP, { addAliases: ["store"] }, PERSON);
    const removed = changeProject(test.app, SHOP, { removeAliases: ["STORE"] }, PERSON);
    expect(resolveProjects(test.app, "store")).toEqual([]);
    undo(removed.operation_id ?? 0);
    expect(resolveProjects(test.app, "store").map(({ id }) => id)).toEqual([SHOP]);
    expect(refusal(() => changeProject(test.app, SHOP, { removeAliases: ["shop"] }, PERSON)).code).toBe(
      "validation_failed",
    );
    expect(refusal(() => changeProject(test.app, SHOP, { addAliases: ["cart"] }, PERSON)).code).toBe("conflict");
    expect(refusal(() => changeProject(test.app, SHOP, { mode: "off" }, AGENT)).code).toBe("forbidden");
    expect(changeProject(test.app, SHOP, { mode: "auto" }, PERSON).operation_id).toBeNull();
  });
});

describe("moving memories", () => {
  it("moves them, names what stays, and is undone whole", async () => {
    const before = await snapshot(test.app);
    const ids = column(test.app, "SELECT id FROM memories WHERE project_id = 2 AND status = 'active'") as number[];
    const moved = changeMemories(test.app, [...ids, 999], { action: "move", to: SHOP }, PERSON);
    expect(moved).toMatchObject({ changed: ids.length - 1 });
    expect(moved.skipped.map(({ reason }) => reason)).toEqual([
      "There is no such memory.",
      expect.stringContaining("is active with the same key there") as string,
    ]);
    undo(moved.operation_id ?? 0);
    expect(await snapshot(test.app)).toEqual(before);
    expect(refusal(() => changeMemories(test.app, ids, { action: "move", to: 9 }, PERSON)).code).toBe("not_found");
  });
});
