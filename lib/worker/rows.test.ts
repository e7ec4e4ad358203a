/** Row shapes of the worker API: milliseconds everywhere, JSON text in rows, arrays in search results. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { sessions } from "../db/schema/sessions";
import {
  ObservationRow,
  ObservationSearchResult,
  PromptRow,
  PromptSearchResult,
  SessionRow,
  SummaryRow,
  SummarySearchResult,
} from "../contract/worker-rows";
import { openTestApp, type TestApp } from "../testing";
import { addProject, addSession } from "../testing/places";
import { addObservation, addPrompt, addSummary } from "../testing/search-rows";
import { isoTime, toSearchResult } from "./rows";
import { observationRows, promptRows, sessionRow, summaryRows } from "./rows-query";

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

const AT = Date.UTC(2024, 0, 2, 3, 4, 5);

function plant() {
  const { app } = test;
  const projectId = addProject(app, "shop");
  const sessionId = addSession(app, projectId, {
    host: "claude-code",
    hostSessionId: "host-1",
    startedAt: AT,
    completedAt: AT + 1000,
    status: "complete",
  });
  const shared = { projectId, createdAt: AT };
  const observation = addObservation(app, "Cart total rounds half cents", {
    ...shared,
    sessionId,
    turn: 2,
    subtitle: "found in cart.ts",
    summary: "The total was rounded twice.",
    facts: JSON.stringify(["rounded twice", "cart.ts"]),
    concepts: JSON.stringify(["gotcha"]),
    filesRead: JSON.stringify(["src/a.ts", "src/cart.ts"]),
    filesModified: JSON.stringify(["src/cart.ts"]),
    obsType: "bugfix",
    category: "bugfix",
  });
  const summary = addSummary(app, sessionId, {
    ...shared,
    turn: 2,
    request: "fix the total",
    learned: "It was rounded twice\nCents are integers",
    completed: "Fixed the total",
    filesModified: JSON.stringify(["src/cart.ts"]),
  });
  const prompt = addPrompt(app, sessionId, "fix the total", { ...shared, promptNumber: 1 });
  return { projectId, sessionId, observation, summary, prompt };
}

it("M2: rows have ISO and millisecond times, and lists as JSON text", () => {
  const { observation, summary, prompt, sessionId } = plant();
  const { db } = test.app;
  const [row] = observationRows(db, [observation.id]);
  expect(row).toEqual({
    id: observation.id,
    sdk_session_id: "host-1",
    memory_session_id: "host-1",
    session_id: sessionId,
    project: "shop",
    branch: null,
    title: "Cart total rounds half cents",
    subtitle: "found in cart.ts",
    summary: "The total was rounded twice.",
    narrative: "The total was rounded twice.",
    text: null,
    facts: '["rounded twice","cart.ts"]',
    concepts: '["gotcha"]',
    files_touched: '["src/a.ts","src/cart.ts"]',
    files_read: '["src/a.ts","src/cart.ts"]',
    files_modified: '["src/cart.ts"]',
    obs_type: "bugfix",
    type: "bugfix",
    category: "bugfix",
    source: "rules",
    metadata: "{}",
    prompt_number: 2,
    created_at: "2024-01-02T03:04:05.000Z",
    created_at_epoch: AT,
  });
  expect(ObservationRow.strict().parse(row)).toEqual(row);

  const [told] = summaryRows(db, [summary.id]);
  expect(told).toMatchObject({
    session_id: "host-1",
    session_db_id: sessionId,
    summary_text: "fix the total\n\nIt was rounded twice\nCents are integers\n\nFixed the total",
    facts: '["It was rounded twice","Cents are integers","Fixed the total"]',
    concepts: '["gotcha"]',
    files_touched: '["src/cart.ts"]',
    files_edited: '["src/cart.ts"]',
    notes: "",
    prompt_number: 2,
    created_at_epoch: AT,
  });
  expect(SummaryRow.strict().parse(told)).toEqual(told);

  const [asked] = promptRows(db, [prompt.id]);
  expect(asked).toMatchObject({ claude_session_id: "host-1", project: "shop", prompt_text: "fix the total" });
  expect(PromptRow.strict().parse(asked)).toEqual(asked);

  const session = sessionRow(db, sessionId);
  expect(session).toMatchObject({
    id: sessionId,
    claude_session_id: "host-1",
    user_prompt: "fix the total",
    status: "completed",
    platform_source: "claude-code",
    prompt_counter: 1,
    created_at_epoch: AT,
    completed_at: "2024-01-02T03:04:06.000Z",
    completed_at_epoch: AT + 1000,
  });
  expect(SessionRow.strict().parse(session)).toEqual(session);
});

it("M2: search results of the same rows have real arrays, and a rank where there is one", () => {
  const { observation, summary, prompt } = plant();
  const { db } = test.app;
  const [row] = observationRows(db, [observation.id]).map((one) => toSearchResult(one, 0.7));
  expect(row).toMatchObject({ facts: ["rounded twice", "cart.ts"], files_touched: ["src/a.ts", "src/cart.ts"] });
  expect(row).toMatchObject({ concepts: ["gotcha"], metadata: {}, rank: 0.7 });
  expect(ObservationSearchResult.strict().parse(row)).toEqual(row);
  const [told] = summaryRows(db, [summary.id]).map((one) => toSearchResult(one));
  expect(told).toMatchObject({ files_edited: ["src/cart.ts"], concepts: ["gotcha"] });
  expect(told).not.toHaveProperty("rank");
  expect(SummarySearchResult.strict().parse(told)).toEqual(told);
  const [asked] = promptRows(db, [prompt.id]).map((one) => toSearchResult(one, 1));
  expect(PromptSearchResult.strict().parse(asked)).toEqual(asked);
});

it("A10: a row shows the time of the event, not of the look", () => {
  const { observation } = plant();
  test.clock.now += 86_400_000;
  const [row] = observationRows(test.app.db, [observation.id]);
  expect([row?.created_at, row?.created_at_epoch]).toEqual(["2024-01-02T03:04:05.000Z", AT]);
});

it("keeps the order of the ids, leaves out what is unknown or deleted, and shows archived ones", () => {
  const { app } = test;
  const ids = ["a", "b", "c", "d"].map((title) => addObservation(app, title).id);
  const [a = 0, b = 0, c = 0, d = 0] = ids;
  addObservation(app, "other");
  app.sqlite.prepare("UPDATE observations SET status = 'deleted' WHERE id = ?").run(b);
  app.sqlite.prepare("UPDATE observations SET status = 'archived' WHERE id = ?").run(c);
  expect(observationRows(app.db, [d, 999, b, a, c]).map((row) => row.title)).toEqual(["d", "a", "c"]);
  expect([observationRows(app.db, []), summaryRows(app.db, [7]), promptRows(app.db, [7])]).toEqual([[], [], []]);
});

it("an observation without a session is `manual`, one of an unknown project `unknown`", () => {
  const { id } = addObservation(test.app, "by hand", { projectId: 77, sessionId: null, turn: null, source: "manual" });
  expect(observationRows(test.app.db, [id])[0]).toMatchObject({
    sdk_session_id: "manual",
    session_id: null,
    project: "unknown",
    prompt_number: 0,
  });
});

it("a private prompt has no text, nor has the session that began with it; a deleted one is gone", () => {
  const { app } = test;
  const sessionId = addSession(app, addProject(app, "p"));
  const hidden = addPrompt(app, sessionId, "leftover text", { isPrivate: true, promptNumber: 1 });
  addPrompt(app, sessionId, "second", { promptNumber: 2 });
  expect(promptRows(app.db, [hidden.id])[0]?.prompt_text).toBe("");
  expect(sessionRow(app.db, sessionId)).toMatchObject({ user_prompt: "", prompt_counter: 2, status: "active" });
  app.sqlite.prepare("UPDATE prompts SET status = 'deleted' WHERE id = ?").run(hidden.id);
  expect(sessionRow(app.db, sessionId)?.user_prompt).toBe("second");
  app.db.update(sessions).set({ status: "deleted" }).run();
  expect(sessionRow(app.db, sessionId)).toBeNull();
});

it("survives columns that hold no lists and times that are no dates", () => {
  const { id } = addObservation(test.app, "odd", { facts: "{}", concepts: "no json", metadata: "[1]" });
  const [row] = observationRows(test.app.db, [id]).map((one) => toSearchResult(one));
  expect(row).toMatchObject({ facts: [], concepts: [], metadata: {} });
  expect(isoTime(9e15)).toBe("+275760-09-13T00:00:00.000Z");
});
