import { afterEach, beforeEach, expect, it } from "vitest";
import { RecentContext } from "@/lib/contract/timeline";
import { openTestApp, type TestApp } from "@/lib/testing";
import { addProject, addSession } from "@/lib/testing/places";
import { addObservation, addSummary } from "@/lib/testing/search-rows";
import { GET } from "./route";

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

const get = (query: string): Promise<Response> => GET(new Request(`http://127.0.0.1/api/context/recent${query}`));
const recent = async (query: string): Promise<RecentContext> => RecentContext.parse(await (await get(query)).json());

it("M37, M2: the newest summaries and the observations of the same sessions, newest first, with real arrays", async () => {
  const project = addProject(test.app, "shop");
  for (let i = 1; i <= 5; i += 1) {
    test.clock.now += 60_000;
    const sessionId = addSession(test.app, project, { hostSessionId: `host-${i}` });
    addObservation(test.app, `first of ${i}`, { projectId: project, sessionId, concepts: '["gotcha"]', turn: 1 });
    test.clock.now += 1_000;
    addObservation(test.app, `second of ${i}`, { projectId: project, sessionId, filesRead: '["a.ts"]' });
    addSummary(test.app, sessionId, { projectId: project, request: `ask ${i}`, completed: `done ${i}` });
  }
  const { summaries, observations } = await recent("?project=shop");
  expect(summaries.map(({ request }) => request)).toEqual(["ask 5", "ask 4", "ask 3"]);
  expect(observations.map(({ title }) => title)).toEqual([5, 4, 3].flatMap((i) => [`second of ${i}`, `first of ${i}`]));
  expect(summaries[0]).toMatchObject({ sdk_session_id: "host-5", facts: ["done 5"], project: "shop" });
  expect(observations[0]).toMatchObject({ files_touched: ["a.ts"], obs_type: "discovery", sdk_session_id: "host-5" });
  expect((await recent("?project=shop&limit=1")).observations).toHaveLength(2);
  expect(await recent("?limit=1")).toEqual(await recent("?project=SHOP&limit=1"));
});

it("M37: nothing of another project, and nothing that was archived or deleted", async () => {
  const [shop, other] = [addProject(test.app, "shop"), addProject(test.app, "other")];
  const sessionId = addSession(test.app, shop);
  addSummary(test.app, sessionId, { projectId: shop, request: "kept" });
  addSummary(test.app, sessionId, { projectId: shop, turn: 2, request: "deleted", status: "deleted" });
  addSummary(test.app, sessionId, { projectId: other, turn: 3, request: "elsewhere" });
  addObservation(test.app, "kept", { projectId: shop, sessionId });
  addObservation(test.app, "elsewhere", { projectId: other, sessionId });
  addObservation(test.app, "archived", { projectId: shop, sessionId, status: "archived" });
  addObservation(test.app, "of no session", { projectId: shop });
  const { summaries, observations } = await recent("?project=shop");
  expect([summaries.map(({ request }) => request), observations.map(({ title }) => title)]).toEqual([
    ["kept"],
    ["kept"],
  ]);
  expect(await recent("?project=nobody")).toEqual({ summaries: [], observations: [] });
});

it("M37: bounds", async () => {
  for (const limit of ["0", "101", "-1", "1.5", "many"]) expect((await get(`?limit=${limit}`)).status).toBe(400);
});
