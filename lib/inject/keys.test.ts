import { expect, it } from "vitest";
import { keyPrefix, parseLogKey } from "./keys";

it("E29: a log key ends in progress, log and a date, with or without the project head", () => {
  expect(parseLogKey("project:app:progress:log:2026-05-31")).toEqual({ project: "app", date: "2026-05-31" });
  expect(parseLogKey("app:progress:log:2026_05_31")).toEqual({ project: "app", date: "2026-05-31" });
  expect(parseLogKey("app:progress:log:20260531")).toEqual({ project: "app", date: "2026-05-31" });
});

it("E29: a log key without a real date is a log without a date", () => {
  expect(parseLogKey("app:progress:log:latest")).toEqual({ project: "app", date: null });
  expect(parseLogKey("app:progress:log:2026-02-31")).toEqual({ project: "app", date: null });
});

it("E29: other keys are memories", () => {
  for (const key of [
    "app:progress:log",
    "app:progress:log:x:y",
    "app:log:progress:2026-05-31",
    ":progress:log:2026-05-31",
    "progress",
  ]) {
    expect(parseLogKey(key)).toBeNull();
  }
});

it("E33: the prefix is the first two segments", () => {
  expect(keyPrefix("app:tooling:deps:manager")).toBe("app:tooling");
  expect(keyPrefix("app:tooling")).toBe("app:tooling");
  expect(keyPrefix("app")).toBe("app");
});
