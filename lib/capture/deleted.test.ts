/** What was deleted for good stays away when the same transcript is imported again. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { App } from "../context";
import { hardDelete } from "../operations/hard-delete";
import { openTestApp, type TestApp } from "../testing";
import { ingest } from "./ingest";
import { column, lines, rows } from "./testing";

const PERSON = { kind: "person", name: "tester" } as const;
let test: TestApp;
let app: App;

beforeEach(async () => {
  test = await openTestApp();
  app = test.app;
});
afterEach(() => test.close());

const line = (type: "user" | "assistant", uuid: string, content: unknown, minute: number) => ({
  type,
  uuid,
  sessionId: "s-1",
  cwd: "/w/app",
  timestamp: new Date(Date.UTC(2026, 4, 1, 9, minute)).toISOString(),
  message: { role: type, content },
});
const transcript = () =>
  lines([
    line("user", "p-1", "the first question", 0),
    line("assistant", "c-1", [{ type: "tool_use", id: "t-1", name: "Bash", input: { command: "ls" } }], 1),
    line("user", "r-1", [{ type: "tool_result", tool_use_id: "t-1", content: "listing" }], 2),
    line("assistant", "a-1", [{ type: "text", text: "the answer" }], 3),
    line("user", "p-2", "the second question", 4),
  ]);
const idOf = (table: string, where: string): number => Number(column(app, `SELECT id FROM ${table} WHERE ${where}`)[0]);

describe("evidence deleted for good", () => {
  it("a deleted prompt, message and tool use do not come back; all else is a duplicate", async () => {
    await ingest(app, transcript());
    hardDelete(app, { table: "prompts", ids: [idOf("prompts", "text = 'the first question'")] }, PERSON);
    hardDelete(app, { table: "events", ids: [idOf("events", "kind = 'message'")] }, PERSON);
    hardDelete(app, { table: "events", ids: [idOf("events", "kind = 'tool'")] }, PERSON);
    const again = await ingest(app, transcript());
    expect(again).toMatchObject({ accepted: 0, duplicates: 1, skipped: { deleted: 4 }, rejected: [] });
    expect(rows(app, "SELECT text FROM prompts WHERE status = 'active'")).toEqual([{ text: "the second question" }]);
    expect(column(app, "SELECT count(*) FROM events WHERE status = 'active'")).toEqual([0]);
    expect(column(app, "SELECT count(*) FROM turns")).toEqual([2]);
  });

  it("an equal prompt with an id of its own is another prompt", async () => {
    await ingest(app, transcript());
    hardDelete(app, { table: "prompts", ids: [idOf("prompts", "text = 'the first question'")] }, PERSON);
    expect(await ingest(app, lines([line("user", "p-3", "the first question", 10)]))).toMatchObject({ accepted: 1 });
  });
});
