import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { ingest } from "../capture/ingest";
import { prompt } from "../capture/testing";
import { ExportQuery } from "../contract/export";
import { exportLines } from "../transfer/export";
import { restoreLines } from "../transfer/restore";
import { openTestApp, type TestApp } from "../testing";
import { tempFolder } from "../testing/git";
import { findTranscripts } from "./claude-code/found";
import { seenHosts } from "./seen-query";

let test: TestApp | undefined;
let folder: string | undefined;
afterEach(async () => {
  await test?.close();
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  test = undefined;
});

it("says which hosts were heard, the latest first, without forgotten sessions", async () => {
  test = await openTestApp();
  const { app, clock } = test;
  expect(seenHosts(app)).toEqual([]);
  await ingest(app, [prompt("one", { session_id: "s-1" }), prompt("two", { session_id: "s-2" })]);
  app.sqlite.prepare("UPDATE sessions SET host = 'kimi', last_event_at = ? WHERE id = 2").run(clock.now + 5);
  expect(seenHosts(app)).toEqual([
    { host: "kimi", sessions: 1, lastEventAt: clock.now + 5 },
    { host: "claude-code", sessions: 1, lastEventAt: expect.any(Number) as number },
  ]);
  app.sqlite.prepare("UPDATE sessions SET status = 'deleted' WHERE id = 2").run();
  expect(seenHosts(app).map(({ host }) => host)).toEqual(["claude-code"]);
});

it("hears no host in history: not in a transcript, nor in what another store wrote", async () => {
  test = await openTestApp();
  const { app, clock } = test;
  await ingest(app, [
    {
      host: "codex",
      event: "TranscriptRecord",
      payload: { type: "prompt", sessionId: "c-1", at: clock.now - 1_000, key: "p-1", text: "told by a file" },
    },
  ]);
  expect(app.sqlite.prepare("SELECT count(*) FROM sessions WHERE host = 'codex'").pluck().get()).toBe(1);
  expect(seenHosts(app)).toEqual([]);

  await ingest(app, [prompt("said here", { session_id: "s-1" })]);
  expect(seenHosts(app)).toEqual([expect.objectContaining({ host: "claude-code", sessions: 1 })]);
  const lines: string[] = [];
  for await (const piece of exportLines(app, ExportQuery.parse({}))) lines.push(...piece.split("\n").filter(Boolean));
  await test.close();
  test = await openTestApp();
  test.clock.now = clock.now + 60_000;
  await restoreLines(test.app, lines, {}, { kind: "person", name: "cli" });
  expect(test.app.sqlite.prepare("SELECT count(*) FROM sessions").pluck().get()).toBe(2);
  expect(seenHosts(test.app)).toEqual([]);

  // It goes on here.
  test.clock.now += 60_000;
  await ingest(test.app, [prompt("said here as well", { session_id: "s-1" })]);
  expect(seenHosts(test.app)).toEqual([{ host: "claude-code", sessions: 1, lastEventAt: test.clock.now }]);
});

it("counts transcripts by their names, and finds none where there is no folder", () => {
  folder = tempFolder();
  expect(findTranscripts(join(folder, "nowhere"))).toMatchObject({ count: 0, isMore: false });
  for (const project of ["-w-shop", "-w-cart"]) mkdirSync(join(folder, project));
  for (const name of ["a.jsonl", "b.jsonl", "notes.txt"]) writeFileSync(join(folder, "-w-shop", name), "");
  writeFileSync(join(folder, "-w-cart", "c.jsonl"), "");
  expect(findTranscripts(folder)).toEqual({ folder, count: 3, isMore: false });
});
