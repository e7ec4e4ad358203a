import { expect, it } from "vitest";
import { type SearchHit, SEARCH_TYPES, type SearchType } from "../../lib/contract/search";
import { isByMeaningAlone } from "./search";

type Hit = Pick<SearchHit, "match_type">;

const found = (...hits: Hit[]): Record<SearchType, Hit[]> => ({
  ...(Object.fromEntries(SEARCH_TYPES.map((type) => [type, [] as Hit[]])) as Record<SearchType, Hit[]>),
  memories: hits,
});

it("knows what meaning alone brought from what holds a word, unless no word was asked for", () => {
  expect(isByMeaningAlone(found({ match_type: "vector" }), "hybrid")).toBe(true);
  expect(isByMeaningAlone(found({ match_type: "vector" }), "vector")).toBe(false);
  for (const match_type of ["fts", "fts+vector"] as const)
    expect(isByMeaningAlone(found({ match_type: "vector" }, { match_type }), "hybrid")).toBe(false);
});
