/** Pages of observations and summaries: filters combine, keyset leaves no gap, deleted rows are gone. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { projectAliases, projects } from "../db/schema/projects";
import { sessions } from "../db/schema/sessions";
import { openTestApp, type TestApp } from "../testing";
import { insertObservation, insertSummary, updateObservation } from "./repo";
import { listObservations, listSummaries, requireObservation } from "./service";

let test: TestApp;

beforeEach(async () => {
  test = await openTestApp();
  const { db } = test.app;
  for (const [id, name] of [
    [1, "cart"],
    [2, "shop"],
  ] as const) {
    db.insert(projects)
      .values({ id, key: `name:${name}`, name, kind: "name", createdAt: 1, lastActivityAt: 1 })
      .run();
    db.insert(projectAliases).values({ projectId: id, alias: name, kind: "name", createdAt: 1 }).run();
    db.insert(sessions)
      .values({ id, host: "api", hostSessionId: `s-${id}`, projectId: id, startedAt: 1, lastEventAt: 1 })
      .run();
  }
  for (let turn = 1; turn <= 14; turn += 1) {
    const projectId = (turn % 2) + 1;
    insertObservation(db, {
      sessionId: projectId,
      projectId,
      turn,
      title: `Fixed bug ${turn}`,
      summary: `Fixed bug ${turn}`,
      facts: JSON.stringify(["a fact"]),
      filesModified: JSON.stringify(["src/a.ts"]),
      obsType: turn > 12 ? "discovery" : "bugfix",
      category: "bugfix",
      priority: "medium",
      source: "rules",
      createdAt: turn,
      updatedAt: turn,
    });
    const texts = {
      request: `request ${turn}`,
      investigated: "",
      learned: "",
      completed: "",
      nextSteps: "",
      notes: "",
    };
    insertSummary(db, { sessionId: projectId, projectId, turn, ...texts, createdAt: turn, updatedAt: turn });
  }
});
afterEach(() => test.close());

describe("listObservations", () => {
  it("combines filters and pages by keyset, newest first, without gaps or repeats", () => {
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const filters = { project: "shop", session: 2, type: "bugfix", status: "active" } as const;
      const page = listObservations(test.app, { ...filters, limit: 2, cursor });
      seen.push(...page.items.map(({ turn }) => turn ?? 0));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual([11, 9, 7, 5, 3, 1]);
  });

  it("answers rows in the contract's shape", () => {
    const [row] = listObservations(test.app, { status: "active", limit: 1 }).items;
    expect(row).toMatchObject({
      project: "cart",
      obs_type: "discovery",
      facts: ["a fact"],
      files_modified: ["src/a.ts"],
    });
  });

  it("lists archived rows when asked, and deleted ones never", () => {
    updateObservation(test.app.db, 1, { status: "archived" });
    updateObservation(test.app.db, 2, { status: "deleted" });
    const count = (status: "active" | "archived" | "all") =>
      listObservations(test.app, { status, limit: 100 }).items.length;
    expect([count("active"), count("archived"), count("all")]).toEqual([12, 1, 13]);
    expect(requireObservation(test.app, 1).status).toBe("archived");
    expect(() => requireObservation(test.app, 2)).toThrow(/no observation 2/);
  });

  it("gives an empty page for an unknown project and refuses a foreign cursor", () => {
    expect(listObservations(test.app, { project: "nowhere", status: "active", limit: 3 })).toEqual({
      items: [],
      nextCursor: null,
    });
    expect(() => listObservations(test.app, { status: "active", limit: 3, cursor: "bad" })).toThrow(/cursor/i);
  });
});

describe("listSummaries", () => {
  it("filters by session and pages", () => {
    const first = listSummaries(test.app, { session: 1, limit: 4 });
    const second = listSummaries(test.app, { session: 1, limit: 4, cursor: first.nextCursor ?? "" });
    expect([...first.items, ...second.items].map(({ turn }) => turn)).toEqual([14, 12, 10, 8, 6, 4, 2]);
    expect(second.nextCursor).toBeNull();
  });
});
