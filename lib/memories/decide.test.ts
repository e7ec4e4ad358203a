import { describe, expect, it } from "vitest";
import { decideConflict, isMoreSpecific } from "./decide";

describe("conflict decision", () => {
  it.each([
    ["E43: no active key adds", null, "anything at all", false, "add"],
    ["E43: an equal value is skipped", "use pnpm for installs", "use pnpm for installs", false, "skip"],
    [
      "E43: equal but for white space around is skipped",
      "use pnpm for installs",
      "  use pnpm for installs\n",
      false,
      "skip",
    ],
    ["E43: equal wins over an override", "use pnpm for installs", "use pnpm for installs", true, "skip"],
    ["E43: an override replaces", "use pnpm for installs", "use yarn for installs", true, "replace"],
    [
      "E43: another value of the same weight is a conflict",
      "use pnpm for installs",
      "use yarn for installs",
      false,
      "conflict",
    ],
    ["E44: half again as long replaces", "a".repeat(20), "b".repeat(30), false, "replace"],
    ["E44: just short of that is a conflict", "a".repeat(20), "b".repeat(29), false, "conflict"],
    ["E44: a digit more replaces", "the port is the default", "the port is number 8080", false, "replace"],
  ])("%s", (_name, active, value, isExplicit, decision) => {
    expect(decideConflict(active, value, isExplicit)).toBe(decision);
  });

  it.each([
    ["digits", "the limit is four", "the limit is 4 !!"],
    ["a year and month", "released in 5 days", "since 2026-03 out"],
    ["a link", "see the handbook page", "see http://wiki/page"],
    ["certainty words", "部署窗口是周五的晚上", "部署窗口已确认是周五"],
  ])("E44: %s make a value more specific", (_name, active, value) => {
    expect(isMoreSpecific(value, active)).toBe(true);
    expect(isMoreSpecific(active, value)).toBe(false);
  });
});
