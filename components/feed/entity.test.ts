import { expect, it } from "vitest";
import { entityHref } from "./entity";

it("leads to the view of a row, and nowhere for rows without one", () => {
  expect(entityHref("memories:12")).toBe("/memories/12");
  expect(entityHref("observations:3")).toBe("/observation/3");
  expect(entityHref("sessions:3")).toBe("/session/3");
  expect(entityHref("project_aliases:3")).toBe("/projects/3");
  expect(entityHref("settings:a&b=1")).toBe("/settings?q=a%26b%3D1");
  expect(entityHref("summaries:3", 7)).toBe("/session/7");
  for (const odd of ["events:1", "memories", "memories:", ":5", "", "constructor:1", "__proto__:1"])
    expect([odd, entityHref(odd)]).toEqual([odd, null]);
});
