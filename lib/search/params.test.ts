import { expect, it } from "vitest";
import { SearchParams } from "../contract/search-params";
import { readSearchParams } from "./params";

const read = (query: Record<string, string>, preset = {}) => readSearchParams(SearchParams.parse(query), preset);

it("M5: our own name of a filter goes before the others, in their order", () => {
  expect(read({ dateStart: "2026-01-01", date_start: "2026-02-01" })).toMatchObject({ dateStart: "2026-01-01" });
  expect(read({ date_from: "2026-03-01", date_to: "2026-04-01" })).toMatchObject({
    dateStart: "2026-03-01",
    dateEnd: "2026-04-01",
  });
  expect(read({ concepts: "a", concept: "b", filePath: "c" })).toMatchObject({ concepts: "a", files: "c" });
});

it("M5: type is a kind, else types of observations; obs_type goes before it and takes any word", () => {
  expect(read({ type: "Summaries" })).toMatchObject({ type: "sessions", obs_type: undefined });
  expect(read({ type: "Feature,bugfix" })).toMatchObject({ type: "observations", obs_type: "feature,bugfix" });
  expect(read({ type: "feature", obs_type: "mode:own" })).toMatchObject({ type: "observations", obs_type: "mode:own" });
  expect(read({ type: "all" })).toMatchObject({ type: undefined });
  for (const type of ["titles", "feature,prompts", ",", "__proto__"])
    expect(() => read({ type })).toThrow("type must be");
});

it("M32: what an address stands for goes before what is asked", () => {
  const preset = { type: "observations" as const, obs_type: "decision" };
  expect(read({ type: "prompts", obs_type: "bugfix", concepts: "gotcha" }, preset)).toMatchObject({
    ...preset,
    concepts: "gotcha",
  });
});
