import { describe, expect, it } from "vitest";
import { DEFAULT_COLUMNS, gridOf, heatOf, viewOf, viewParams } from "./list-view";

describe("how the list is drawn", () => {
  it("is what the URL says, else what the cookie remembers, else the default", () => {
    expect(viewOf({}, undefined)).toEqual({ as: "table", density: "comfortable", columns: DEFAULT_COLUMNS });
    expect(viewOf({}, "as=cards&density=compact&columns=id,tags")).toEqual({
      as: "cards",
      density: "compact",
      columns: ["id", "tags"],
    });
    expect(viewOf({ as: "table", columns: "hits" }, "as=cards&density=compact&columns=id")).toEqual({
      as: "table",
      density: "compact",
      columns: ["hits"],
    });
  });

  it("leaves out what it does not know, and keeps its own order", () => {
    expect(viewOf({ as: "x", density: "y", columns: "changed,zebra,id" }, undefined)).toEqual({
      ...viewOf({}, undefined),
      columns: ["id", "changed"],
    });
    expect(viewOf({ columns: "zebra" }, "columns=%%%").columns).toEqual(DEFAULT_COLUMNS);
  });

  it("says what it reads, no columns too", () => {
    for (const view of [viewOf({}, undefined), { as: "cards", density: "compact", columns: [] } as const]) {
      expect(viewOf(viewParams({ ...view, columns: [...view.columns] }), undefined)).toEqual(view);
    }
  });

  it("gives a narrow list the statement alone, and a wide one all that was chosen", () => {
    const compact = { ...viewOf({}, undefined), density: "compact" as const };
    expect(gridOf(compact, 1)).toBe("36px minmax(0, 1fr) 40px");
    expect(gridOf(compact, 2)).toBe("36px minmax(0, 1fr) 58px 84px 40px");
    expect(gridOf(compact, 3)).toBe("36px minmax(260px, 1fr) 108px 92px 88px 58px 84px 40px");
    expect(gridOf(compact, 4)).toContain("minmax(110px, 0.4fr) minmax(220px, 1fr) 108px");
    expect(gridOf(viewOf({}, undefined), 4)).not.toContain("0.4fr");
  });

  it("shows all columns that a person chose in a usual window", () => {
    const chosen = { ...viewOf({}, undefined), columns: viewOf({ columns: "key,project,hits" }, undefined).columns };
    expect(gridOf(chosen, 3)).toBe("36px minmax(260px, 1fr) 112px 58px 40px");
  });

  it("E108: hits are coloured in the steps 0, <3, <6, <10, ≥10", () => {
    expect([0, 1, 2, 3, 5, 6, 9, 10, 4000].map(heatOf)).toEqual([0, 1, 1, 2, 2, 3, 3, 4, 4]);
  });
});
