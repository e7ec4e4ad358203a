import { describe, expect, it } from "vitest";
import { MemoryPatch, NewMemory } from "../contract/memory";
import { ConsolidateQuery } from "../contract/housekeeping";
import { ByFileQuery, RowParams, SummaryOrSessionParams } from "../contract/worker-lists";
import { toAppError } from "./respond";
import type { z } from "zod";

function refusalOf(schema: z.ZodType, value: unknown) {
  const { error } = schema.safeParse(value);
  if (error === undefined) throw new Error("this is taken");
  return toAppError(error);
}

const GOOD = { key: "k", value: "a statement that is long enough" };

describe("what a refused body is told", () => {
  it.each([
    ["a field that is missing", NewMemory, { value: GOOD.value }, "key is missing."],
    ["another type", NewMemory, { ...GOOD, importance: "9" }, "importance must be a number."],
    ["null", NewMemory, { ...GOOD, key: null }, "key must be text."],
    ["too much", NewMemory, { ...GOOD, importance: 11 }, "importance must be at most 10."],
    ["too little", NewMemory, { ...GOOD, importance: -1 }, "importance must be at least 0."],
    ["too long", NewMemory, { ...GOOD, key: "k".repeat(201) }, "key must have at most 200 characters."],
    ["none of the options", NewMemory, { ...GOOD, tier: "gold" }, "tier must be one of: pinned, normal, reference."],
    ["an unknown field", MemoryPatch, { color: "red" }, "The request has an unknown field: color."],
    ["a list for an object", NewMemory, [], "The request must be an object."],
    [
      "a time that is none",
      NewMemory,
      { ...GOOD, expires_at: "soon" },
      "expires_at must be a day (2026-12-31), a time with its offset (2026-12-31T18:00:00+01:00), a time in UTC (2026-12-31 17:00:00), milliseconds since 1970, or null for never.",
    ],
    ["what none of several names gives", ByFileQuery, {}, "path is missing."],
    ["a text of another form", SummaryOrSessionParams, { id: "abc" }, "id must be a number, or S and a number."],
    ["no number in the address", RowParams, { id: "abc" }, "id must be a number."],
    ["a number in the address", ConsolidateQuery, { threshold: "2" }, "threshold must be at most 1."],
  ])("%s", (_name, schema, value, sentence) => {
    expect(refusalOf(schema, value)).toMatchObject({ code: "validation_failed", message: sentence });
  });

  it("names each place, and quotes no value", () => {
    const error = refusalOf(NewMemory, {
      ...GOOD,
      tier: "a private word",
      importance: "another private word",
      tags: [""],
    });
    expect(error.details).toEqual([
      { path: "tags.0", message: "must not be empty" },
      { path: "importance", message: "must be a number" },
      { path: "tier", message: "must be one of: pinned, normal, reference" },
    ]);
    expect(JSON.stringify([error.message, error.details])).not.toContain("private word");
  });
});
