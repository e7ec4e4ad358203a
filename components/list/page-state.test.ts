import { describe, expect, it } from "vitest";
import { beginPages, type ListPage, renewPages, withPage } from "./page-state";

interface Row {
  id: number;
  text?: string;
}
const key = ({ id }: Row) => id;
const rows = (...ids: number[]): Row[] => ids.map((id) => ({ id }));
const page = (ids: number[], nextCursor: string | null): ListPage<Row> => ({ items: rows(...ids), nextCursor });
const idsOf = (items: readonly Row[]) => items.map(key);

/** Two pages of three, read to the end of the second. */
function twoPages() {
  const state = beginPages(page([10, 9, 8], "a"), "1");
  return { ...state, rows: withPage(state.rows, page([7, 6, 5], "b"), key), next: "b" };
}

describe("rows of a list that grows", () => {
  it("adds a page, and a row that moved between two pages once", () => {
    expect(idsOf(withPage(rows(10, 9), page([9, 8], null), key))).toEqual([10, 9, 8]);
  });

  it("takes new rows on top and keeps the others, to be asked for again", () => {
    const state = renewPages(twoPages(), page([12, 11, 10], "x"), "2", key);
    expect(idsOf(state.rows)).toEqual([12, 11, 10, 9, 8, 7, 6, 5]);
    expect([state.next, state.isStale, state.version]).toEqual(["b", true, "2"]);
  });

  it("lets go what is not on the first page any more, unless it was pushed off it", () => {
    expect(idsOf(renewPages(twoPages(), page([10, 8, 7], "x"), "2", key).rows)).toEqual([10, 8, 7, 6, 5]);
  });

  it("keeps the rows below when one of them moved to the top", () => {
    expect(idsOf(renewPages(twoPages(), page([5, 10, 9], "x"), "2", key).rows)).toEqual([5, 10, 9, 8, 7, 6]);
  });

  it("begins anew where nothing is shared, and where the first page is all there is", () => {
    const other = renewPages(twoPages(), page([3, 2, 1], "x"), "2", key);
    expect([idsOf(other.rows), other.next, other.isStale]).toEqual([[3, 2, 1], "x", false]);
    const short = renewPages(twoPages(), page([10, 9], null), "2", key);
    expect([idsOf(short.rows), short.next, short.isStale]).toEqual([[10, 9], null, false]);
  });

  it("shows a row as the new first page has it", () => {
    const first = { items: [{ id: 10, text: "new" }, { id: 9 }, { id: 8 }], nextCursor: "x" };
    expect(renewPages<Row>(twoPages(), first, "2", key).rows[0]?.text).toBe("new");
  });
});
