import { describe, expect, it } from "vitest";
import { Category } from "../contract/evidence";
import { categoryByWords, defaultPriority, priorityOf } from "./categorise";

/** One for each, as codewatch's own examples read. */
const EXAMPLES: [string, Category][] = [
  ["Decided to use a repository pattern for the data layer; the architecture stays layered.", "architecture"],
  ["User prefers tabs and always wants explicit return types, never default exports.", "user_preference"],
  ["Fixed the crash: the root cause was a null token, which threw an error on login.", "bugfix"],
  ["Naming convention: hooks are camelCase and follow the style guideline of the team.", "convention"],
  ["Installed the package zod, version 4, as a new dependency.", "dependency"],
  ["Routes are in src/app.ts, src/routes/user.ts and src/routes/cart.ts.", "file_pattern"],
  ["Currently working on the task of implementing the checkout; next step is the summary.", "task_context"],
  ["Discovered that the queue works by polling; it turns out that retries are counted.", "learning"],
];

describe("category and priority by words", () => {
  it.each(EXAMPLES)("C32: %s", (content, category) => {
    expect(categoryByWords(content).category).toBe(category);
  });

  it("C32: three names of files are file_pattern at 0.8, two are not", () => {
    expect(categoryByWords("a.ts b.ts c.ts")).toEqual({ category: "file_pattern", confidence: 0.8 });
    expect(categoryByWords("a.ts b.ts a.ts").category).not.toBe("file_pattern");
  });

  it("C32: confidence is 0.5 and twice the score, at most 1; no hit is learning at 0.3", () => {
    expect(categoryByWords("The sky over the harbour was grey.")).toEqual({ category: "learning", confidence: 0.3 });
    const { confidence } = categoryByWords(EXAMPLES[0]?.[0] ?? "");
    expect(confidence).toBeGreaterThan(0.5);
    expect(confidence).toBeLessThanOrEqual(1);
  });

  it("C32: a word inside another is no hit, and neither is a long text slow", () => {
    expect(categoryByWords("The prefix of debugging suffixes.").confidence).toBe(0.3);
    expect(categoryByWords("a.".repeat(200_000)).category).toBe("learning");
  });

  it("C31: architecture and preferences are high, all else is medium", () => {
    const high = Category.options.filter((category) => defaultPriority(category) === "high");
    expect(high).toEqual(["architecture", "user_preference"]);
    expect(Category.options.filter((category) => defaultPriority(category) === "medium")).toHaveLength(6);
  });

  it.each(["This is critical.", "Important: keep it.", "A breaking change.", "这是关键的一步"])(
    "C8: raises to high where the text says so: %s",
    (content) => {
      expect(priorityOf(content, "learning")).toBe("high");
      expect(priorityOf("A plain remark.", "learning")).toBe("medium");
    },
  );
});
