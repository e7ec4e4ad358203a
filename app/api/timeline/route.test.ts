import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Timeline } from "@/lib/contract/timeline";
import { openTestApp, type TestApp } from "@/lib/testing";
import { addProject, addSession } from "@/lib/testing/places";
import { addObservation, addPrompt, addSummary } from "@/lib/testing/search-rows";
import { GET } from "./route";

let test: TestApp;
let project: number;
let session: number;
beforeEach(async () => {
  test = await openTestApp();
  project = addProject(test.app, "shop");
  session = addSession(test.app, project, { hostSessionId: "host-1" });
});
afterEach(() => test.close());

type Query = Record<string, string | number>;
const get = (query: Query): Promise<Response> => {
  const params = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return GET(new Request(`http://127.0.0.1/api/timeline?${params.toString()}`));
};
const items = async (query: Query): Promise<Timeline> => {
  const response = await get(query);
  expect([query, response.status]).toEqual([query, 200]);
  return Timeline.parse(await response.json());
};
const MARKS = { prompt: "P", observation: "O", session: "S" } as const;
/** `P1 O1 S1`. */
const line = async (query: Query): Promise<string> =>
  (await items(query)).map((item) => `${MARKS[item.type]}${item.id}`).join(" ");

/** Eight turns a minute apart: prompt, two observations, summary; ids 1–8, 1–16, 1–8. */
function fill(): number {
  const start = test.clock.now;
  for (let turn = 1; turn <= 8; turn += 1) {
    const at = start + turn * 60_000;
    addPrompt(test.app, session, `ask ${turn}`, { projectId: project, promptNumber: turn, createdAt: at });
    addObservation(test.app, `did ${turn}`, { projectId: project, sessionId: session, turn, createdAt: at + 1_000 });
    addObservation(test.app, `saw ${turn}`, { projectId: project, sessionId: session, turn, createdAt: at + 2_000 });
    addSummary(test.app, session, { projectId: project, turn, request: `ask ${turn}`, createdAt: at + 3_000 });
  }
  return start;
}

describe("anchors", () => {
  it("M31: an observation, a summary or a prompt, with exactly as many on each side, itself once", async () => {
    fill();
    expect(await line({ anchor: 5, depth_before: 3, depth_after: 4 })).toBe("O4 S2 P3 O5 O6 S3 P4 O7");
    expect(await line({ anchor: "#5", depth_before: 1, depth_after: 0 })).toBe("P3 O5");
    expect(await line({ anchor: "S3", depth_before: 2, depth_after: 2 })).toBe("O5 O6 S3 P4 O7");
    expect(await line({ anchor: "p3", depth_before: 1, depth_after: 1 })).toBe("S2 P3 O5");
    expect(await line({ anchor: "P1", depth_before: 5, depth_after: 0 })).toBe("P1");
    expect(await line({ anchor: "S8", depth_before: 0, depth_after: 5 })).toBe("S8");
    expect((await items({ anchor: 8 })).length).toBe(21);
    expect((await items({ anchor: 8, depth_before: 100, depth_after: 100 })).length).toBe(32);
  });

  it("M31: a time, ISO or milliseconds, whether or not something stands there", async () => {
    const start = fill();
    const at = start + 3 * 60_000 + 1_000;
    for (const anchor of [new Date(at).toISOString(), at, new Date(at).toISOString().replace("Z", "+00:00")]) {
      expect(await line({ anchor, depth_before: 2, depth_after: 2 })).toBe("S2 P3 O5 O6 S3");
    }
    expect(await line({ anchor: at + 500, depth_before: 2, depth_after: 2 })).toBe("P3 O5 O6 S3");
    expect(await line({ anchor: "2020-01-01", depth_after: 1 })).toBe("P1");
    expect(await line({ anchor: "2030-01-01T00:00:00Z", depth_before: 1 })).toBe("S8");
    expect(await line({ anchor: start, depth_before: 3, depth_after: 0 })).toBe("");
  });

  it("M31: the best hit of a query; none answers no items", async () => {
    fill();
    addObservation(test.app, "zebra crossing", { projectId: project, createdAt: test.clock.now + 150_000 });
    expect(await line({ query: "zebra", depth_before: 1, depth_after: 1 })).toBe("S2 O17 P3");
    const asked = addPrompt(test.app, session, "where is the giraffe", {
      projectId: project,
      createdAt: test.clock.now,
    });
    expect(await line({ query: "giraffe", depth_before: 0, depth_after: 1 })).toBe(`P${asked.id} P1`);
    expect(await line({ query: "xylophone" })).toBe("");
    expect(await line({ anchor: 1, query: "zebra", depth_before: 0, depth_after: 0 })).toBe("O1");
  });

  it("M31: rows of one moment have one order, whichever of them is the anchor", async () => {
    const at = test.clock.now;
    for (let i = 0; i < 3; i += 1) {
      addSummary(test.app, session, { projectId: project, turn: i + 1, createdAt: at });
      addObservation(test.app, `o${i}`, { projectId: project, createdAt: at });
      addPrompt(test.app, session, `p${i}`, { projectId: project, promptNumber: i + 1, createdAt: at });
    }
    const all = ["P1", "P2", "P3", "O1", "O2", "O3", "S1", "S2", "S3"];
    for (const [i, mark] of all.entries()) {
      const anchor = mark.startsWith("O") ? mark.slice(1) : mark;
      expect(await line({ anchor })).toBe(all.join(" "));
      expect(await line({ anchor, depth_before: 2, depth_after: 1 })).toBe(
        all.slice(Math.max(0, i - 2), i + 2).join(" "),
      );
    }
    expect(await line({ anchor: at, depth_before: 0, depth_after: 2 })).toBe("P1 P2 P3");
  });
});

describe("items", () => {
  it("M31, M2: carry the fields of their row with real arrays, in milliseconds", async () => {
    fill();
    addObservation(test.app, "Tea brewed", {
      projectId: project,
      sessionId: session,
      concepts: '["gotcha"]',
      filesModified: '["a.ts"]',
      obsType: "bugfix",
      createdAt: test.clock.now,
    });
    const [observation, prompt] = await items({ anchor: 17, depth_before: 0, depth_after: 1 });
    expect(observation).toMatchObject({
      type: "observation",
      id: 17,
      created_at_epoch: test.clock.now,
      title: "Tea brewed",
      concepts: ["gotcha"],
      files_touched: ["a.ts"],
      obs_type: "bugfix",
      project: "shop",
      sdk_session_id: "host-1",
    });
    expect(prompt).toMatchObject({
      type: "prompt",
      prompt_text: "ask 1",
      claude_session_id: "host-1",
      prompt_number: 1,
    });
    const [summary] = await items({ anchor: "S1", depth_before: 0, depth_after: 0 });
    expect(summary).toMatchObject({ type: "session", summary_text: "ask 1", facts: [], files_touched: [] });
  });

  it("M31: a project's timeline holds nothing of another one; a shared name means all that bear it", async () => {
    const start = fill();
    const other = addProject(test.app, "other");
    const twin = addProject(test.app, "shop", { key: "name:shop-2" });
    addObservation(test.app, "elsewhere", { projectId: other, createdAt: start + 120_500 });
    addObservation(test.app, "twin", { projectId: twin, createdAt: start + 120_600 });
    expect(await line({ anchor: 3, depth_before: 1, depth_after: 1 })).toBe("O18 O3 O4");
    expect(await line({ anchor: 3, depth_before: 3, depth_after: 1, project: "shop" })).toBe("S1 P2 O18 O3 O4");
    expect(await line({ anchor: 17, project: "other" })).toBe("O17");
    expect((await get({ anchor: 17, project: "shop" })).status).toBe(404);
    expect(await line({ anchor: start, project: "nobody" })).toBe("");
  });

  it("M31: archived, deleted and private rows are left out, as anchors too", async () => {
    const at = test.clock.now;
    addObservation(test.app, "archived", { projectId: project, status: "archived", createdAt: at });
    addObservation(test.app, "deleted", { projectId: project, status: "deleted", createdAt: at });
    addPrompt(test.app, session, "", { projectId: project, isPrivate: true, createdAt: at });
    addPrompt(test.app, session, "gone", { projectId: project, status: "deleted", createdAt: at });
    addSummary(test.app, session, { projectId: project, status: "deleted", createdAt: at });
    addObservation(test.app, "stays", { projectId: project, createdAt: at });
    expect(await line({ anchor: at })).toBe("O3");
    for (const anchor of [1, 2, "P1", "P2", "S1", 99, "S99", "P99", 0]) {
      const response = await get({ anchor });
      expect([anchor, response.status]).toEqual([anchor, 404]);
      expect(await response.json()).toMatchObject({
        ok: false,
        code: "not_found",
        error: expect.any(String) as string,
      });
    }
  });
});

it("M31: what is no anchor, or out of bounds, answers 400 in a sentence", async () => {
  fill();
  for (const anchor of [
    "soon",
    "S",
    "Sx1",
    "1.5",
    "-3",
    "0x5",
    "1e12",
    "2026-13-45",
    "S1;drop table x",
    "P12345678901234567890",
  ]) {
    const response = await get({ anchor });
    expect([anchor, response.status]).toEqual([anchor, 400]);
    expect(await response.json()).toMatchObject({
      code: "validation_failed",
      hint: expect.stringContaining("S<id>") as string,
    });
  }
  const none: Query[] = [{}, { query: " " }, { anchor: "" }];
  for (const query of none) expect((await get(query)).status).toBe(400);
  for (const name of ["depth_before", "depth_after"]) {
    for (const depth of [-1, 101, 1.5, "NaN", "many"])
      expect([depth, (await get({ anchor: 1, [name]: depth })).status]).toEqual([depth, 400]);
  }
  expect((await get({ query: `"${"( AND ".repeat(600)}` })).status).toBe(200);
});
