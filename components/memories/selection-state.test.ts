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
    const one = toggle(start, 8, loaded);
    expect([isSelected(one, 8), isSelected(one, 9), sizeOf(one, 100)]).toEqual([true, false, 1]);
    expect(idsOf(toggle(one, 8, loaded))).toEqual([]);
  });

  it("takes a range from the last row to this one, in either direction, and takes it back", () => {
    expect(idsOf(toggleRange(toggle(start, 8, loaded), 6, loaded))).toEqual([6, 7, 8]);
    const up = toggleRange(toggle(start, 6, loaded), 9, loaded);
    expect(idsOf(up)).toEqual([6, 7, 8, 9]);
    expect(idsOf(toggleRange(toggle(up, 7, loaded), 9, loaded))).toEqual([6]);
  });

  it("begins a range anew where the first row is not loaded any more", () => {
    expect(idsOf(toggleRange(toggle(start, 77, [77]), 6, loaded))).toEqual([6, 77]);
  });

  it("means all that match, loaded or not, until one row is let go", () => {
    const all = selectAll(selectLoaded(start, loaded));
    expect([sizeOf(all, 1240), isSelected(all, 4711)]).toEqual([1240, true]);
    const less = toggle(all, 7, loaded);
    expect([less.isAll, idsOf(less), sizeOf(less, 1240)]).toEqual([false, [5, 6, 8, 9], 4]);
  });

  it("keeps what a change left as it was, with the reason, but not what is gone", () => {
    const done = afterChange(selectAll(start), [
      { id: 4, code: "key_taken", reason: "…" },
      { id: 3, code: "not_found", reason: "…" },
    ]);
    expect([done.isAll, idsOf(done), done.left.get(4), done.anchor]).toEqual([false, [4], "key_taken", null]);
  });
});
