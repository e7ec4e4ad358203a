import { expect, it } from "vitest";
import { forgetWanted, isOnItsWay, nextHref, want } from "./url-params";

it("builds a second change upon the first one while that is on its way, and on what is shown after it came", () => {
  expect(nextHref("/health", "/health?view=logs&level=error", { level: "debug" })).toBe(
    "/health?view=logs&level=debug",
  );
  expect(nextHref("/health", "/health?view=logs&level=error", { q: "slow" })).toBe(
    "/health?view=logs&level=debug&q=slow",
  );
  expect(nextHref("/health", "/health?view=logs&level=debug&q=slow", { q: null })).toBe(
    "/health?view=logs&level=debug",
  );
  expect(nextHref("/memories", "/memories", { q: "a" })).toBe("/memories?q=a");
  // Back at an address that was left: what was asked for there came long ago.
  nextHref("/memories", "/memories", { q: "b" });
  forgetWanted();
  expect(nextHref("/memories", "/memories", { sort: "key" })).toBe("/memories?sort=key");
});

it("knows of a link that is being followed, until its page is shown", () => {
  const shown = "/search?q=cart&to=2001-01-01";
  expect(isOnItsWay(shown)).toBe(false);
  want(shown, "/search?q=cart");
  expect(isOnItsWay(shown)).toBe(true);
  expect(nextHref("/search", shown, { project: "shop" })).toBe("/search?q=cart&project=shop");
  expect(isOnItsWay("/search?q=cart")).toBe(false);
  forgetWanted();
  expect(isOnItsWay(shown)).toBe(false);
});
