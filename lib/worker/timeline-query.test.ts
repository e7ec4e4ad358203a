import { afterEach, beforeEach, expect, it } from "vitest";
import { openTestApp, type TestApp } from "../testing";
import { addProject } from "../testing/places";
import { type Cut, MOMENT_KINDS, momentsBeside, timelineSql } from "./timeline-query";

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

it("M31: reads each table in the order of its time index: nothing is sorted, no table is walked", () => {
  for (const kind of MOMENT_KINDS) {
    for (const side of ["before", "after"] as const) {
      for (const isOfProject of [true, false]) {
        const plan = test.app.sqlite
          .prepare(`EXPLAIN QUERY PLAN ${timelineSql(kind, side, isOfProject)}`)
          .all({ at: 1, id: 1, limit: 10, ...(isOfProject ? { projectId: 1 } : {}) }) as { detail: string }[];
        const details = plan.map(({ detail }) => detail).join("; ");
        expect(details).toMatch(/^SEARCH \w+ USING (?:COVERING )?INDEX \w+_time \(.*created_at/);
        expect(details).not.toMatch(/TEMP B-TREE|SCAN/);
      }
    }
  }
});

it("M31: finds among twenty thousand rows what sorting all of them finds", () => {
  const projects = [addProject(test.app, "one"), addProject(test.app, "two")];
  // Many rows a moment, so that ties decide.
  const fill = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
    INSERT INTO observations (project_id, title, summary, obs_type, category, priority, source, status, created_at, updated_at)
    SELECT 1 + i % 2, 't', '', 'change', 'learning', 'low', 'rules', iif(i % 11, 'active', 'archived'), (i * 7919) % 3000, 0 FROM n`;
  test.app.sqlite.exec(fill);
  const all = test.app.sqlite
    .prepare(
      "SELECT id, created_at AS at, project_id AS projectId FROM observations WHERE status = 'active' ORDER BY created_at, id",
    )
    .all() as { id: number; at: number; projectId: number }[];
  for (const [place, projectIds] of [
    [9_000, null],
    [100, [projects[1] ?? 0]],
    [18_000, projects],
    [3, null],
  ] as const) {
    const rows = all.filter(({ projectId }) => projectIds === null || [...projectIds].includes(projectId));
    const at = Math.min(place, rows.length - 1);
    const anchor = rows[at];
    if (anchor === undefined) throw new Error("no such row");
    const cut: Cut = { kind: "observation", id: anchor.id, at: anchor.at };
    const ids = (side: "before" | "after") =>
      momentsBeside(test.app.db, side, cut, 100, projectIds === null ? null : [...projectIds]).map(({ id }) => id);
    expect(ids("before")).toEqual(rows.slice(Math.max(0, at - 100), at).map(({ id }) => id));
    expect(ids("after")).toEqual(rows.slice(at + 1, at + 101).map(({ id }) => id));
  }
});
