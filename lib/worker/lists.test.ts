/** Lists by offset and cursor: order, bounds, and that any page is read from a covering index. */
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { RowListQuery } from "../contract/worker-lists";
import { openTestApp, type TestApp } from "../testing";
import { addProject, addSession } from "../testing/places";
import { addObservation, addPrompt, addSummary } from "../testing/search-rows";
import { listObservationRows, listPromptRows, listSummaryRows } from "./lists";
import { type ListedTable, placesSql } from "./lists-query";

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

const list = (query: Record<string, unknown> = {}) => listObservationRows(test.app, RowListQuery.parse(query));
const ids = (query: Record<string, unknown> = {}): number[] => list(query).items.map(({ id }) => id);

/** Rows straight into the table, `count` of them, times from `at`. */
function fill(count: number, at: (n: number) => number, projectId = 1): void {
  const insert = test.app.sqlite.prepare(
    `INSERT INTO observations (project_id, title, summary, obs_type, category, priority, source, created_at, updated_at)
     VALUES (?, 'row', '', 'change', 'learning', 'low', 'rules', ?, 0)`,
  );
  test.app.sqlite.transaction(() => {
    for (let n = 0; n < count; n += 1) insert.run(projectId, at(n));
  })();
}

const expected = (where = "1"): number[] =>
  test.app.sqlite
    .prepare(`SELECT id FROM observations WHERE status = 'active' AND ${where} ORDER BY created_at DESC, id DESC`)
    .pluck()
    .all() as number[];

it("M16, M17, M18: newest first by time, then by id, deleted and archived ones left out", () => {
  const { app } = test;
  const projectId = addProject(app, "shop");
  const sessionId = addSession(app, projectId);
  const at = (n: number) => ({ projectId, createdAt: 1000 + n });
  const observations = [3, 1, 2, 2, 9, 8].map((n) => addObservation(app, `o${n}`, at(n)).id);
  app.sqlite.prepare("UPDATE observations SET status = 'deleted' WHERE id = ?").run(observations[4]);
  app.sqlite.prepare("UPDATE observations SET status = 'archived' WHERE id = ?").run(observations[5]);
  expect(list({ limit: 2 })).toMatchObject({ hasMore: true, offset: 0, limit: 2 });
  expect(ids({ limit: 2 })).toEqual([observations[0], observations[3]]);
  expect(list({ limit: 2, offset: 2 })).toMatchObject({ hasMore: false, offset: 2, nextCursor: null });
  expect(ids({ limit: 2, offset: 2 })).toEqual([observations[2], observations[1]]);
  expect(list({ offset: 100 })).toMatchObject({ items: [], hasMore: false, offset: 100, limit: 20 });

  const summaries = [1, 2].map((n) => addSummary(app, sessionId, { ...at(n), turn: n, request: `r${n}` }).id);
  expect(listSummaryRows(app, RowListQuery.parse({})).items.map(({ id }) => id)).toEqual(summaries.reverse());
  const prompts = [1, 2].map((n) => addPrompt(app, sessionId, `p${n}`, { ...at(n), promptNumber: n }).id);
  const page = listPromptRows(app, RowListQuery.parse({ limit: 1 }));
  expect(page).toMatchObject({ items: [{ id: prompts[1], prompt_text: "p2" }], hasMore: true });
});

it("M5, M16: a project by name, key or alias; a shared name means all of them; an unknown one has nothing", () => {
  const { app } = test;
  const one = addProject(app, "shop", { key: "path:/a/shop" });
  const two = addProject(app, "shop", { key: "path:/b/shop" });
  const other = addProject(app, "docs");
  const rows = [one, two, other, two].map(
    (projectId, n) => addObservation(app, `o${n}`, { projectId, createdAt: n }).id,
  );
  expect(ids({ project: "Shop" })).toEqual([rows[3], rows[1], rows[0]]);
  expect(ids({ project: "path:/b/shop" })).toEqual([rows[3], rows[1]]);
  expect(list({ project: "nowhere" })).toEqual({ items: [], hasMore: false, offset: 0, limit: 20, nextCursor: null });
});

describe("any depth", () => {
  it("M16: every offset answers what a plain sort would, ties included", () => {
    fill(1500, (n) => 1000 + Math.floor(n / 7) * ((n % 3) + 1));
    const all = expected();
    for (const offset of [
      0, 1, 19, 255, 256, 257, 511, 512, 1000, 1279, 1280, 1281, 1480, 1499, 1500, 1501, 9_999_999,
    ]) {
      const page = list({ offset, limit: 20 });
      expect(
        page.items.map(({ id }) => id),
        String(offset),
      ).toEqual(all.slice(offset, offset + 20));
      expect(page.hasMore, String(offset)).toBe(all.length > offset + 20);
    }
  });

  it("M16: a history that was imported at one time is as deep", () => {
    fill(3000, () => 1000);
    for (const offset of [511, 512, 2000, 2990])
      expect(ids({ offset, limit: 15 })).toEqual(expected().slice(offset, offset + 15));
  });

  it("M16: what was remembered of the pages is forgotten with every change of the list", () => {
    fill(1000, (n) => n);
    const deep = () => ids({ offset: 700, limit: 5 });
    expect(deep()).toEqual(expected().slice(700, 705));
    const steps: [string, string][] = [
      [
        "arrives",
        "INSERT INTO observations (project_id, title, summary, obs_type, category, priority, source, created_at, updated_at) VALUES (1, 'new', '', 'change', 'learning', 'low', 'rules', 5000, 0)",
      ],
      ["goes into the bin", "UPDATE observations SET status = 'deleted' WHERE id = 900"],
      ["is removed", "DELETE FROM observations WHERE id = 901"],
      ["changes its time", "UPDATE observations SET created_at = 6000 WHERE id = 5"],
    ];
    for (const [what, sql] of steps) {
      test.app.sqlite.exec(sql);
      expect(deep(), what).toEqual(expected().slice(700, 705));
    }
    test.app.sqlite.exec("UPDATE observations SET title = 'renamed', project_id = 2 WHERE id = 400");
    expect(deep()).toEqual(expected().slice(700, 705));
  });

  it("M16: random stores and offsets, with and without projects", () => {
    const names = ["alpha", "beta", "beta"];
    const projects = names.map((name, n) => addProject(test.app, name, { key: `path:/${n}` }));
    const row = fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 2 }));
    fc.assert(
      fc.property(fc.array(row, { maxLength: 1200 }), fc.nat(1200), (rows, offset) => {
        test.app.sqlite.exec("DELETE FROM observations");
        rows.forEach(([at, project]) => fill(1, () => at, projects[project]));
        expect(ids({ offset, limit: 9 })).toEqual(expected().slice(offset, offset + 9));
        const beta = expected(`project_id IN (${projects[1]}, ${projects[2]})`);
        expect(ids({ offset, limit: 9, project: "beta" })).toEqual(beta.slice(offset, offset + 9));
      }),
      { numRuns: 25 },
    );
  });

  it.each(["observations", "summaries", "prompts"] as const)(
    "M16–M18: pages of %s are walked in an index alone: no scan, no sort",
    (table: ListedTable) => {
      for (const projects of [null, 1, 2, 5] as const) {
        for (const part of ["all", "ties", "below"] as const) {
          const sql = placesSql(table, projects, part);
          const values = { at: 1, id: 1, skip: 255, limit: 21, p0: 1, p1: 2, p2: 3, p3: 4, p4: 5 };
          const needed = Object.fromEntries(
            Object.entries(values).filter(([name]) => new RegExp(`@${name}\\b`).test(sql)),
          );
          const plan = test.app.sqlite.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(needed) as { detail: string }[];
          const steps = plan.map(({ detail }) => detail);
          expect(steps.join("\n")).not.toMatch(/TEMP B-TREE|SCAN/);
          const index = projects === null ? `${table}_time (` : `${table}_project_time (project_id=? AND `;
          const seek = { all: ")", ties: " AND created_at=? AND id<?)", below: " AND created_at<?)" }[part];
          const walk = `USING COVERING INDEX ${index}status=?${seek}`;
          expect(steps.filter((step) => step.endsWith(walk))).toHaveLength(projects ?? 1);
        }
      }
    },
  );

  it("more projects of one name than are merged are still all there", () => {
    for (let n = 0; n < 40; n += 1)
      addObservation(test.app, "o", { projectId: addProject(test.app, "app", { key: `path:/${n}` }) });
    expect(ids({ project: "app", limit: 100 })).toEqual(expected());
  });
});

describe("A02: pages by cursor", () => {
  it("A02: show each row that was there at page 1 exactly once, whatever arrives between", () => {
    fill(100, (n) => 1000 + Math.floor(n / 3));
    const before = expected();
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const page = list({ limit: 20, ...(cursor === undefined ? {} : { cursor }) });
      seen.push(...page.items.map(({ id }) => id));
      expect(page.hasMore).toBe(page.nextCursor !== null);
      cursor = page.nextCursor ?? undefined;
      fill(7, (n) => 2000 + n);
    } while (cursor !== undefined);
    expect(seen).toEqual(before);
  });

  it("A08: refuses a cursor of another list or none", () => {
    fill(3, (n) => n);
    const cursor = list({ limit: 1 }).nextCursor ?? "";
    expect(() => listSummaryRows(test.app, RowListQuery.parse({ cursor }))).toThrow(/cursor does not belong/);
    expect(() => list({ cursor: "1 OR 1" })).toThrow(/cursor does not belong/);
  });
});
