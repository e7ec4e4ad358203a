import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { column } from "../capture/testing";
import type { Actor } from "../contract/common";
import { TranscriptState } from "../contract/transcript-import";
import { listFeed } from "../operations/feed";
import { undoOperation } from "../operations/undo";
import { saveSettings } from "../settings/service";
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
  await waitForTranscripts(test.app);
  const dry = stateOf();
  expect(dry).toMatchObject({
    state: "done",
    dryRun: true,
    files: 2,
    known: 0,
    sessions: 2,
    prompts: 2,
    unreadable: 2,
  });
  expect(column(test.app, "SELECT count(*) FROM prompts")).toEqual([0]);
  expect(column(test.app, "SELECT count(*) FROM sessions")).toEqual([0]);

  expect(importTranscripts(test.app, { folder, dryRun: false }, PERSON).run?.state).toBe("running");
  expect(() => importTranscripts(test.app, { folder, dryRun: false }, PERSON)).toThrow(
    expect.objectContaining({ code: "busy" }),
  );
  await waitForTranscripts(test.app);
  const run = stateOf();
  expect(run).toMatchObject({ state: "done", files: 2, unreadable: 2, rejected: 0, error: null });
  // What was promised is what came.
  const counts = ({ sessions, prompts, accepted, duplicates, left_out }: NonNullable<typeof run>) => ({
    sessions,
    prompts,
    accepted,
    duplicates,
    left_out,
  });
  expect(run && counts(run)).toEqual(dry && counts(dry));
  expect(run?.read).toBe(run?.bytes);
  expect(column(test.app, "SELECT count(*) FROM prompts")).toEqual([2]);

  importTranscripts(test.app, { folder, dryRun: false }, PERSON);
  await waitForTranscripts(test.app);
  expect(stateOf()).toMatchObject({ known: 2, accepted: 0, sessions: 0, prompts: 0 });
  importTranscripts(test.app, { folder, dryRun: true }, PERSON);
  await waitForTranscripts(test.app);
  expect(stateOf()).toMatchObject({ known: 2, accepted: 0, sessions: 0, prompts: 0, duplicates: 4 });
  const imports = listFeed(test.app, { group: "imports", limit: 10 }).items;
  expect(imports).toHaveLength(2);
  undoOperation(test.app, imports[0]?.id ?? 0, PERSON);
  expect(column(test.app, "SELECT count(*) FROM prompts WHERE status = 'active'")).toEqual([1]);
});

it("a dry run says what would be left out and why: private turns and projects that are not captured", async () => {
  const lines = [
    lineOf("s-1", 1, "user", "<private>only for me</private>"),
    ...Array.from({ length: 60 }, (_, n) => lineOf("s-1", n + 2, "assistant", `A private answer ${n}.`)),
    lineOf("s-1", 62, "user", "And where do carts live?"),
    lineOf("s-1", 63, "assistant", "In Redis."),
  ];
  writeFileSync(join(folder, "one", "s-1.jsonl"), `${lines.join("\n")}\n`);
  put("s-2");
  saveSettings(test.app, { excluded_projects: ["/w/elsewhere"] }, PERSON);
  writeFileSync(
    join(folder, "one", "s-3.jsonl"),
    lineOf("s-3", 1, "user", "Nobody keeps this one.").replace("/w/shop", "/w/elsewhere"),
  );
  writeFileSync(join(folder, "one", "other.jsonl"), '{"a":1}\n');
  for (const dryRun of [true, false]) {
    importTranscripts(test.app, { folder, dryRun }, PERSON);
    await waitForTranscripts(test.app);
    expect(stateOf()).toMatchObject({
      sessions: 2,
      prompts: 2,
      left_out: { private: 61, project_excluded: 1 },
      other_files: 1,
    });
  }
  expect(column(test.app, "SELECT count(*) FROM sessions")).toEqual([2]);
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
