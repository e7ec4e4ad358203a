import { expect, it } from "vitest";
import { localIso } from "./format";

it("writes a time of this machine's zone in a form that reads back as the same moment", () => {
  for (const at of [0, 1_796_025_223_899, Date.UTC(2026, 6, 1, 12)]) {
    const text = localIso(at);
    expect(text).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}[+-]\d{2}:\d{2}$/);
    expect(Date.parse(text)).toBe(at - (at % 1000));
  }
});
