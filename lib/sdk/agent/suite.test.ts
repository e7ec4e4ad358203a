import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

/** What the tests of a client of this wire have to be about, and the rows that stand for each. */
const GROUPS = [
  { name: "envelope", file: "client.test.ts", rows: ["V10", "V11", "V14"] },
  { name: "retry gating", file: "client.test.ts", rows: ["V20"] },
  { name: "config precedence", file: "config.test.ts", rows: ["V23", "V24"] },
  { name: "message normalisation", file: "messages.test.ts", rows: ["V28", "V29", "V30"] },
  { name: "agent-memory shaping", file: "save.test.ts", rows: ["V36", "V41", "V44", "V45"] },
];

it("V67: Apache-2.0, and the five groups of tests are in the suite that `npm test` runs", () => {
  const { license } = JSON.parse(readFileSync("package.json", "utf8")) as { license: string };
  expect(license).toBe("Apache-2.0");
  expect(readFileSync("LICENSE", "utf8")).toContain("Apache License");
  for (const { name, file, rows } of GROUPS) {
    const text = readFileSync(join(import.meta.dirname, file), "utf8");
    const titles = [...text.matchAll(/^ *it\(\s*"((?:[^"\\]|\\.)*)"/gm)].map(([, title = ""]) => title);
    for (const row of rows) {
      const named = titles.filter((title) => new RegExp(`\\b${row}\\b`).test(title));
      expect([name, row, named.length > 0]).toEqual([name, row, true]);
    }
    expect(text).not.toMatch(/\b(it|describe)\.(skip|only|todo)\b/);
  }
});
