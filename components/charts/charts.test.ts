import { describe, expect, it } from "vitest";
import { levelsOf } from "./levels";
import { rowsOf } from "./rows";
import { weeksOf } from "./weeks";

const daysFrom = (first: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({
    day: new Date(Date.parse(`${first}T00:00:00Z`) + at * 86_400_000).toISOString().slice(0, 10),
    count: at,
  }));

describe("charts", () => {
  it("keeps one row a day up to a hundred, and adds the days of a week beyond", () => {
    const quarter = rowsOf(daysFrom("2026-03-02", 90), ({ count }) => [count]);
    expect(quarter).toHaveLength(90);
    expect(quarter[1]).toEqual({ day: "2026-03-03", until: "2026-03-03", values: [1] });
    // A Thursday: its week is short.
    const year = daysFrom("2026-01-01", 365);
    const flow = rowsOf(year, ({ count }) => [count, 1]);
    expect(flow[0]).toEqual({ day: "2026-01-01", until: "2026-01-04", values: [6, 4] });
    expect(flow[1]).toEqual({ day: "2026-01-05", until: "2026-01-11", values: [49, 7] });
    expect(flow.reduce((sum, { values }) => sum + (values[1] ?? 0), 0)).toBe(365);
    expect(flow.at(-1)?.until).toBe("2026-12-31");
    const stock = rowsOf(year, ({ count }) => [count], "stock");
    expect(stock[0]?.values).toEqual([3]);
    expect(stock.at(-1)?.values).toEqual([364]);
  });

  it("lays a year out in weeks from Monday on, and names each month once", () => {
    const days = daysFrom("2025-11-25", 371);
    const weeks = weeksOf(days, levelsOf(days.map(({ count }) => count)));
    expect(weeks[0]?.cells[0]?.day).toBe("2025-12-01");
    expect(weeks.slice(0, -1).every(({ cells }) => cells.length === 7)).toBe(true);
    expect(weeks.at(-1)?.cells.map(({ day }) => day)).toEqual(["2026-11-30"]);
    expect(weeks.flatMap(({ month }) => month ?? [])).toEqual([12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(weeks.flatMap(({ cells }) => cells)).toHaveLength(365);
  });

  it("shades busy days by quarters, so that one burst does not pale the rest", () => {
    expect(levelsOf([])).toEqual([]);
    expect(levelsOf([0, 0])).toEqual([0, 0]);
    expect(levelsOf([0, 1, 2, 3, 1000])).toEqual([0, 1, 2, 3, 4]);
    expect(levelsOf([5, 5, 5])).toEqual([1, 1, 1]);
    expect(Math.max(...levelsOf(Array.from({ length: 40 }, (_, at) => at)))).toBe(4);
  });
});
