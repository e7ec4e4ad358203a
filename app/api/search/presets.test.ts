import { afterEach, beforeEach, expect, it } from "vitest";
import { GET as changes } from "../changes/route";
import { GET as decisions } from "../decisions/route";
import { GET as howItWorks } from "../how-it-works/route";
import { SearchAnswer } from "@/lib/contract/search";
import { SearchHelp } from "@/lib/contract/search-params";
import type { RouteHandler } from "@/lib/http/route";
import { openTestApp, type TestApp } from "@/lib/testing";
import { addProject, addSession } from "@/lib/testing/places";
import { addMemory, addObservation, addPrompt, addSummary } from "@/lib/testing/search-rows";
import { GET as byConcept } from "./by-concept/route";
import { GET as byFile } from "./by-file/route";
import { GET as byType } from "./by-type/route";
import { GET as help } from "./help/route";
import { GET as observations } from "./observations/route";
import { GET as prompts } from "./prompts/route";
import { GET as sessions } from "./sessions/route";

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
  const [shop, other] = [addProject(test.app, "shop"), addProject(test.app, "other")];
  const session = addSession(test.app, shop);
  const types = ["decision", "change", "feature", "bugfix", "refactor", "discovery"];
  for (const [i, obsType] of types.entries()) {
    test.clock.now += 1_000;
    addObservation(test.app, `cart ${obsType}`, {
      projectId: obsType === "feature" ? other : shop,
      obsType,
      concepts: obsType === "discovery" ? '["how-it-works","gotcha"]' : "[]",
      filesModified: JSON.stringify([`src/cart-${i}.ts`]),
    });
  }
  addSummary(test.app, session, { projectId: shop, request: "cart", filesRead: '["src/cart-3.ts"]' });
  addPrompt(test.app, session, "cart prompt", { projectId: shop });
  addMemory(test.app, "cart memory", { projectId: shop });
});
afterEach(() => test.close());

const call = (handler: RouteHandler, query: string): Promise<Response> =>
  handler(new Request(`http://127.0.0.1/api/x${query}`));
/** Titles of all kinds. */
async function found(handler: RouteHandler, query: string): Promise<string[]> {
  const response = await call(handler, query);
  expect([query, response.status]).toEqual([query, 200]);
  const answer = SearchAnswer.parse(await response.json());
  return [answer.observations, answer.sessions, answer.prompts, answer.memories, answer.events]
    .flat()
    .map((hit) => `${hit.type}: ${hit.title}`);
}

it("M32: decisions, newest first or by words, of one project, whatever else is asked", async () => {
  expect(await found(decisions, "")).toEqual(["observations: cart decision"]);
  expect(await found(decisions, "?query=cart&mode=fts&project=shop&limit=5")).toEqual(["observations: cart decision"]);
  expect(await found(decisions, "?type=prompts&obs_type=bugfix")).toEqual(["observations: cart decision"]);
  expect(await found(decisions, "?project=other")).toEqual([]);
  const full = SearchAnswer.parse(await (await call(decisions, "?format=full")).json());
  expect(full.observations[0]).toMatchObject({ files_touched: ["src/cart-0.ts"], obs_type: "decision" });
});

it("M33: changes are changes, features, fixes and refactorings", async () => {
  expect(await found(changes, "")).toEqual(
    ["refactor", "bugfix", "feature", "change"].map((type) => `observations: cart ${type}`),
  );
  expect(await found(changes, "?project=other")).toEqual(["observations: cart feature"]);
  expect(await found(changes, "?limit=1")).toEqual(["observations: cart refactor"]);
});

it("M34: how-it-works is a concept", async () => {
  expect(await found(howItWorks, "?query=cart&mode=fts")).toEqual(["observations: cart discovery"]);
  expect(await found(howItWorks, "?query=zebra&mode=fts")).toEqual([]);
});

it("M35: by concept, which may be a type", async () => {
  expect(await found(byConcept, "?concept=gotcha")).toEqual(["observations: cart discovery"]);
  expect(await found(byConcept, "?concepts=Gotcha&project=shop&limit=3")).toEqual(["observations: cart discovery"]);
  expect(await found(byConcept, "?concept=discovery")).toEqual(["observations: cart discovery"]);
  expect(await found(byConcept, "?concept=gotcha&project=other")).toEqual([]);
});

it("M35: by file, among observations and summaries", async () => {
  expect(await found(byFile, "?filePath=src/cart-3.ts")).toEqual(["observations: cart bugfix", "sessions: cart"]);
  expect(await found(byFile, "?files=CART-3&type=observations")).toEqual(["observations: cart bugfix"]);
});

it("M35: by type, a list of them; what is no type finds nothing", async () => {
  expect(await found(byType, "?type=bugfix,decision")).toEqual([
    "observations: cart bugfix",
    "observations: cart decision",
  ]);
  expect(await found(byType, "?obs_type=feature")).toEqual(["observations: cart feature"]);
  expect(await found(byType, "?type=prompts")).toEqual([]);
});

it("M35: what an address is made for must be said", async () => {
  const asked = [
    [byConcept, "concept"],
    [byFile, "filePath"],
    [byType, "type"],
  ] as const;
  for (const [handler, name] of asked) {
    for (const query of ["", `?${name}=`, `?${name}=,%20,`]) {
      const response = await call(handler, query);
      expect([response.status, await response.json()]).toEqual([
        400,
        expect.objectContaining({ ok: false, code: "validation_failed", error: `${name} is missing.` }),
      ]);
    }
  }
});

it("M36: one kind each, whatever type says", async () => {
  expect(await found(observations, "?query=decision&mode=fts")).toEqual(["observations: cart decision"]);
  expect(await found(observations, "?type=bugfix")).toEqual(["observations: cart bugfix"]);
  expect(await found(sessions, "?query=cart&mode=fts")).toEqual(["sessions: cart"]);
  expect(await found(prompts, "?query=cart&mode=fts&type=sessions")).toEqual(["prompts: cart prompt"]);
});

it("M36: help lists the addresses with the parameters that the OpenAPI document knows", async () => {
  const { endpoints } = SearchHelp.parse(await (await call(help, "")).json());
  const search = endpoints.find(({ path }) => path === "/api/search");
  expect(search?.parameters.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      "query",
      "type",
      "format",
      "limit",
      "offset",
      "project",
      "obs_type",
      "dateStart",
      "orderBy",
    ]),
  );
  expect(search?.parameters.find(({ name }) => name === "orderBy")).toMatchObject({
    in: "query",
    required: false,
    schema: { enum: ["relevance", "date_desc", "date_asc"] },
  });
  const named = endpoints.map(({ method, path }) => `${method} ${path}`);
  expect(named).toEqual(expect.arrayContaining(["GET /api/timeline", "GET /api/search/by-file", "GET /api/decisions"]));
  const semantic = endpoints.find(({ path }) => path === "/api/context/semantic");
  expect(semantic?.parameters.map(({ name, in: where }) => `${where} ${name}`)).toContain("body q");
  expect(named).not.toContain("GET /api/settings");
});
