import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ranked } from "../testing/inject-candidates";
import { DAY, NOW } from "../testing/inject-rows";
import { newerFirst } from "./order";

const list = (...ids: number[]) => ids.map((id) => ranked({ id, key: `app:topic${id}:fact:it` }));
const idsOf = (memories: ReturnType<typeof list>) => memories.map(({ row }) => row.id);
const after = (olderId: number, newerId: number) => ({ olderId, newerId });

describe("newerFirst", () => {
  it("leaves the order by score alone where nothing succeeds another, or the newer ranks higher already", () => {
    expect(idsOf(newerFirst(list(3, 1, 2), []))).toEqual([3, 1, 2]);
    expect(idsOf(newerFirst(list(3, 1, 2), [after(1, 3), after(9, 2), after(2, 8)]))).toEqual([3, 1, 2]);
  });

  it("moves a newer statement to just above the older one", () => {
    expect(idsOf(newerFirst(list(1, 2, 3, 4), [after(2, 4)]))).toEqual([1, 4, 2, 3]);
    expect(idsOf(newerFirst(list(1, 2, 3, 4), [after(1, 2), after(2, 4)]))).toEqual([4, 2, 1, 3]);
    expect(idsOf(newerFirst(list(1, 2, 3), [after(1, 2), after(1, 3)]))).toEqual([2, 3, 1]);
  });

  it("knows the same key of a project and of all as one subject", () => {
    const old = ranked({ id: 1, projectId: 1, key: "app:tooling:deps:manager", updatedAt: NOW - DAY });
    const fresh = ranked({ id: 2, projectId: 0, key: "App:tooling:deps:manager", updatedAt: NOW });
    expect(idsOf(newerFirst([old, ...list(7), fresh], []))).toEqual([2, 1, 7]);
  });

  it("keeps every memory once, whatever the pairs say, circles too", () => {
    const pair = fc.record({ olderId: fc.nat(12), newerId: fc.nat(12) });
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 20 }), fc.shuffledSubarray([...Array(12).keys()]), (pairs, ids) => {
        const ordered = idsOf(newerFirst(list(...ids), pairs));
        expect([...ordered].sort()).toEqual([...ids].sort());
      }),
      { numRuns: 500, seed: 11 },
    );
    expect(idsOf(newerFirst(list(1, 2), [after(1, 2), after(2, 1), after(1, 1)]))).toEqual([2, 1]);
  });

  it("takes a chain as long as the list", () => {
    const ids = Array.from({ length: 5_000 }, (_, n) => n + 1);
    const pairs = ids.slice(1).map((id) => after(id - 1, id));
    expect(idsOf(newerFirst(list(...ids), pairs))).toEqual([...ids].reverse());
  });
});
