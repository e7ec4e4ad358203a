import { expect, it } from "vitest";
import { Id, PathId } from "./common";

it("A09: an id is a whole number or its digits, and nothing that merely turns into one", () => {
  expect(["7", 7, "0007"].map((value) => Id.parse(value))).toEqual([7, 7, 7]);
  const nothing = [true, [5], "0x5", " 5", "5 ", "1e3", "", null, 0, -1, 1.5, "9".repeat(16), 2 ** 53, {}, "٣"];
  expect(nothing.filter((value) => Id.safeParse(value).success)).toEqual([]);
  expect(PathId.parse("0x5")).toBe(0);
});
