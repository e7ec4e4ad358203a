import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { column } from "../capture/testing";
import type { Actor } from "../contract/common";
import { TranscriptState } from "../contract/transcript-import";
import { listFeed } from "../operations/feed";
import { undoOperation } from "../operations/undo";
import { openTestApp, type TestApp } from "../testing";
import { importTranscripts, readTranscriptState, stopTranscripts, waitForTranscripts } from "./transcripts";

const PERSON: Actor = { kind: "person", name: "console" };

let test: TestApp;
let folder: string;
beforeEach(async () => {
  test = await openTestApp();
  folder = join(test.home, "history");
  mkdirSync(join(folder, "one"), { recursive: true });
});
afterEach(() => test.close());

const lineOf = (session: string, n: number, role: "user" | "assistant", text: string): string =>
  JSON.stringify({
    type: role,
    uuid: `${session}-${n}`,
    sessionId: session,
    cwd: "/w/shop",
    timestamp: `2026-05-01T10:00:${String(n).padStart(2, "0")}.000Z`,
    message: { role, content: role === "user" ? text : [{ type: "text", text }] },
  });
const put = (session: string): void =>
  writeFileSync(
    join(folder, "one", `${session}.jsonl`),
    `${lineOf(session, 1, "user", `Where does ${session} keep its carts?`)}\n{torn\n${lineOf(session, 2, "assistant", "In Redis.")}\n`,
  );
const stateOf = () => {
  const state = readTranscriptState(test.app);
  expect(TranscriptState.parse(state)).toEqual(state);
  return state.run;
};

it("a dry run counts and stores nothing; the run brings all in once, and each session can be undone", async () => {
  put("s-1");
  put("s-2");
  importTranscripts(test.app, { folder, dryRun: true }, PERSON);
  expect(stateOf()).toMatchObject({ state: "done", dryRun: true, files: 2, known: 0, accepted: 0 });
  expect(column(test.app, "SELECT count(*) FROM prompts")).toEqual([0]);

  expect(importTranscripts(test.app, { folder, dryRun: false }, PERSON).run?.state).toBe("running");
  expect(() => importTranscripts(test.app, { folder, dryRun: false }, PERSON)).toThrow(
    expect.objectContaining({ code: "busy" }),
  );
  await waitForTranscripts(test.app);
  const run = stateOf();
  expect(run).toMatchObject({ state: "done", files: 2, unreadable: 2, rejected: 0, error: null });
  expect(run?.read).toBe(run?.bytes);
  expect(column(test.app, "SELECT count(*) FROM prompts")).toEqual([2]);

  importTranscripts(test.app, { folder, dryRun: false }, PERSON);
  await waitForTranscripts(test.app);
  expect(stateOf()).toMatchObject({ known: 2, accepted: 0 });
  const imports = listFeed(test.app, { group: "imports", limit: 10 }).items;
  expect(imports).toHaveLength(2);
  undoOperation(test.app, imports[0]?.id ?? 0, PERSON);
  expect(column(test.app, "SELECT count(*) FROM prompts WHERE status = 'active'")).toEqual([1]);
});

it("stops when it is told to, and refuses a folder that is not there", async () => {
  for (let n = 0; n < 30; n += 1) put(`s-${n}`);
  importTranscripts(test.app, { folder, dryRun: false }, PERSON);
  stopTranscripts(test.app);
  await waitForTranscripts(test.app);
  expect(stateOf()?.state).toBe("stopped");
  expect(Number(column(test.app, "SELECT count(*) FROM prompts")[0])).toBeLessThan(30);
  expect(() => importTranscripts(test.app, { folder: join(folder, "none"), dryRun: true }, PERSON)).toThrow(
    expect.objectContaining({ code: "not_found" }),
  );
});
