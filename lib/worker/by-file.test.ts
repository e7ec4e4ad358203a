/** Observations of a file (M26): exact, by its end, and absolute against a project's folder. */
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ByFileQuery } from "../contract/worker-lists";
import { projectRoots } from "../db/schema/projects";
import { openTestApp, type TestApp } from "../testing";
import { addProject } from "../testing/places";
import { addObservation } from "../testing/search-rows";
import { observationsByFile } from "./by-file";
import { isAsked } from "./file-forms";

let test: TestApp;
let clock = 0;
beforeEach(async () => {
  test = await openTestApp();
  clock = 0;
});
afterEach(() => test.close());

const add = (files: { read?: string[]; modified?: string[]; projectId?: number }): number =>
  addObservation(test.app, "Looked at it", {
    projectId: files.projectId ?? 1,
    filesRead: JSON.stringify(files.read ?? []),
    filesModified: JSON.stringify(files.modified ?? []),
    createdAt: (clock += 1),
  }).id;
const ask = (query: Record<string, unknown>) => observationsByFile(test.app, ByFileQuery.parse(query));
const ids = (path: string, more: Record<string, unknown> = {}): number[] =>
  ask({ path, ...more }).observations.map(({ id }) => id);
const root = (projectId: number, path: string) =>
  test.app.db.insert(projectRoots).values({ path, projectId, kind: "repo", createdAt: 1 }).run();

describe("by file", () => {
  it("M26, M2: newest first, read or modified, as search results with their count", () => {
    const read = add({ read: ["src/cart.ts", "src/a.ts"] });
    const modified = add({ modified: ["src/cart.ts"] });
    add({ read: ["src/cart.tsx", "src/cart.ts.bak", "src/my-cart.ts", "lib/scart.ts"] });
    const answer = ask({ path: "src/cart.ts" });
    expect(answer).toMatchObject({
      count: 2,
      observations: [
        { id: modified, files_modified: ["src/cart.ts"], files_touched: ["src/cart.ts"] },
        { id: read, files_read: ["src/cart.ts", "src/a.ts"] },
      ],
    });
    expect(ids("cart.ts")).toEqual([modified, read]);
    expect(ids("./src/cart.ts")).toEqual([modified, read]);
    expect(ids("src/cart.ts", { limit: 1 })).toEqual([modified]);
    // M5
    expect(ask({ filePath: "src/cart.ts" }).count).toBe(2);
    expect(ask({ files: "src/cart.ts" }).count).toBe(2);
    expect(ask({ path: "nothing.ts" })).toEqual({ observations: [], count: 0 });
    test.app.sqlite.prepare("UPDATE observations SET status = 'deleted' WHERE id = ?").run(read);
    expect(ids("cart.ts")).toEqual([modified]);
  });

  it("M26: an absolute path below a project's folder means that project's file alone", () => {
    const [one, two] = [addProject(test.app, "one"), addProject(test.app, "two")];
    root(one, "/w/one");
    root(two, "/w/two");
    const here = add({ modified: ["src/index.ts"], projectId: one });
    add({ modified: ["src/index.ts"], projectId: two });
    const outside = add({ read: ["/etc/index.ts"], projectId: two });
    expect(ids("/w/one/src/index.ts")).toEqual([here]);
    expect(ids("/w/one/../one/src//index.ts")).toEqual([here]);
    expect(ids("/w/one/index.ts")).toEqual([]);
    expect(ids("/etc/index.ts")).toEqual([outside]);
    expect(ids("index.ts", { project: "two" })).toHaveLength(2);
    expect(ids("index.ts", { project: "nowhere" })).toEqual([]);
  });

  it("M26: an absolute path of no known folder is compared by its end; Windows paths in either spelling", () => {
    const relative = add({ modified: ["src/index.ts"] });
    expect(ids("/unknown/place/src/index.ts")).toEqual([relative]);
    expect(ids("/unknown/place/asrc/index.ts")).toEqual([]);
    const windows = add({ modified: ["C:\\Work\\App\\Main.cs"] });
    expect(ids("c:/work/app/main.cs")).toEqual([windows]);
    expect(ids("C:\\Work\\App\\Main.cs")).toEqual([windows]);
    const backslashed = add({ read: ["lib\\part\\Deep.cs"] });
    expect(ids("part/Deep.cs")).toEqual([backslashed]);
  });

  it("M26: names of any script and of signs alone", () => {
    const names = [
      "部署计划.md",
      "C++",
      "a b/c d.txt",
      "Makefile",
      "src/CartTotal.tsx",
      "___",
      "x/@types/$a-b_c.d.ts",
      "100%",
    ];
    for (const name of names) {
      const id = add({ modified: [`some/folder/${name}`] });
      expect(ids(name), name).toEqual([id]);
    }
  });

  it("M26: what was stored is found, whatever it is called", () => {
    const segment = fc
      .stringMatching(/^[A-Za-z0-9_.+#@ -]{1,14}$/)
      .filter((text) => text.trim() === text && text !== ".");
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1, maxLength: 4 }), (segments) => {
        const path = segments.join("/");
        const id = add({ read: [path] });
        expect(ids(path)).toContain(id);
        expect(ids(segments.at(-1) ?? "")).toContain(id);
      }),
      { numRuns: 40 },
    );
  });

  it("M26: quotes and operators of a search are ordinary characters", () => {
    for (const path of ['a" OR "b', "x) OR (y", "NEAR(a b)", "*", "a:b", "'; DROP TABLE observations; --"]) {
      expect(ask({ path }).observations, path).toEqual([]);
    }
  });
});

it("compares forms of paths", () => {
  const relative = { text: "b/c.ts", isAbsolute: false, within: [] };
  expect(
    ["b/c.ts", "a/b/c.ts", "./b/c.ts", "/a/b/c.ts", "a\\b\\c.ts"].map((path) => isAsked(relative, path, 1)),
  ).toEqual(Array(5).fill(true));
  expect(["ab/c.ts", "c.ts", "b/c.tsx"].map((path) => isAsked(relative, path, 1))).toEqual(Array(3).fill(false));
  const absolute = { text: "/w/a/c.ts", isAbsolute: true, within: [{ projectId: 1, path: "a/c.ts" }] };
  expect(isAsked(absolute, "a/c.ts", 1)).toBe(true);
  expect(isAsked(absolute, "a/c.ts", 2)).toBe(false);
  expect(isAsked(absolute, "c.ts", 1)).toBe(false);
});
