import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ingest } from "../capture/ingest";
import { HOOK_DEFAULTS } from "../capture/testing";
import { operations } from "../db/schema/operations";
import { projects } from "../db/schema/projects";
import { events, prompts, sessions } from "../db/schema/sessions";
import { undoOperation } from "../operations/undo";
import { openTestApp, type TestApp } from "../testing";
import { isPaused, pauseBy, setPause } from "./service";

const PERSON = { kind: "person", name: "console" } as const;
let test: TestApp;
beforeEach(async () => void (test = await openTestApp()));
afterEach(() => test.close());

const say = (prompt: string, session = "s-1") =>
  ingest(test.app, [
    {
      host: "claude-code",
      event: "UserPromptSubmit",
      payload: { ...HOOK_DEFAULTS, session_id: session, hook_event_name: "UserPromptSubmit", prompt },
    },
  ]);
const stored = (): string[] =>
  test.app.db
    .select({ text: prompts.text })
    .from(prompts)
    .all()
    .map(({ text }) => text);
const sessionId = (): number => test.app.db.select({ id: sessions.id }).from(sessions).get()?.id ?? 0;
const projectId = (): number => test.app.db.select({ id: projects.id }).from(projects).get()?.id ?? 0;

it("a paused session stores nothing, and what came meanwhile never; other sessions go on", async () => {
  await say("one");
  test.clock.now += 1000;
  setPause(test.app, { scope: "session", id: sessionId(), what: "capture", paused: true }, PERSON);
  expect((await say("two")).skipped).toEqual({ paused: 1 });
  await say("three", "s-2");
  test.clock.now += 1000;
  setPause(test.app, { scope: "session", id: sessionId(), what: "capture", paused: false }, PERSON);
  await say("four");
  expect(stored()).toEqual(["one", "three", "four"]);
  expect(test.app.db.select().from(events).all()).toEqual([]);
});

it("a paused project stores nothing of any session; Undo of the pause goes on, and redo pauses again", async () => {
  await say("one");
  const { operation_id } = setPause(
    test.app,
    { scope: "project", id: projectId(), what: "capture", paused: true },
    PERSON,
  );
  await say("two", "s-2");
  const undone = undoOperation(test.app, operation_id ?? 0, PERSON);
  test.clock.now += 1000;
  await say("three", "s-2");
  undoOperation(test.app, undone.operation_id, PERSON);
  await say("four");
  expect(stored()).toEqual(["one", "three"]);
  expect(isPaused(test.app.db, "capture", { projectId: projectId() })).toBe(true);
  expect(isPaused(test.app.db, "recall", { projectId: projectId() })).toBe(false);
});

it("what is so already is no operation; what is not there is not found; a session is found by the host's id", async () => {
  await say("one");
  const count = (): number => test.app.db.select().from(operations).all().length;
  const before = count();
  expect(
    setPause(test.app, { scope: "session", id: sessionId(), what: "recall", paused: false }, PERSON).operation_id,
  ).toBeNull();
  expect(count()).toBe(before);
  const paused = pauseBy(
    test.app,
    { scope: "session", session: HOOK_DEFAULTS.session_id, what: "recall", paused: true },
    PERSON,
  );
  expect(paused).toMatchObject({ id: sessionId(), recall_paused_at: test.clock.now, capture_paused_at: null });
  expect(isPaused(test.app.db, "recall", { projectId: projectId(), sessionId: sessionId() })).toBe(true);
  expect(() => setPause(test.app, { scope: "session", id: 999, what: "recall", paused: true }, PERSON)).toThrow(
    expect.objectContaining({ code: "not_found" }) as Error,
  );
  expect(() =>
    pauseBy(test.app, { scope: "session", session: "unknown", what: "recall", paused: true }, PERSON),
  ).toThrow(expect.objectContaining({ code: "not_found" }) as Error);
  const [row] = test.app.db.select().from(sessions).where(eq(sessions.id, sessionId())).all();
  expect(row?.capturePausedAt).toBeNull();
});
