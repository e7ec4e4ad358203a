import { expect, it } from "vitest";
import { inZone } from "./injections";

it("U03: days of the address are the reader's; moments stay as they are", () => {
  const days = { from: "2026-06-04", to: "2026-06-04", host: "kimi" };
  expect(inZone(days, "America/Los_Angeles")).toEqual({
    host: "kimi",
    from: Date.UTC(2026, 5, 4, 7),
    to: Date.UTC(2026, 5, 5, 7) - 1,
  });
  expect(inZone(days, "Asia/Shanghai")).toMatchObject({ from: Date.UTC(2026, 5, 3, 16) });
  const moments = { from: "2026-06-04T10:00:00Z", to: 5 };
  expect(inZone(moments, "Asia/Shanghai")).toEqual(moments);
  expect(inZone({}, "Asia/Shanghai")).toEqual({});
});
