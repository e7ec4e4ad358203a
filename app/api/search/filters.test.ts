import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SearchAnswer } from "@/lib/contract/search";
import { ObservationSearchResult, PromptSearchResult, SummarySearchResult } from "@/lib/contract/worker-rows";
import { LANES } from "@/lib/jobs/handlers";
import { drain } from "@/lib/jobs/runner";
import { openTestApp, type TestApp } from "@/lib/testing";
import { addProject, addSession } from "@/lib/testing/places";
import { addEvent, addMemory, addObservation, addPrompt, addSummary } from "@/lib/testing/search-rows";
import { GET } from "./route";

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

type Query = Record<string, string | number>;
const get = (query: Query): Promise<Response> => {
  const params = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return GET(new Request(`http://127.0.0.1/api/search?${params.toString()}`));
};
const find = async (query: Query): Promise<SearchAnswer> => {
  const response = await get(query);
  expect([query, response.status]).toEqual([query, 200]);
  return SearchAnswer.parse(await response.json());
};
const titles = async (query: Query): Promise<string[]> =>
  (await find({ query: "tea", mode: "fts", ...query })).observations.map((hit) => hit.title).sort();

describe("shapes", () => {
  it("M30: index entries carry what the page promises, and the answer says mode, totals and what is missing", async () => {
    const projectId = addProject(test.app, "teahouse");
    addObservation(test.app, "Tea brewed", {
      projectId,
      subtitle: "hot",
      summary: "Water at 80 °C",
      concepts: '["how-it-works"]',
    });
    const answer = await find({ query: "tea", type: "observations" });
    expect(answer.observations).toEqual([
      expect.objectContaining({
        id: 1,
        title: "Tea brewed",
        subtitle: "hot",
        preview: expect.stringContaining("Water") as string,
        summary: "Water at 80 °C",
        project: "teahouse",
        concepts: ["how-it-works"],
        obs_type: "discovery",
        created_at_epoch: test.clock.now,
        rank: expect.any(Number) as number,
      }),
    ]);
    expect(answer.observations[0]?.rank).toBeGreaterThan(0);
    expect(answer).toMatchObject({
      sessions: [],
      prompts: [],
      memories: [],
      events: [],
      mode: "hybrid",
      totals: { observations: 1, sessions: 0, prompts: 0 },
      degraded: { missing: "meaning" },
    });
    await drain(test.app, LANES);
    expect((await find({ query: "tea", type: "observations" })).degraded).toBeNull();
  });

  it("M30, M2: format=full gives the search results of the contract, with real arrays, beside our fields", async () => {
    const projectId = addProject(test.app, "teahouse");
    const session = addSession(test.app, projectId, { hostSessionId: "host-1" });
    addObservation(test.app, "Tea brewed", {
      projectId,
      sessionId: session,
      turn: 2,
      facts: '["green"]',
      filesRead: '["a.ts"]',
      filesModified: '["b.ts"]',
    });
    addSummary(test.app, session, { projectId, request: "make tea", completed: "tea made", filesModified: '["b.ts"]' });
    addPrompt(test.app, session, "make tea please", { projectId, promptNumber: 2 });
    const answer = await find({ query: "tea", format: "full" });
    const [observation, summary, prompt] = [answer.observations[0], answer.sessions[0], answer.prompts[0]];
    expect(observation).toMatchObject({
      type: "observations",
      session_id: session,
      sdk_session_id: "host-1",
      facts: ["green"],
      files_touched: ["a.ts", "b.ts"],
      narrative: "",
      prompt_number: 2,
    });
    expect(summary).toMatchObject({
      session_id: session,
      sdk_session_id: "host-1",
      files_touched: ["b.ts"],
      facts: ["tea made"],
      summary_text: expect.stringContaining("tea made") as string,
      project: "teahouse",
    });
    expect(prompt).toMatchObject({ claude_session_id: "host-1", prompt_text: "make tea please", prompt_number: 2 });
    // All fields of the contract's shapes, whatever else stands beside them.
    expect(ObservationSearchResult.omit({ type: true }).safeParse(observation).error).toBeUndefined();
    expect(SummarySearchResult.omit({ session_id: true }).safeParse(summary).error).toBeUndefined();
    expect(PromptSearchResult.safeParse(prompt).error).toBeUndefined();
  });

  it("M30: only the asked kind is filled; type takes a kind, one of them, or types of observations", async () => {
    const session = addSession(test.app, addProject(test.app, "teahouse"));
    addObservation(test.app, "tea fix", { obsType: "bugfix" });
    addObservation(test.app, "tea note", { obsType: "security_note" });
    addPrompt(test.app, session, "tea");
    addEvent(test.app, session, "tea");
    addMemory(test.app, "tea");
    const filled = async (type: string): Promise<string[]> => {
      const { observations, sessions, prompts, memories, events } = await find({ query: "tea", mode: "fts", type });
      return Object.entries({ observations, sessions, prompts, memories, events }).flatMap(([kind, hits]) =>
        hits.map((hit) => `${kind} ${hit.title}`),
      );
    };
    expect(await filled("prompts")).toEqual(["prompts tea"]);
    expect(await filled("event")).toEqual(["events tea"]);
    expect(await filled("bugfix")).toEqual(["observations tea fix"]);
    expect((await filled("bugfix, security_note")).sort()).toEqual(["observations tea fix", "observations tea note"]);
    const refused = await get({ query: "tea", type: "sideways" });
    expect([refused.status, await refused.json()]).toEqual([
      400,
      expect.objectContaining({ code: "validation_failed", error: expect.stringContaining("type") as string }),
    ]);
  });
});

describe("filters and orders", () => {
  it("M30, M5: every filter combines with the query, under each of its names", async () => {
    const [p1, p2] = [addProject(test.app, "one"), addProject(test.app, "two")];
    const may = Date.UTC(2026, 4, 3, 10);
    addObservation(test.app, "tea a", { projectId: p1, obsType: "bugfix", concepts: '["Gotcha"]', createdAt: may });
    addObservation(test.app, "tea b", { projectId: p1, obsType: "Decision", filesModified: '["src/Cart.ts"]' });
    addObservation(test.app, "tea c", { projectId: p2, obsType: "feature", filesRead: '["src/cart.test.ts"]' });
    addObservation(test.app, "coffee", { projectId: p1, obsType: "bugfix", createdAt: may });
    for (const name of ["obs_type", "type"]) {
      expect(await titles({ [name]: "bugfix,decision" })).toEqual(["tea a", "tea b"]);
    }
    for (const name of ["concepts", "concept"]) {
      expect(await titles({ [name]: "gotcha" })).toEqual(["tea a"]);
      expect(await titles({ [name]: "feature, nothing" })).toEqual(["tea c"]);
    }
    for (const name of ["files", "filePath"]) expect(await titles({ [name]: "src\\cart" })).toEqual(["tea b", "tea c"]);
    for (const name of ["dateStart", "date_start", "date_from"]) {
      expect(await titles({ [name]: "2026-05-04" })).toEqual(["tea b", "tea c"]);
      expect(await titles({ [name]: may, project: "one" })).toEqual(["tea a", "tea b"]);
    }
    for (const name of ["dateEnd", "date_end", "date_to"]) {
      expect(await titles({ [name]: "2026-05-03" })).toEqual(["tea a"]);
      expect(await titles({ [name]: "2026-05-03T12:00:00+04:00" })).toEqual([]);
    }
    expect(await titles({ project: "one", obs_type: "decision", files: "cart.ts", dateStart: "2026-05-04" })).toEqual([
      "tea b",
    ]);
    expect(await titles({ project: "nobody" })).toEqual([]);
    expect(await titles({ project: "one", obs_type: "feature" })).toEqual([]);
  });

  it("M30: a file finds the summaries that touched it too, and no other kind", async () => {
    const session = addSession(test.app, addProject(test.app, "one"));
    addSummary(test.app, session, { request: "tea", filesModified: '["src/cart.ts"]' });
    addSummary(test.app, session, { request: "tea", turn: 2 });
    addMemory(test.app, "tea in src/cart.ts");
    const { sessions, memories } = await find({ query: "tea", mode: "fts", files: "cart.ts" });
    expect([sessions.map((hit) => hit["turn"]), memories]).toEqual([[1], []]);
  });

  it("M30: relevance with a rank, and dates over all that match, beyond the best hundreds", async () => {
    const start = test.clock.now;
    // The newest is the worst match, and would be cut off by relevance.
    for (let i = 0; i < 520; i += 1) {
      test.clock.now = start + i * 1_000;
      addObservation(test.app, i === 519 ? `tea ${"and much besides ".repeat(40)}` : "tea tea tea");
    }
    const find20 = (more: Query) => find({ query: "tea", mode: "fts", type: "observations", ...more });
    const byRank = await find20({});
    expect(byRank.totals["observations"]).toBe(520);
    const ranks = byRank.observations.map((hit) => hit.rank);
    expect(ranks).toEqual([...ranks].sort((a, b) => b - a));
    expect((await find20({ orderBy: "date_desc" })).observations.map((hit) => hit.id).slice(0, 3)).toEqual([
      520, 519, 518,
    ]);
    expect((await find20({ orderBy: "date_asc" })).observations.map((hit) => hit.id).slice(0, 3)).toEqual([1, 2, 3]);
    expect((await find20({ orderBy: "date_desc" })).observations[0]?.rank).toBeGreaterThan(0);
    expect((await find20({ offset: 510 })).observations).toHaveLength(10);
  });

  it("A08: an unknown orderBy, mode or format answers 400 and no SQL", async () => {
    const unknown: Query[] = [{ orderBy: "title;drop table x" }, { mode: "sideways" }, { format: "xml" }];
    for (const query of unknown) {
      const response = await get({ query: "tea", ...query });
      expect(response.status).toBe(400);
      expect(await response.text()).not.toMatch(/drop table|SQLITE|sideways/);
    }
    expect((await get({ query: "tea", sort: "title;drop table x", "filter[0]": "__proto__" })).status).toBe(200);
  });

  it("A01: paging through a filtered search reaches every row once, and the total is right", async () => {
    const [p1, p2] = [addProject(test.app, "p1"), addProject(test.app, "p2")];
    for (let i = 0; i < 65; i += 1) {
      addObservation(test.app, `tea number ${i}`, { projectId: p1 });
      addObservation(test.app, `tea number ${i}`, { projectId: p2 });
    }
    await drain(test.app, LANES);
    const ways: Query[] = [{ query: "tea" }, { query: "tea", mode: "fts" }, { query: "tea", orderBy: "date_asc" }, {}];
    for (const more of ways) {
      const seen: number[] = [];
      for (let offset = 0; ; offset += 20) {
        const page = await find({ type: "observations", project: "p1", limit: 20, offset, ...more });
        expect(page.totals["observations"]).toBe(65);
        expect(page.observations.every((hit) => hit.project === "p1")).toBe(true);
        if (page.observations.length === 0) break;
        seen.push(...page.observations.map((hit) => hit.id));
      }
      expect([seen.length, new Set(seen).size]).toEqual([65, 65]);
    }
  });
});

describe("what must not show", () => {
  it("M30: superseded, expired, quarantined, archived, deleted and private rows are in no answer", async () => {
    const session = addSession(test.app, addProject(test.app, "teahouse"));
    addMemory(test.app, "tea stays");
    addMemory(test.app, "tea old", { status: "superseded" });
    addMemory(test.app, "tea gone", { expiresAt: test.clock.now - 1 });
    addMemory(test.app, "tea evil", { reviewState: "quarantined" });
    addObservation(test.app, "tea archived", { status: "archived" });
    addObservation(test.app, "tea deleted", { status: "deleted" });
    addPrompt(test.app, session, "", { isPrivate: true });
    const ways: Query[] = [{ query: "tea" }, { query: "tea", format: "full" }, {}];
    for (const query of ways) {
      const answer = await find(query);
      expect(answer.memories.map((hit) => hit["value"])).toEqual(["tea stays"]);
      expect([answer.observations, answer.prompts]).toEqual([[], []]);
    }
  });

  it("M30: four thousand characters of operators and quotes find or do not, but never break", async () => {
    addObservation(test.app, "tea and words");
    const signs = [
      '"',
      "'",
      "*",
      "NEAR(",
      ")",
      " AND ",
      " OR ",
      " NOT ",
      "^",
      "{words}:",
      "tea",
      "\\",
      "%",
      "\u0000",
      "😀",
      "茶",
    ];
    let random = 7;
    const next = (): number => (random = (random * 48_271) % 2_147_483_647);
    const hostile = Array.from({ length: 6 }, () =>
      Array.from({ length: 2_000 }, () => signs[next() % signs.length] ?? "")
        .join("")
        .slice(0, 4_000),
    );
    for (const query of [...hostile, '"'.repeat(4_000), "(".repeat(4_000), "a ".repeat(2_000), "-tea ".repeat(800)]) {
      for (const mode of ["fts", "hybrid"]) {
        const response = await get({ query, mode });
        expect(response.status).toBe(200);
        const { degraded } = SearchAnswer.parse(await response.json());
        expect(degraded?.missing).not.toBe("words");
      }
    }
    expect((await get({ query: "a".repeat(4_001) })).status).toBe(400);
    const outside: Query[] = [
      { limit: 0 },
      { limit: 101 },
      { limit: "NaN" },
      { offset: -1 },
      { offset: 9e15 },
      { dateStart: "soon" },
    ];
    for (const bad of outside) expect([bad, (await get({ query: "tea", ...bad })).status]).toEqual([bad, 400]);
  });
});
