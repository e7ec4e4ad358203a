import { afterEach, beforeEach, expect, it } from "vitest";
import { SEARCH_TYPES, SearchQuery } from "../contract/search";
import { openTestApp, type TestApp } from "../testing";
import { addProject, addSession } from "../testing/places";
import { addEvent, addMemory, addObservation, addPrompt, addSummary } from "../testing/search-rows";
import { search } from "./service";
import { foundIn } from "./why";

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

it("names the fields that hold the words, as they stand there, of every kind of hit", async () => {
  const session = addSession(test.app, addProject(test.app, "teahouse"));
  const memory = addMemory(test.app, "Green Tea needs 80 °C; tea leaves wait", {
    tags: "tea,部署",
    key: "a:tea:b:c",
  }).id;
  const observation = addObservation(test.app, "brewed", { facts: '["teapot"]', filesModified: '["src/tea.ts"]' }).id;
  const summary = addSummary(test.app, session, { request: "make tea", learned: "tea is hot" }).id;
  const prompt = addPrompt(test.app, session, "TEA please", { promptNumber: 2 }).id;
  const event = addEvent(test.app, session, "a cup of tea").id;
  const answer = await search(test.app, SearchQuery.parse({ query: "tea", mode: "fts" }));
  expect(Object.fromEntries(foundIn(test.app, answer, SEARCH_TYPES))).toEqual({
    [`memories:${memory}`]: [
      { field: "value", words: ["tea"] },
      { field: "key", words: ["tea"] },
      { field: "tags", words: ["tea"] },
    ],
    [`observations:${observation}`]: [
      // As it is marked in the text: a word that begins so is marked as far as it is the same.
      { field: "facts", words: ["tea"] },
      { field: "files", words: ["tea"] },
    ],
    [`sessions:${summary}`]: [
      { field: "request", words: ["tea"] },
      { field: "learned", words: ["tea"] },
    ],
    [`prompts:${prompt}`]: [{ field: "text", words: ["tea"] }],
    [`events:${event}`]: [{ field: "text", words: ["tea"] }],
  });
  const chinese = await search(test.app, SearchQuery.parse({ query: "部署", mode: "fts" }));
  expect(foundIn(test.app, chinese, ["memories"]).get(`memories:${memory}`)).toEqual([
    { field: "tags", words: ["部署"] },
  ]);
});

it("a hit by meaning alone names none, and kinds that are not asked for are not read", async () => {
  const id = addMemory(test.app, "green tea needs eighty degrees").id;
  const answer = await search(test.app, SearchQuery.parse({ query: "tea", mode: "fts" }));
  expect(foundIn(test.app, { ...answer, terms: [] }, ["memories"]).get(`memories:${id}`)).toEqual([]);
  expect(foundIn(test.app, answer, ["events"]).size).toBe(0);
});
