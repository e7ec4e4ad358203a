import { describe, expect, it } from "vitest";
import { categoryOf, observedLines } from "./lines";

describe("observedLines", () => {
  it("C23: takes lines with a dash or a sign, without dash, sign and time; short ones are none", () => {
    const text = [
      "Date: Jun 1",
      "- 🔴 09:15 Decided to keep sessions in Redis",
      "🟡 (9:20) The parser reads nested lines now",
      "🟢 - a low one that is long enough",
      "- no sign at all is medium priority",
      "-- two dashes count as one, too",
      "- too short",
      "- 12345678901",
      "plain text is no observation",
      "",
    ].join("\n");
    expect(observedLines(text)).toEqual([
      { text: "Decided to keep sessions in Redis", priority: "high", category: "architecture" },
      { text: "The parser reads nested lines now", priority: "medium", category: "learning" },
      { text: "a low one that is long enough", priority: "low", category: "learning" },
      { text: "no sign at all is medium priority", priority: "medium", category: "learning" },
      { text: "two dashes count as one, too", priority: "medium", category: "learning" },
      { text: "12345678901", priority: "medium", category: "learning" },
    ]);
  });

  it("C23: is bounded, and linear on hostile text", { timeout: 5000 }, () => {
    expect(observedLines("- a line that is long enough\n".repeat(5000))).toHaveLength(200);
    expect(observedLines(`${"-".repeat(100_000)}\n${" ".repeat(100_000)}- x`)).toEqual([]);
  });

  it("C24: the first list that has a word decides, in this order", () => {
    const table: [string, string][] = [
      ["We decided to fix the bug", "architecture"],
      ["Fixed the crash of the always-on sync", "bugfix"],
      ["User wants the naming short", "user_preference"],
      ["The naming style of packages", "convention"],
      ["Installed a newer version of the file reader", "dependency"],
      ["Tasks live in src/tasks.ts", "file_pattern"],
      ["Working on the importer", "task_context"],
      ["The queue drains slowly at night", "learning"],
    ];
    for (const [text, category] of table) expect([text, categoryOf(text)]).toEqual([text, category]);
  });
});
