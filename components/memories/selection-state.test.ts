import { describe, expect, it } from "vitest";
import {
  afterChange,
  emptySelection,
  isSelected,
  selectAll,
  selectLoaded,
  sizeOf,
  toggle,
  toggleRange,
} from "./selection-state";

const loaded = [9, 8, 7, 6, 5];
const start = emptySelection("active");
const idsOf = (selection: { ids: ReadonlySet<number> }) => [...selection.ids].sort();

describe("selection", () => {
  it("takes rows one by one, and lets them go again", () => {
    const one = toggle(start, 8);
    expect([isSelected(one, 8), isSelected(one, 9), sizeOf(one, 100)]).toEqual([true, false, 1]);
    expect(idsOf(toggle(one, 8))).toEqual([]);
  });

  it("takes a range from the last row to this one, in either direction, and takes it back", () => {
    expect(idsOf(toggleRange(toggle(start, 8), 6, loaded))).toEqual([6, 7, 8]);
    const up = toggleRange(toggle(start, 6), 9, loaded);
    expect(idsOf(up)).toEqual([6, 7, 8, 9]);
    expect(idsOf(toggleRange(toggle(up, 7), 9, loaded))).toEqual([6]);
  });

  it("begins a range anew where the first row is not loaded any more", () => {
    expect(idsOf(toggleRange(toggle(start, 77), 6, loaded))).toEqual([6, 77]);
  });

  it("means all that match, loaded or not, but for those that are let go", () => {
    const all = selectAll(selectLoaded(start, loaded));
    expect([sizeOf(all, 1240), isSelected(all, 4711)]).toEqual([1240, true]);
    const less = toggle(all, 7);
    expect([less.isAll, [...less.except], sizeOf(less, 1240)]).toEqual([true, [7], 1239]);
    expect([7, 8, 4711].map((id) => isSelected(less, id))).toEqual([false, true, true]);
    const further = toggleRange(less, 9, loaded);
    expect([[...further.except].sort(), sizeOf(further, 1240)]).toEqual([[7, 8, 9], 1237]);
    const range = toggleRange(toggle(all, 8), 6, loaded);
    expect([[...range.except].sort(), sizeOf(range, 1240)]).toEqual([[6, 7, 8], 1237]);
    expect(sizeOf(toggle(range, 7), 1240)).toBe(1238);
    expect(sizeOf(selectAll(range), 1240)).toBe(1240);
  });

  it("keeps what a change left as it was, with the reason, but not what is gone", () => {
    const done = afterChange(selectAll(start), [
      { id: 4, code: "key_taken", reason: "…" },
      { id: 3, code: "not_found", reason: "…" },
    ]);
    expect([done.isAll, idsOf(done), done.left.get(4), done.anchor]).toEqual([false, [4], "key_taken", null]);
  });
});
