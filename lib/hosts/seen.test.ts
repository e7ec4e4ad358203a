import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { ingest } from "../capture/ingest";
import { prompt } from "../capture/testing";
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

it("counts transcripts by their names, and finds none where there is no folder", () => {
  folder = tempFolder();
  expect(findTranscripts(join(folder, "nowhere"))).toMatchObject({ count: 0, isMore: false });
  for (const project of ["-w-shop", "-w-cart"]) mkdirSync(join(folder, project));
  for (const name of ["a.jsonl", "b.jsonl", "notes.txt"]) writeFileSync(join(folder, "-w-shop", name), "");
  writeFileSync(join(folder, "-w-cart", "c.jsonl"), "");
  expect(findTranscripts(folder)).toEqual({ folder, count: 3, isMore: false });
});
