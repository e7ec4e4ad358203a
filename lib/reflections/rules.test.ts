import { describe, expect, it } from "vitest";
import { estimateTokens } from "../text/estimate";
import { type Entry, entryLine, readEntries } from "./entries";
import { unrepresented } from "./represented";
import { compressByRules } from "./rules";

const DAY = 86_400_000;
const START = Date.UTC(2026, 4, 1, 12);
const entry = (text: string, given: Partial<Entry> = {}): Entry => ({
  at: START,
  priority: "medium",
  category: "learning",
  text,
  files: [],
  ...given,
});
const at = (level: 0 | 1 | 2 | 3, entries: Entry[], target = 100_000): string =>
  compressByRules(entries, { start: level, max: level, target }).content;

const SACRED = [
  entry("Redis holds the carts because Postgres locked rows under load.", {
    priority: "high",
    category: "architecture",
  }),
  entry("The user wants commit messages in the imperative.", { priority: "high", category: "user_preference" }),
];
const ten = (day: number, priority: Entry["priority"]): Entry[] =>
  Array.from({ length: 10 }, (_, n) =>
    entry(
      `Finding ${day}-${n} of ${priority} weight about module${n % 3}, told at some length so that it takes room.`,
      {
        at: START + day * DAY + n * 1000,
        priority,
        files: [`src/module${n % 3}.ts`],
      },
    ),
  );

describe("compression without a language model", () => {
  it("C34: level 0 drops nothing but repetitions", () => {
    const entries = [
      ...ten(0, "low"),
      ...ten(1, "medium"),
      entry("Said twice."),
      entry("said twice!", { at: START + 5 }),
    ];
    const content = at(0, entries);
    for (const one of [...ten(0, "low"), ...ten(1, "medium")]) expect(content).toContain(one.text);
    expect(content.match(/said twice/gi)).toHaveLength(1);
  });

  it("C34: level 1 drops low ones that are stale, and keeps those of the last days", () => {
    const entries = [...ten(0, "low"), ...ten(5, "low"), ...ten(6, "medium")];
    const content = at(1, entries);
    expect(content).not.toContain("Finding 0-");
    expect(content).toContain("Finding 5-3");
    expect(content).toContain("Finding 6-3");
  });

  it("C34: level 2 drops all low ones and merges what concerns one file", () => {
    const content = at(2, [...ten(5, "low"), ...ten(6, "medium")]);
    expect(content).not.toContain("of low weight");
    expect(content.split("\n").filter((line) => line.startsWith("- "))).toHaveLength(3);
    expect(content).toContain("Finding 6-9");
  });

  it("C34: level 3 tells old days in paragraphs; only the last two dates keep single entries", () => {
    const entries = [0, 1, 2, 3, 4].flatMap((day) => ten(day, "medium"));
    const content = at(3, entries);
    const [before = "", ...recent] = content.split(/\n\n(?=## \d)/);
    expect(before).toContain("## Before");
    expect(before.split("\n").filter((line) => line.startsWith("- "))).toEqual([]);
    expect(recent.length).toBeLessThanOrEqual(2);
  });

  it("C35: goes up until it is shorter than the target, and says at which level", () => {
    const entries = [...SACRED, ...ten(0, "low"), ...ten(5, "medium"), ...ten(6, "low")];
    const whole = estimateTokens(at(0, entries).length);
    expect(compressByRules(entries, { start: 0, max: 3, target: whole + 1 }).level).toBe(0);
    expect(compressByRules(entries, { start: 0, max: 3, target: whole }).level).toBe(1);
    // An explicit level is where it starts, and the greatest one where it ends.
    expect(compressByRules(entries, { start: 2, max: 3, target: whole + 1 }).level).toBe(2);
    expect(compressByRules(entries, { start: 0, max: 1, target: 10 }).level).toBe(1);
  });

  it("C36: every level keeps architecture and preferences word for word, whatever the target", () => {
    const entries = [...SACRED, ...[0, 1, 2, 3].flatMap((day) => [...ten(day, "medium"), ...ten(day, "low")])];
    for (const level of [0, 1, 2, 3] as const) {
      const content = at(level, entries, 50);
      for (const { text } of SACRED) expect(content).toContain(text);
    }
    expect(estimateTokens(at(3, entries, 300).length)).toBeLessThan(300);
  });

  it("C36: notices what is not said any more, and takes other words for the same", () => {
    const [redis = "", user = ""] = SACRED.map(({ text }) => text);
    expect(unrepresented(`- 🔴 [architecture] ${redis}\n- ${user}`, [redis, user])).toEqual([]);
    expect(unrepresented("- Carts are held in Redis, because Postgres locked rows under load", [redis])).toEqual([]);
    expect(unrepresented("- The carts are somewhere", [redis, user])).toEqual([redis, user]);
    expect(
      unrepresented("- The service listens on port 8081 of the gateway", [
        "The service listens on port 8080 of the gateway",
      ]),
    ).toHaveLength(1);
  });

  it("C34: reads its own lines again, and those of a model", () => {
    const one = entry("The cache is warm.", { priority: "high", category: "bugfix", files: ["src/cache.ts"] });
    const [read] = readEntries(`## 2026-05-01\n${entryLine(one)}\n- 10:24 stray remark`, START);
    expect(read).toMatchObject({ priority: "high", category: "bugfix" });
    expect(read?.text).toContain("The cache is warm.");
    expect(readEntries("- stray remark", START)).toMatchObject([
      { priority: "medium", category: "learning", text: "stray remark" },
    ]);
  });

  it("C34: ten thousand entries take no time that anybody notices", () => {
    const entries = Array.from({ length: 10_000 }, (_, n) =>
      entry(`Remark ${n} on a thing`, { at: START + n * 60_000, files: [`f${n % 50}.ts`] }),
    );
    expect(estimateTokens(compressByRules(entries, { start: 0, max: 3, target: 2_000 }).content.length)).toBeLessThan(
      2_000,
    );
  });
});
