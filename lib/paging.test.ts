import { expect, it } from "vitest";
import { z } from "zod";
import { ById, ByTime, decodeCursor, encodeCursor, pageOf } from "./paging";

const base64url = (text: string): string => Buffer.from(text).toString("base64url");

it("gives the sort key back, null included, and nothing for a first page", () => {
  expect(decodeCursor("jobs", ByTime, encodeCursor("jobs", 1_780_000_000_000, 7))).toEqual([1_780_000_000_000, 7]);
  const key = z.tuple([z.number().nullable(), z.number()]);
  expect(decodeCursor("memories", key, encodeCursor("memories", null, 7))).toEqual([null, 7]);
  expect(decodeCursor("jobs", ByTime, undefined)).toBeUndefined();
});

it("A08: refuses a cursor of another list, of another shape, or none of ours", () => {
  const forged = [
    encodeCursor("operations", 7),
    encodeCursor("activity", 7, 8),
    encodeCursor("activity", null),
    encodeCursor("activity", 1.5),
    encodeCursor("activity"),
    base64url('["activity","7"]'),
    base64url('{"0":"activity","1":7}'),
    base64url("[".repeat(200)),
    "1 OR 1",
    "%%%",
    "",
  ];
  for (const cursor of forged) {
    expect(() => decodeCursor("activity", ById, cursor), cursor).toThrow("The cursor does not belong to this list.");
  }
});

it("cuts the row too many, and has a cursor only then", () => {
  const cursorOf = (id: number): string => `after ${id}`;
  expect(pageOf([1, 2, 3], 2, cursorOf)).toEqual({ items: [1, 2], nextCursor: "after 2" });
  expect(pageOf([1, 2], 2, cursorOf)).toEqual({ items: [1, 2], nextCursor: null });
  expect(pageOf([], 2, cursorOf)).toEqual({ items: [], nextCursor: null });
});
