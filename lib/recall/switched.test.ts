/** What a project chose of a kind of tool, asked for by the name of the kind, before and after it was changed. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { ingest } from "../capture/ingest";
import { hook, prompt, rows } from "../capture/testing";
import { memoryPairs } from "../db/schema/memories";
import { drain } from "../jobs/runner";
import { openTestApp, type TestApp } from "../testing";
import { connectHost } from "../testing/mcp-client";
import { addProject } from "../testing/places";
import { addMemory } from "../testing/search-rows";
import { recallForPrompt } from "./service";

const HOME = { session_id: "s-1", cwd: "/w/shop" };

let test: TestApp;
beforeEach(async () => void (test = await openTestApp()));
afterEach(() => test.close());

async function turn(asked: string): Promise<void> {
  test.clock.now += 60_000;
  await ingest(test.app, [
    prompt(asked, HOME),
    hook("Stop", { ...HOME, stop_hook_active: false, last_assistant_message: "Noted." }),
  ]);
  await drain(test.app);
}
const brought = async (asked: string): Promise<string> =>
  (await recallForPrompt(test.app, { cwd: HOME.cwd, prompt: asked })).text;

it.each([
  ["we use pnpm here, not npm", "We switched from pnpm to bun yesterday.", "which package manager?", /bun/, /use pnpm/],
  ["We use Jest for unit tests.", "Last week we moved from Jest to Vitest.", "test runner", /Vitest/, /use Jest/],
  ["以后统一用 pnpm，不用 npm。", "以后不再用 pnpm，改用 bun。", "包管理器是哪个？", /bun/, /统一用 pnpm/],
])("%s, %s: the one in force is found", async (first, then, asked, next, old) => {
  await turn(first);
  await turn(then);
  expect(rows(test.app, "SELECT status FROM memories ORDER BY id")).toEqual([
    { status: "superseded" },
    { status: "active" },
  ]);
  expect(await brought(asked)).toMatch(next);
  expect(await brought(asked)).not.toMatch(old);
});

it("one half of an open question is not told alone: the newer comes along, and what an agent proposes never goes without the older", async () => {
  const projectId = addProject(test.app, "shop");
  const older = addMemory(test.app, "The package manager is pnpm.", { projectId });
  const newer = addMemory(test.app, "We settled for something faster: bunny.", { projectId, origin: "rules" });
  const by = { actorKind: "job", actorName: "t", createdAt: 0, updatedAt: 0 } as const;
  test.app.db
    .insert(memoryPairs)
    .values({ kind: "supersedes", projectId, olderId: older.id, newerId: newer.id, ...by })
    .run();
  const ids = async (asked: string): Promise<string[]> =>
    (await recallForPrompt(test.app, { project: "shop", prompt: asked, preview: true })).text.match(/M\d+(?=\))/g) ??
    [];
  expect(await ids("which package manager?")).toEqual([`M${newer.id}`]);
  test.app.sqlite.prepare("UPDATE memories SET origin = 'agent' WHERE id = ?").run(newer.id);
  expect(await ids("which package manager?")).toEqual([`M${newer.id}`, `M${older.id}`]);
  expect(await ids("bunny")).toEqual([`M${newer.id}`, `M${older.id}`]);
  test.app.sqlite.prepare("UPDATE memories SET status = 'archived' WHERE id = ?").run(newer.id);
  expect(await ids("which package manager?")).toEqual([`M${older.id}`]);
});

it("what an agent says against it waits as a pair, and both are told meanwhile", async () => {
  await turn("Remember: the staging database is on port 5544, 5432 is production - never touch it.");
  test.clock.now += 60_000;
  const agent = await connectHost("?cwd=/w/shop", { name: "codex" });
  await agent.text("keepsake_remember", { text: "The staging database is on port 5600" });
  await drain(test.app);
  expect(rows(test.app, "SELECT kind, status, older_id, newer_id FROM memory_pairs")).toEqual([
    { kind: "supersedes", status: "open", older_id: 1, newer_id: 2 },
  ]);
  const told = await brought("which port is the staging database on?");
  expect(told).toMatch(/5600[\s\S]*5544/);
});
