import { expect, it } from "vitest";
import { cutPaths } from "./paths";

const paths = (text: string): string[] => cutPaths(text).flatMap((piece) => (piece.isPath ? [piece.text] : []));

it("U07: a path with a right-to-left name is cut out of its text, without what stands around it", () => {
  expect(cutPaths("مرحبا app/ملف.ts")).toEqual([
    { text: "مرحبا ", isPath: false },
    { text: "app/ملف.ts", isPath: true },
  ]);
  expect(paths("שלום: see (app/ملف.ts), then `src\\קובץ.ts`.")).toEqual(["app/ملف.ts", "src\\קובץ.ts"]);
});

it("leaves alone what keeps its order by itself: Latin paths, words without a slash, text of one direction", () => {
  for (const text of ["see app/file.ts", "שלום: see app/file.ts", "مرحبا بالعالم", "a/b", ""]) {
    expect(cutPaths(text)).toEqual([{ text, isPath: false }].slice(0, Math.max(1, text.length)));
  }
});

it("says what it was given, and stays linear on hostile words", () => {
  for (const text of [
    "/".repeat(200_000) + "ש",
    `ש/${"(".repeat(200_000)}`,
    `ש/${".".repeat(200_000)}a`,
    "ש/ ".repeat(50_000),
  ]) {
    expect(
      cutPaths(text)
        .map((piece) => piece.text)
        .join(""),
    ).toBe(text);
  }
}, 5_000);
