/** The running observation as a pure function: one for any turn with a tool use, saying what was done with what (M3). */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { edited, ran, ROOT, said, turnOf, used } from "../testing";
import { runningObservation } from "./running";

const of = (prompt: string, ...items: Parameters<typeof turnOf>[1] & object) =>
  runningObservation(turnOf(prompt, items, { outcome: "open" }));

describe("M3: runningObservation", () => {
  it("M3: says nothing without a tool use", () => {
    expect(of("why?")).toBeNull();
    expect(of("why?", said("Because."))).toBeNull();
  });

  it.each([
    ["a read", used("Read", { file_path: `${ROOT}/src/a.ts` }), "Read src/a.ts", "low", "discovery"],
    ["a read elsewhere", used("Read", { file_path: "/tmp/x/build.log" }), "Read build.log", "low", "discovery"],
    [
      "a failed read",
      used("Read", { file_path: `${ROOT}/no.ts` }, "ENOENT", true),
      "Tried to read no.ts",
      "low",
      "discovery",
    ],
    ["a listing", ran("ls -la", "a.ts"), "Ran `ls -la`", "low", "discovery"],
    ["a pager", ran("cat a.txt", "hello"), "Ran `cat a.txt`", "low", "discovery"],
    ["a search", used("Grep", { pattern: "total(" }), "Searched for `total(`", "low", "discovery"],
    [
      "an unknown tool",
      used("WebFetch", { url: "https://example.org/a" }),
      "Used WebFetch: https://example.org/a",
      "low",
      "discovery",
    ],
    [
      "a tool of a server",
      used("mcp__jira__get_issue", { query: "CART-1" }),
      "Used get_issue: CART-1",
      "low",
      "discovery",
    ],
    ["a read of nothing that is named", used("Read", {}), "Used Read", "low", "discovery"],
    ["an edit of nothing that is named", used("Edit", {}), "Used Edit", "low", "discovery"],
    ["a search for nothing that is named", used("Grep", {}), "Used Grep", "low", "discovery"],
    ["a nameless tool", used("", {}), "Used unknown", "low", "discovery"],
    ["an edit", edited(`${ROOT}/src/a.ts`), "Edited src/a.ts", "medium", "change"],
    [
      "a refused edit",
      edited(`${ROOT}/a.ts`, true, "String to replace not found"),
      "Tried to edit a.ts",
      "low",
      "discovery",
    ],
    ["a command", ran("docker compose up -d", "started"), "Ran `docker compose up -d`", "medium", "discovery"],
    [
      "a failed command",
      ran("docker compose up", "no such service", true),
      "`docker compose up` failed",
      "medium",
      "discovery",
    ],
    ["a failed test", ran("npm test", "2 failed", true), "`npm test` failed", "medium", "discovery"],
    ["an install", ran("npm install zod", "added 1 package"), "Installed: `npm install zod`", "medium", "change"],
  ] as const)("M3: %s makes exactly one that says it", (_name, item, title, priority, obsType) => {
    expect(of("", item)).toMatchObject({ title, priority, obsType, subtitle: null, eventIds: [1] });
  });

  it("M3: names what was done, how often, and what fails", () => {
    const made = of(
      "Fix the rounding of the cart total",
      used("Read", { file_path: `${ROOT}/src/cart.ts` }),
      used("Grep", { pattern: "round" }),
      edited(`${ROOT}/src/cart.ts`),
      edited(`${ROOT}/src/total.ts`),
      ran("npm run seed", "no database", true),
      ran("npm test", "1 failed", true),
    );
    expect(made).toMatchObject({
      title: "Edited src/cart.ts, src/total.ts; `npm test` failed",
      subtitle: "Fix the rounding of the cart total",
      obsType: "change",
      filesRead: ["src/cart.ts"],
      filesModified: ["src/cart.ts", "src/total.ts"],
      facts: ["`npm test` failed", "`npm run seed` failed", "Searched for `round`"],
    });
    expect(made?.summary).toMatch(/^2 edits, 1 read, 1 search, 2 commands \(2 failed\)\./);
  });

  it("M3: takes its kind from the request once it works, and its language too", () => {
    expect(of("Fix the crash", edited(`${ROOT}/a.ts`))).toMatchObject({ obsType: "bugfix", category: "bugfix" });
    expect(of("修复购物车崩溃", used("Read", { file_path: `${ROOT}/a.ts` }))).toMatchObject({
      title: "阅读了 a.ts",
      subtitle: "修复购物车崩溃",
    });
  });

  it("M3: counts of a whole turn replace those of a part", () => {
    const counts = { edit: 3, command: 0, read: 900, search: 0, plan: 0, refused: 0, other: 0 };
    const turn = turnOf("", [used("Read", { file_path: `${ROOT}/a.ts` }), edited(`${ROOT}/b.ts`)]);
    expect(runningObservation(turn, counts)?.summary).toContain("3 edits, 900 reads");
  });

  it("M3: any text of any tool gives one bounded observation", () => {
    const text = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.string({ maxLength: 3000 }),
      fc.constant("`".repeat(5000)),
    );
    const name = fc.oneof(text, fc.constantFrom("Bash", "Read", "Edit", "Grep", "Write", "mcp__a__b"));
    const input = fc.dictionary(
      fc.constantFrom("command", "file_path", "query", "pattern", "x"),
      fc.oneof(text, fc.jsonValue()),
    );
    const tool = fc.record({
      name,
      input,
      output: text,
      isError: fc.constantFrom(true, false, null),
      files: fc.array(text, { maxLength: 4 }),
    });
    fc.assert(
      fc.property(text, fc.array(tool, { minLength: 1, maxLength: 8 }), (prompt, tools) => {
        const turn = turnOf(
          prompt,
          tools.map((one) => ({ kind: "tool" as const, ...one })),
        );
        const made = runningObservation(turn);
        expect(made).not.toBeNull();
        expect(made?.title.length).toBeGreaterThan(0);
        expect(made?.title.length).toBeLessThanOrEqual(160);
        expect(made?.summary.length).toBeLessThanOrEqual(900);
        expect(made?.facts.length).toBeLessThanOrEqual(14);
        for (const fact of made?.facts ?? []) expect(fact.length).toBeLessThanOrEqual(400);
        expect(runningObservation(turn)).toEqual(made);
      }),
      { numRuns: 300 },
    );
  });
});
