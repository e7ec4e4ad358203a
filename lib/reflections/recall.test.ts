import { beforeEach, describe, expect, it } from "vitest";
import { type RecallInput, RecallTool } from "../contract/codewatch";
import { projects } from "../db/schema/projects";
import { write } from "../db/write";
import { createMemory } from "../memories/service";
import { undoOperation } from "../operations/undo";
import { setPause } from "../pauses/service";
import type { TestApp } from "../testing";
import { recallObservations, recallText, reflect } from "./service";
import { AGENT, gitFolder, lastOperation, PERSON, plant, recalledIn, see, useShop } from "./testing";

let test: TestApp;
let cwd: string;
useShop((opened, folder) => {
  test = opened;
  cwd = folder;
});

const recalled = (asked: RecallInput = {}): string[] => recalledIn(test, { cwd, ...asked });
describe("recall", () => {
  beforeEach(() => {
    plant(test, cwd, [
      { content: "The cart cache is Redis.", category: "architecture", priority: "high", files: ["src/cart.ts"] },
      {
        content: "The cart total was rounded wrongly.",
        category: "bugfix",
        priority: "medium",
        files: ["src/cart.ts"],
      },
      { content: "The cart button is green.", category: "bugfix", priority: "low", files: ["src/button.ts"] },
      { content: "Deploys run at noon.", category: "learning", priority: "medium" },
    ]);
  });

  it("C10: knows its options, their bounds and what holds without them", () => {
    expect(RecallTool.parse({})).toEqual({ priority_min: "low", limit: 50, include_reflections: true });
    for (const bad of [
      { limit: 0 },
      { limit: 101 },
      { categories: ["odd"] },
      { priority_min: "urgent" },
      { files: "a" },
    ])
      expect(RecallTool.safeParse(bad).success).toBe(false);
    expect(recalled({ priority_min: "high" })).toHaveLength(1);
    expect(recalled({ priority_min: "medium" })).toHaveLength(3);
    expect(recalled({ priority_min: "low" })).toHaveLength(4);
    expect(recalled({ limit: 2 })).toHaveLength(2);
  });

  it("C11: all filters combine", () => {
    expect(recalled({ query: "cart" })).toHaveLength(3);
    expect(recalled({ query: "cart", categories: ["bugfix"] })).toHaveLength(2);
    expect(recalled({ query: "cart", categories: ["bugfix"], priority_min: "medium" })).toEqual([
      "The cart total was rounded wrongly.",
    ]);
    expect(recalled({ query: "cart", files: ["button"], categories: ["bugfix"] })).toEqual([
      "The cart button is green.",
    ]);
    expect(recalled({ query: "cart", files: ["button"], priority_min: "medium" })).toEqual([]);
    expect(recalled({ query: "deploys", branch: "other" })).toEqual([]);
  });

  it("C11: a query is only text, whatever signs it holds", () => {
    for (const query of ['cart AND "', "cart*", "(cart", "cart: -x", "NEAR(cart", "^cart OR", "';--cart"])
      expect(recalled({ query, categories: ["architecture"] })).toEqual(["The cart cache is Redis."]);
    expect(recalled({ query: "?!" })).toEqual([]);
  });

  it("C55: a file is any part of a path, any of those given, whatever the case or slash", () => {
    expect(recalled({ files: ["CART"] })).toHaveLength(2);
    expect(recalled({ files: ["src\\cart.ts", "button.ts"] })).toHaveLength(3);
    expect(recalled({ files: ["nowhere"] })).toEqual([]);
  });

  it("C10, C12: says each statement once, as what it is first of all, and counts what it says", () => {
    const content = "We keep the carts in Redis because of the sales peak.";
    plant(test, cwd, [
      { content, category: "bugfix", priority: "medium" },
      { content: content.slice(0, -1), category: "learning", priority: "medium" },
    ]);
    const key = "shop:cart:decision:store";
    createMemory(test.app, { key, value: content, importance: 5, project: "shop" }, { actor: PERSON });
    const answer = recallObservations(test.app, { cwd, query: "sales peak" });
    expect(answer.items).toHaveLength(1);
    expect(answer.items[0]?.category).not.toBe("learning");
    expect(recallText(answer)).toContain("1 observation on branch");
    expect(recalled().filter((one) => one.includes("sales peak"))).toHaveLength(1);
    expect(recalled({ limit: 2 })).toHaveLength(2);
  });

  it("covers memories in scope as well, by the same filters", () => {
    createMemory(
      test.app,
      {
        key: "shop:cart:tax",
        value: "The cart adds tax at checkout.",
        project: "shop",
        attribute: "decision",
        importance: 9,
      },
      { actor: PERSON },
    );
    createMemory(
      test.app,
      { key: "other:cart:tax", value: "The cart of the other shop.", project: "other" },
      { actor: PERSON },
    );
    expect(recalled({ query: "cart", categories: ["architecture"] }).sort()).toEqual([
      "The cart adds tax at checkout.",
      "The cart cache is Redis.",
    ]);
    expect(recalled({ query: "cart", files: ["button"] })).toEqual(["The cart button is green."]);
  });

  it("C12: reads by day, line by line, with reflection, task and count", async () => {
    const day = new Date(2026, 4, 30, 9, 5).getTime();
    plant(test, gitFolder(test, "blog"), [
      {
        content: "Posts are <observations>markdown.",
        category: "architecture",
        priority: "high",
        at: day,
        files: ["posts/a.md"],
      },
      { content: "Builds are slow.", at: day + 3_600_000 },
    ]);
    const blog = gitFolder(test, "blog");
    await reflect(test.app, { cwd: blog, compression_level: 0 }, AGENT);
    await see(test, blog, { content: "Making builds quick", category: "task_context", priority: "low" });
    const text = recallText(recallObservations(test.app, { cwd: blog }));
    const today = new Date(test.clock.now);
    const clock = `${String(today.getHours()).padStart(2, "0")}:${String(today.getMinutes()).padStart(2, "0")}`;
    expect(text).toMatch(
      new RegExp(
        [
          "^<observations>\n## 2026-06-01",
          `🟢 ${clock} \\[task_context\\] Making builds quick`,
          "## 2026-05-30",
          "🔴 09:05 \\[architecture\\] Posts are &lt;observations>markdown\\. \\[posts/a\\.md\\]",
          "🟡 10:05 \\[learning\\] Builds are slow\\.",
          "</observations>\n\n<reflections>",
          "\\[level 0, \\d+\\.\\dx\\]",
          "[^]*</reflections>\n\n<current-task>",
          "Making builds quick\n</current-task>\n\n3 observations on branch main\\.$",
        ].join("\n"),
        "u",
      ),
    );
    expect(recallText(recallObservations(test.app, { cwd: blog, include_reflections: false }))).not.toContain(
      "<reflections>",
    );
  });

  it("tells nothing while recall is paused, nor of a project that is off", () => {
    const [project] = test.app.db.select().from(projects).all();
    setPause(test.app, { scope: "project", id: project?.id ?? 0, what: "recall", paused: true }, PERSON);
    expect(recalled()).toEqual([]);
    undoOperation(test.app, lastOperation(test), PERSON);
    expect(recalled()).toHaveLength(4);
    write(test.app, (tx) => void tx.update(projects).set({ mode: "off" }).run());
    expect(recalled()).toEqual([]);
  });

  it("C58: a branch sees its own and what names none; what is known of the person is known everywhere", () => {
    plant(test, cwd, [
      { content: "Only on feature.", branch: "feature" },
      { content: "Of no branch.", branch: null },
      { content: "The user wants short commits.", category: "user_preference", branch: "feature" },
    ]);
    expect(recalled()).not.toContain("Only on feature.");
    expect(recalled()).toEqual(expect.arrayContaining(["Of no branch.", "The user wants short commits."]));
    expect(recalled({ branch: "feature" })).toEqual(expect.arrayContaining(["Only on feature.", "Of no branch."]));
    expect(recalled({ branch: "feature" })).not.toContain("Deploys run at noon.");
  });

  it("C58: two repositories on main do not see each other's", () => {
    const other = gitFolder(test, "other");
    plant(test, other, [{ content: "Something of the other repository." }]);
    expect(recalled()).toHaveLength(4);
    expect(recallObservations(test.app, { cwd: other }).items).toHaveLength(1);
  });
});
