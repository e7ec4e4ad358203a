import { describe, expect, it } from "vitest";
import { MemoryListQuery } from "@/lib/contract/memory-list";
import { flatten, parseId, parseParams } from "./params";

describe("parseParams", () => {
  it("keeps what fits and drops what does not, so that no address answers an error", () => {
    const query = parseParams(MemoryListQuery, {
      status: "nonsense",
      tier: "pinned",
      sort: "'; DROP TABLE",
      q: "100% #a&b=中文",
      limit: "-4",
    });
    expect(query).toEqual({ status: "active", tier: "pinned", order: "desc", q: "100% #a&b=中文", mode: "hybrid" });
  });

  it("takes the first of repeated parameters and ignores empty and unknown ones", () => {
    expect(flatten({ q: ["one", "two"], tier: "", none: undefined })).toEqual({ q: "one" });
    expect(parseParams(MemoryListQuery, { q: ["one", "two"], tier: "", other: "x" }).q).toBe("one");
  });

  it("reads ids strictly", () => {
    expect(["12", "0", "-1", "1e3", "9".repeat(17), undefined, "12abc"].map((text) => parseId(text))).toEqual([
      12,
      null,
      null,
      null,
      null,
      null,
      null,
    ]);
    expect(parseId(["7", "8"])).toBe(7);
  });
});
