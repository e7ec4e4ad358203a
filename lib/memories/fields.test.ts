import { describe, expect, it } from "vitest";
import { buildKey, clampImportance, joinTags, keySegment, parseExpiry, utcText } from "./fields";

describe("key, tags and expiry", () => {
  it.each([
    ["My Shop", "my_shop"],
    ["__a  b!!c__", "a_b_c"],
    ["部署 流程", "部署_流程"],
    ["kebab-case", "kebab-case"],
    ["!!!", ""],
  ])("E5: %s becomes %s", (text, segment) => expect(keySegment(text)).toBe(segment));

  it("E5: builds four segments", () => {
    expect(buildKey("My Shop", "Build Tool", "decision", "package manager")).toBe(
      "my_shop:build_tool:decision:package_manager",
    );
  });

  it("E3: tags are one comma-joined string, each tag once", () => {
    expect(joinTags([" a ", "b,c", "", "a"])).toBe("a,b,c");
    expect(joinTags("x, y,，z,x")).toBe("x,y,z");
  });

  it("E9/E15: a bare date holds to the end of that day in local time", () => {
    expect(parseExpiry("2026-12-31")).toBe(new Date(2026, 11, 31, 23, 59, 59, 999).getTime());
  });

  it("E3, E102: times are written as UTC text, and read back", () => {
    const ms = Date.UTC(2026, 0, 2, 3, 4, 5);
    expect(utcText(ms + 678)).toBe("2026-01-02 03:04:05");
    expect(parseExpiry(utcText(ms))).toBe(ms);
  });

  it.each([
    [0, 1],
    [0.5, 1],
    [10.5, 10],
    [7, 7],
    [NaN, undefined],
    [undefined, undefined],
  ])("E57, E103: importance %s is held to %s", (given, held) => expect(clampImportance(given)).toBe(held));

  it("takes a time with its zone, milliseconds and null as they are", () => {
    expect(parseExpiry("2026-12-31T10:00:00+02:00")).toBe(Date.UTC(2026, 11, 31, 8));
    expect(parseExpiry(12)).toBe(12);
    expect(parseExpiry(null)).toBeNull();
  });
});
