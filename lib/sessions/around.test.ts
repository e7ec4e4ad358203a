/** What the page of a session shows beside its turns. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { ingest } from "../capture/ingest";
import { bash, hook, prompt } from "../capture/testing";
import { readTurnsAgain } from "../extract/again";
import { drain } from "../jobs/runner";
import { reflect } from "../reflections/service";
import { AGENT, gitFolder, see } from "../reflections/testing";
import { openTestApp, type TestApp } from "../testing";
import { addMemory } from "../testing/search-rows";
import { aroundSession, yieldOfSession } from "./around";
import { viewSession } from "./service";

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

const PERSON = { kind: "person", name: "console" } as const;
const sessionOf = (id: number) => viewSession(test.app, id, { after: -1, limit: 100 }).session;

async function edit(session: string, file: string, tool = "Edit"): Promise<void> {
  const input = { file_path: `/w/app/${file}`, old_string: "a", new_string: "b" };
  test.clock.now += 60_000;
  await ingest(test.app, [
    prompt(`Change ${file}`, { session_id: session }),
    bash("ok", {
      session_id: session,
      tool_name: tool,
      tool_input: input,
      tool_use_id: `${tool}-${file}-${test.clock.now}`,
    }),
    hook("Stop", { session_id: session, last_assistant_message: "Done." }),
  ]);
}

it("has the outline of all turns, private ones without a word", async () => {
  await ingest(test.app, [prompt("First"), prompt("<private>SECRET-AR</private>")]);
  const { turns } = aroundSession(test.app, sessionOf(1));
  expect(turns).toMatchObject([
    { number: 1, text: "First", isPrivate: false },
    { number: 2, text: null, isPrivate: true },
  ]);
});

it("knows the sessions of its project beside it, and not those of others", async () => {
  for (const [session, cwd] of [
    ["a", "/w/app"],
    ["x", "/w/other"],
    ["b", "/w/app"],
    ["c", "/w/app"],
  ]) {
    test.clock.now += 1000;
    await ingest(test.app, [prompt("x", { session_id: session, cwd })]);
  }
  const beside = (id: number) => aroundSession(test.app, sessionOf(id)).beside;
  expect([beside(1), beside(3), beside(4), beside(2)]).toEqual([
    { earlier: null, later: 3 },
    { earlier: 1, later: 4 },
    { earlier: 3, later: null },
    { earlier: null, later: null },
  ]);
});

it("counts in how many turns each file was read and changed", async () => {
  await edit("s-1", "a.ts");
  await edit("s-1", "a.ts");
  await edit("s-1", "b.ts", "Read");
  await drain(test.app);
  const { files } = yieldOfSession(test.app, 1);
  expect(files.map(({ path, read, modified }) => [path.split("/").at(-1), read, modified])).toEqual([
    ["a.ts", 0, 2],
    ["b.ts", 1, 0],
  ]);
});

it("lists the memories that name it among their sources, not those of a session whose number begins alike", () => {
  const from = (session: number, turn: number) => JSON.stringify([{ session_id: session, turn, event_ids: [] }]);
  const own = addMemory(test.app, "ours", { sources: from(1, 2) });
  addMemory(test.app, "another's", { sources: from(11, 1) });
  addMemory(test.app, "deleted", { sources: from(1, 1), status: "deleted" });
  const old = addMemory(test.app, "replaced", { sources: from(1, 1), status: "superseded" });
  expect(yieldOfSession(test.app, 1).memories).toMatchObject([
    { id: own.id, value: "ours", status: "active", turn: 2 },
    { id: old.id, status: "superseded", turn: 1 },
  ]);
});

it("C13, C25: says what the session is about, and what was compressed in it", async () => {
  const cwd = gitFolder(test, "shop");
  await see(test, cwd, { content: "Move the carts to Redis", category: "task_context" });
  await see(test, cwd, { content: "Redis holds the carts", category: "architecture" });
  await reflect(test.app, { cwd }, AGENT);
  await ingest(test.app, [prompt("Another session", { session_id: "s-2" })]);
  expect(aroundSession(test.app, sessionOf(1)).task).toBe("Move the carts to Redis");
  expect(yieldOfSession(test.app, 1).reflections).toMatchObject([{ session_id: 1, status: "active" }]);
  expect(aroundSession(test.app, sessionOf(2)).task).toBeNull();
  expect(yieldOfSession(test.app, 2).reflections).toEqual([]);
});

it("counts the turns that are being read, until they are", async () => {
  await edit("s-1", "a.ts");
  await edit("s-1", "b.ts");
  await drain(test.app);
  expect(aroundSession(test.app, sessionOf(1)).reading).toBe(0);
  readTurnsAgain(test.app, 1, { by: "rules" }, PERSON);
  expect(aroundSession(test.app, sessionOf(1)).reading).toBe(2);
  await drain(test.app);
  expect(aroundSession(test.app, sessionOf(1)).reading).toBe(0);
});

it("says how much the session was given", () => {
  const insert = test.app.sqlite.prepare(
    "INSERT INTO injections (project_id, host_session_id, event, text, chars, created_at) VALUES (1, ?, 'SessionStart', '', ?, 1)",
  );
  for (const [session, chars] of [
    ["s-1", 400],
    ["s-1", 41],
    ["s-2", 9999],
  ])
    insert.run(session, chars);
  return ingest(test.app, [prompt("x")]).then(() => {
    expect(aroundSession(test.app, sessionOf(1)).injected).toEqual({ blocks: 2, tokens: 111 });
  });
});

it("shows all events of a turn that is asked for whole, and the first ones of the others", async () => {
  await ingest(test.app, [prompt("many")]);
  test.app.sqlite.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
    INSERT INTO events (session_id, project_id, turn, kind, text, dedupe_key, created_at)
    SELECT 1, 1, 1, 'message', 'm' || i, 'd' || i, i FROM n`);
  const eventsOf = (more: object) => viewSession(test.app, 1, { after: -1, limit: 1, ...more }).turns[0]?.events.length;
  expect([eventsOf({}), eventsOf({ whole: 1 }), eventsOf({ whole: 2 })]).toEqual([200, 300, 200]);
});
