import { afterEach, beforeEach, expect, it } from "vitest";
import * as observation from "../../app/api/observation/[id]/route";
import * as promptRoute from "../../app/api/prompt/[id]/route";
import * as save from "../../app/api/memory/save/route";
import * as summarize from "../../app/api/sessions/summarize/route";
import { GET } from "../../app/stream/route";
import { appendActivity } from "../activity/repo";
import { activityAfter, lastActivityId } from "../activity/query";
import { bash, hook, prompt } from "../capture/testing";
import { ingest } from "../capture/ingest";
import type { App } from "../context";
import { StreamFrame } from "../contract/stream";
import { write } from "../db/write";
import { endStreams } from "../health/streams";
import { drain } from "../jobs/runner";
import { hardDelete } from "../operations/hard-delete";
import { undoOperation } from "../operations/undo";
import { send } from "../testing/send";
import { addObservation } from "../testing/search-rows";
import { openTestApp, type TestApp } from "../testing";

let test: TestApp;
let app: App;
beforeEach(async () => {
  test = await openTestApp();
  app = test.app;
});
afterEach(async () => {
  endStreams();
  await test.close();
});

type Frame = Record<string, unknown> & { type: string; timestamp: number };
interface Event {
  id: number;
  frame: Frame;
}

/** A stream of one family, read event by event. */
async function listen(query = "", lastEventId?: number) {
  const headers: Record<string, string> = lastEventId === undefined ? {} : { "last-event-id": String(lastEventId) };
  const { body } = await GET(new Request(`http://127.0.0.1/stream${query}`, { headers }));
  if (body === null) throw new Error("no body");
  const from = body.getReader();
  const decoder = new TextDecoder();
  const events: Event[] = [];
  let rest = "";
  return {
    events,
    /** Reads on until an event passes `isLast`; answers all so far. */
    async until(isLast: (event: Event) => boolean): Promise<Event[]> {
      while (!events.some(isLast)) {
        const { done, value } = await from.read();
        if (done) throw new Error(`ended: ${JSON.stringify(events.map((event) => event.frame.type))}`);
        const blocks = (rest + decoder.decode(value, { stream: true })).split("\n\n");
        rest = blocks.pop() ?? "";
        for (const block of blocks) {
          const data = /^data: (.*)$/m.exec(block)?.[1];
          if (data === undefined) continue;
          expect(block).not.toMatch(/^event:/m);
          const frame = JSON.parse(data) as Frame;
          StreamFrame.parse(frame);
          events.push({ id: Number(/^id: (\d+)$/m.exec(block)?.[1]), frame });
        }
      }
      return events;
    },
    close: () => from.cancel(),
  };
}

const named = (type: string) => (event: Event) => event.frame.type === type;
const reached = (id: number) => (event: Event) => event.id >= id;
const typesOf = (events: Event[]) => events.map((event) => event.frame.type);
const rowsOf = (events: Event[]) => events.filter(({ frame }) => !LINE.has(frame.type) && !isEnd(frame));
/** What tells of the line and the queue. */
const LINE = new Set(["connected", "initial_load", "processing_status"]);

/** Tells every family that all before it was told. */
const END = 999;
function markEnd(): (event: Event) => boolean {
  write(app, (tx) => appendActivity(tx, app.now(), { kind: "session.ended", sessionId: END }));
  return ({ frame }) => frame["sessionDbId"] === END;
}
const isEnd = (frame: Frame): boolean => frame["sessionDbId"] === END;

/** A whole turn: prompt, two uses of a tool, the end, and what is made of it. */
async function work(): Promise<void> {
  await ingest(app, [prompt("Make the cart round half cents up."), bash("1 failed: cart total")], {
    kind: "agent",
    name: "test",
  });
  await ingest(
    app,
    [
      bash("all 12 tests passed", { tool_use_id: "t-2" }),
      hook("Stop", { last_assistant_message: "The cart now rounds half cents up; all tests pass." }),
      hook("SessionEnd", { reason: "exit" }),
    ],
    { kind: "agent", name: "test" },
  );
  await drain(app);
}

it("M48: a client is told first that it is connected, then of all projects, then of the queue", async () => {
  await work();
  const stream = await listen();
  await listen();
  const events = await stream.until(named("processing_status"));
  expect(events.map((event) => event.frame)).toMatchObject([
    { type: "connected", last_event_id: lastActivityId(app.db) },
    { type: "initial_load", projects: ["app"] },
    { type: "processing_status", isProcessing: false, queueDepth: 0 },
  ]);
  expect(events.every((event) => event.id === lastActivityId(app.db))).toBe(true);
  await work();
  await stream.until(markEnd());
  // That another one came is no news to those that are there.
  expect(typesOf(events).filter((type) => type === "initial_load")).toHaveLength(1);
});

it("M48, M2, M3: a turn is told under the published names, rows in row shape, each frame with its time", async () => {
  const stream = await listen();
  await work();
  const events = rowsOf(await stream.until(markEnd()));
  expect(typesOf(events)).toEqual(
    expect.arrayContaining([
      "session_started",
      "new_prompt",
      "observation_queued",
      "summarize_queued",
      "observation_created",
      "summary_created",
      "session_completed",
    ]),
  );
  const first = (type: string) => events.find(named(type))?.frame;
  expect(first("session_started")).toMatchObject({ sessionDbId: 1, project: "app" });
  expect(first("observation_queued")).toMatchObject({ sessionDbId: 1, timestamp: test.clock.now });
  expect(events.filter(named("observation_queued"))).toHaveLength(2);
  expect(first("new_prompt")).toEqual({
    type: "new_prompt",
    id: 1,
    claude_session_id: "s-1",
    project: "app",
    prompt_number: 1,
    prompt_text: "Make the cart round half cents up.",
    created_at_epoch: test.clock.now,
    timestamp: test.clock.now,
  });
  const observation = first("observation_created")?.["observation"] as Record<string, unknown>;
  expect(observation).toMatchObject({ sdk_session_id: "s-1", project: "app", prompt_number: 1 });
  for (const list of ["facts", "concepts", "files_touched"]) expect(typeof observation[list]).toBe("string");
  const summary = first("summary_created")?.["summary"] as Record<string, unknown>;
  expect(summary).toMatchObject({ sdk_session_id: "s-1", project: "app" });
  expect(typeof summary["summary_text"]).toBe("string");
});

it("M48: ?names=legacy speaks as claude-mem 7 does: other names, the prompt nested, nothing that it does not know", async () => {
  const stream = await listen("?names=legacy");
  await work();
  const events = await stream.until(markEnd());
  const known = ["session_started", "new_prompt", "observation_queued", "new_observation", "new_summary"];
  expect(new Set(typesOf(rowsOf(events)))).toEqual(new Set([...known, "session_completed"]));
  expect(events.find(named("new_prompt"))?.frame).toEqual({
    type: "new_prompt",
    prompt: {
      id: 1,
      claude_session_id: "s-1",
      project: "app",
      prompt_number: 1,
      prompt_text: "Make the cart round half cents up.",
      created_at_epoch: test.clock.now,
    },
    timestamp: test.clock.now,
  });
  expect(events.find(named("new_observation"))?.frame["observation"]).toMatchObject({ type: expect.any(String) });
  expect(events.find(named("new_summary"))?.frame["summary"]).toMatchObject({
    session_id: "s-1",
    notes: "The cart now rounds half cents up; all tests pass",
  });
  expect(events.find(named("session_completed"))?.frame["sessionDbId"]).toBe(1);
});

it("M48: ?names=native is our feed, row for row", async () => {
  const stream = await listen("?names=native");
  await work();
  const events = await stream.until(reached(lastActivityId(app.db)));
  const feed = activityAfter(app.db, 0, 1000).map((row) => ({ type: row.kind, ...row, timestamp: row.created_at }));
  expect(events.slice(1).map((event) => event.frame)).toEqual(feed);
});

it("M48: whoever is cut off anywhere and comes back with the last id gets every frame once", async () => {
  await work();
  const end = markEnd();
  const all = rowsOf(await (await listen("", 0)).until(end));
  expect(all.length).toBeGreaterThan(6);
  for (let cut = 0; cut < all.length; cut++) {
    const lastSeen = all[cut]?.id ?? 0;
    const stream = await listen("", lastSeen);
    // A frame that is no row carries the id before it: coming back with that one loses nothing either.
    const status = (await stream.until(named("processing_status"))).find(named("connected"));
    expect(status?.id).toBe(lastSeen);
    expect(rowsOf(await stream.until(end))).toEqual(all.slice(cut + 1));
    await stream.close();
  }
});

it("M48: the processing status is told when the queue grows and when it is done", async () => {
  const stream = await listen();
  await stream.until(named("processing_status"));
  await ingest(app, [prompt("Look around."), bash("x"), hook("Stop", { last_assistant_message: "Done." })], {
    kind: "agent",
    name: "test",
  });
  // Gone again before anybody could look a second time.
  test.clock.now += 10_000;
  await drain(app);
  const isBusy = (event: Event) => event.frame["isProcessing"] === true;
  const events = await stream.until(isBusy);
  expect(events.find(isBusy)?.frame["queueDepth"]).toBeGreaterThan(0);
  const since = events.length;
  await stream.until((event) => events.indexOf(event) >= since && event.frame["queueDepth"] === 0);
});

it("M48: a refined row is an update under the page's names and the same name again under the older ones", async () => {
  const tell = (kind: string, entityType: string, entityId: number) =>
    write(app, (tx) => appendActivity(tx, app.now(), { kind, projectId: 1, sessionId: 1, entityType, entityId }));
  await work();
  const before = lastActivityId(app.db);
  tell("observation.updated", "observation", 1);
  tell("summary.updated", "summary", 1);
  const end = markEnd();
  const page = await (await listen("", before)).until(end);
  expect(rowsOf(page)).toMatchObject([
    { id: before + 1, frame: { type: "observation_updated", observation: { id: 1 } } },
    { id: before + 2, frame: { type: "summary_updated", summary: { id: 1 } } },
  ]);
  const older = await (await listen("?names=legacy", before)).until(end);
  expect(typesOf(rowsOf(older))).toEqual(["new_observation", "new_summary"]);
});

it("M48, X02: a row that was deleted for good is shown to nobody who comes back later, nor what is archived", async () => {
  await work();
  const rare = addObservation(app, "zanzibarquartz", { projectId: 1 });
  const old = addObservation(app, "old", { projectId: 1, status: "archived" });
  const before = lastActivityId(app.db);
  const tell = (kind: string, entityId: number) =>
    write(app, (tx) => appendActivity(tx, app.now(), { kind, projectId: 1, entityType: "observation", entityId }));
  tell("observation.created", rare.id);
  tell("observation.superseded", old.id);
  hardDelete(app, { table: "observations", ids: [rare.id] }, { kind: "person", name: "console" });
  const events = rowsOf(await (await listen("", before)).until(markEnd()));
  expect(events.map(({ frame }) => [frame.type, frame["id"]])).toEqual([
    ["observation_removed", old.id],
    ["observation_removed", rare.id],
  ]);
  expect(JSON.stringify(events)).not.toContain("zanzibarquartz");
});

it("M7, M15, M48: a private turn is announced under no name that shows or promises anything of it", async () => {
  const stream = await listen("", 0);
  await ingest(
    app,
    [prompt("<private>my salary is 4711</private>"), bash("secret"), hook("Stop", {}), hook("SessionEnd", {})],
    { kind: "agent", name: "test" },
  );
  await drain(app);
  const events = rowsOf(await stream.until(markEnd()));
  expect(typesOf(events)).toEqual(["session_started", "session_completed"]);
});

it("M7, M27, M29, M48: a turn summarised again, a note saved and rows thrown away are told", async () => {
  await work();
  const before = lastActivityId(app.db);
  const said = { claudeSessionId: "s-1", last_assistant_message: "The cart rounds at the very end only." };
  expect((await send(summarize, "POST", { body: said })).body).toEqual({ status: "queued" });
  const note = await send(save, "POST", { body: { text: "Deploys happen on Tuesdays after ten." } });
  const id = (note.body as { id: number }).id;
  await send(observation, "DELETE", { params: { id: String(id) } });
  await send(promptRoute, "DELETE", { params: { id: "1" } });
  test.clock.now += 10_000;
  await drain(app);
  const events = rowsOf(await (await listen("", before)).until(markEnd()));
  const shown = events.map(({ frame }) => [frame.type, frame["id"]]);
  expect(typesOf(events)).toContain("summarize_queued");
  expect(shown).toEqual(
    expect.arrayContaining([
      ["observation_removed", id],
      ["prompt_removed", 1],
    ]),
  );
  // It is gone by now: whoever comes late is told that, and not what it said.
  expect(JSON.stringify(events)).not.toContain("Tuesdays");
});

it("M29, M48: what Undo brings back or takes away again is told", async () => {
  const who = { kind: "person", name: "tester" } as const;
  const note = await send(save, "POST", { body: { text: "Deploys happen on Tuesdays after ten." } });
  const { id, operation_id: saved } = note.body as { id: number; operation_id: number };
  const deleted = await send(observation, "DELETE", { params: { id: String(id) } });
  let before = lastActivityId(app.db);
  undoOperation(app, (deleted.body as { operation_id: number }).operation_id, who);
  const listed = async (query = "") =>
    rowsOf(await (await listen(query, before)).until(markEnd())).map(({ frame }) => [
      frame.type,
      frame["id"] ?? (frame["observation"] as { id: number }).id,
    ]);
  expect(await listed()).toEqual([["observation_updated", id]]);
  expect(await listed("?names=legacy")).toEqual([["new_observation", id]]);
  before = lastActivityId(app.db);
  undoOperation(app, saved, who);
  expect(await listed()).toEqual([["observation_removed", id]]);
});

it("M48: thousands of rows without a name hold nobody up and lose nothing behind them", async () => {
  await work();
  const before = lastActivityId(app.db);
  write(app, (tx) => {
    for (let i = 0; i < 3000; i++) appendActivity(tx, app.now(), { kind: "memory.used", data: { i } });
    appendActivity(tx, app.now(), { kind: "session.started", projectId: 1, sessionId: 1 });
  });
  const events = rowsOf(await (await listen("", before)).until(markEnd()));
  expect(events.map((event) => event.id)).toEqual([before + 3001]);
});
