/** Reading, searching, timeline, context, settings, switches and branch of claude-mem's integration page, example by example (M2, M16–M47, M54). */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { git, makeRepo, tempFolder } from "../../lib/testing/git";
import { settled } from "../support/cases";
import type { Server } from "../support/server";
import { HASH_EMBEDDER, useStage } from "../support/stage";
import { get, post, send } from "../support/worker";

const stage = useStage(HASH_EMBEDDER, afterAll);
const folder = tempFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const START = Date.UTC(2026, 2, 2, 9);
const minute = (count: number): number => START + count * 60_000;
const SESSION = "page-garden";
const PROJECT = "garden";

/** Of each type that the page names, three minutes apart. */
const OBSERVATIONS = [
  ["decision", "Beds are watered by gravity, not by a pump", "how-it-works"],
  ["bugfix", "The valve no longer drips after midnight", "problem-solution"],
  ["feature", "A moisture sensor for the tomato bed", "what-changed"],
  ["refactor", "One schedule instead of four", "pattern"],
  ["discovery", "Clay holds water twice as long as sand", "gotcha"],
  ["change", "The hose is coiled on the north wall", "what-changed"],
].map(([obs_type, title, concept], index) => ({
  sdk_session_id: SESSION,
  project: PROJECT,
  obs_type,
  title,
  summary: `${title}, as measured in week ${index + 1}.`,
  facts: JSON.stringify([`Measured in week ${index + 1}`]),
  concepts: JSON.stringify([concept]),
  files_touched: JSON.stringify([`/w/garden/bed-${index}.ts`]),
  prompt_number: 1,
  created_at_epoch: minute(3 * index + 1),
}));
const STORED = {
  sessions: [{ claude_session_id: SESSION, sdk_session_id: SESSION, project: PROJECT, created_at_epoch: minute(0) }],
  prompts: [
    {
      claude_session_id: SESSION,
      sdk_session_id: SESSION,
      project: PROJECT,
      prompt_number: 1,
      prompt_text: "Plan the watering of the tomato bed",
      created_at_epoch: minute(0),
    },
  ],
  observations: OBSERVATIONS,
  summaries: [
    {
      sdk_session_id: SESSION,
      project: PROJECT,
      request: "Plan the watering of the tomato bed",
      learned: "Clay holds water twice as long as sand.",
      completed: "A schedule by gravity.",
      prompt_number: 1,
      created_at_epoch: minute(30),
    },
  ],
};

let server: Server;
/** By title. */
let ids: Record<string, number>;
let summaryId: number;
let promptId: number;
beforeAll(async () => {
  server = await stage.start();
  expect((await post(server, "/api/import", STORED)).status).toBe(200);
  await settled(server);
  const { items } = (await get(server, `/api/observations?project=${PROJECT}`)).body as { items: Row[] };
  ids = Object.fromEntries(items.map(({ title, id }) => [title, id]));
  summaryId = (await get(server, `/api/summaries?project=${PROJECT}`)).body.items[0].id as number;
  promptId = (await get(server, `/api/prompts?project=${PROJECT}`)).body.items[0].id as number;
});

interface Row {
  id: number;
  title: string;
  obs_type: string;
}
const idOf = (index: number): number => ids[OBSERVATIONS[index]?.title ?? ""] ?? 0;
const typesOf = (rows: Row[]): string[] => [...new Set(rows.map(({ obs_type }) => obs_type))].sort();

it("M28: importing the same rows again adds nothing, and the counts add up", async () => {
  const { success, stats } = (await post(server, "/api/import", STORED)).body as {
    success: boolean;
    stats: Record<string, number>;
  };
  expect(success).toBe(true);
  for (const kind of ["sessions", "prompts", "observations", "summaries"] as const) {
    expect([kind, stats[`${kind}Imported`], stats[`${kind}Skipped`]]).toEqual([kind, 0, STORED[kind].length]);
  }
});

it("M16, M17, M18, M2: lists, newest first, with lists as JSON text and times in milliseconds", async () => {
  const page = (await get(server, `/api/observations?offset=0&limit=4&project=${PROJECT}`)).body;
  expect(page).toMatchObject({ hasMore: true, offset: 0, limit: 4 });
  expect(page.items.map(({ title }: Row) => title)).toEqual(
    OBSERVATIONS.slice(2)
      .reverse()
      .map(({ title }) => title),
  );
  expect(page.items[0]).toMatchObject({
    sdk_session_id: SESSION,
    project: PROJECT,
    obs_type: "change",
    type: "change",
    facts: JSON.stringify(["Measured in week 6"]),
    concepts: JSON.stringify(["what-changed"]),
    files_touched: JSON.stringify(["/w/garden/bed-5.ts"]),
    prompt_number: 1,
    created_at_epoch: minute(16),
    created_at: new Date(minute(16)).toISOString(),
  });
  const rest = (await get(server, `/api/observations?offset=4&limit=4&project=${PROJECT}`)).body;
  expect([rest.items.length, rest.hasMore]).toEqual([2, false]);

  const summaries = (await get(server, `/api/summaries?project=${PROJECT}`)).body;
  expect(summaries).toMatchObject({ hasMore: false, offset: 0, limit: 20 });
  expect(summaries.items).toEqual([
    expect.objectContaining({ request: "Plan the watering of the tomato bed", created_at_epoch: minute(30) }),
  ]);
  expect(summaries.items[0].summary_text).toContain("Clay holds water");
  const prompts = (await get(server, `/api/prompts?project=${PROJECT}`)).body;
  expect(prompts.items).toEqual([
    expect.objectContaining({
      claude_session_id: SESSION,
      prompt_number: 1,
      prompt_text: "Plan the watering of the tomato bed",
    }),
  ]);
  for (const query of ["limit=0", "limit=101", "offset=-1", "limit=ten"]) {
    expect([query, (await get(server, `/api/observations?${query}`)).status]).toEqual([query, 400]);
  }
});

it("M19, M20, M21: one row by its id; unknown 404, not a number 400", async () => {
  expect((await get(server, `/api/observation/${idOf(0)}`)).body).toMatchObject({
    id: idOf(0),
    title: OBSERVATIONS[0]?.title,
  });
  for (const id of [summaryId, `S${summaryId}`]) {
    expect((await get(server, `/api/session/${id}`)).body).toMatchObject({
      id: summaryId,
      session: { claude_session_id: SESSION, project: PROJECT },
    });
  }
  expect((await get(server, `/api/prompt/${promptId}`)).body).toMatchObject({ id: promptId });
  for (const kind of ["observation", "session", "prompt"]) {
    const unknown = await get(server, `/api/${kind}/999999`);
    expect([kind, unknown.status, unknown.body.error]).toEqual([kind, 404, expect.any(String)]);
    expect([kind, (await get(server, `/api/${kind}/seven`)).status]).toEqual([kind, 400]);
  }
});

it("M22, M23, M24: numbers, projects and what is in work", async () => {
  expect((await get(server, "/api/stats")).body).toMatchObject({
    worker: {
      version: expect.any(String) as string,
      uptime: expect.any(Number) as number,
      activeSessions: expect.any(Number) as number,
      sseClients: 0,
      port: Number(new URL(server.url).port),
    },
    database: {
      path: join(server.home, "keepsake.db"),
      size: expect.any(Number) as number,
      observations: OBSERVATIONS.length,
      sessions: 1,
      summaries: 1,
    },
  });
  expect((await get(server, "/api/projects")).body.projects).toEqual([PROJECT]);
  expect((await get(server, "/api/processing-status")).body).toEqual({ isProcessing: false, queueDepth: 0 });
});

it("M26: several by id, and by file", async () => {
  const wanted = [idOf(3), idOf(1)];
  const batch = await post(server, "/api/observations/batch", { ids: wanted });
  expect(batch.body.map(({ id }: Row) => id)).toEqual(wanted);
  const byFile = (await get(server, `/api/observations/by-file?path=${encodeURIComponent("/w/garden/bed-2.ts")}`)).body;
  expect([byFile.count, byFile.observations.map(({ id }: Row) => id)]).toEqual([1, [idOf(2)]]);
});

it("M27, M29: a note is saved, injected first, and goes to the bin", async () => {
  const saved = (
    await post(server, "/api/memory/save", {
      text: "The rain barrel holds 300 litres.",
      title: "Rain barrel",
      project: "shed",
      metadata: { from: "a script" },
    })
  ).body;
  expect(saved).toMatchObject({ success: true, title: "Rain barrel", project: "shed" });
  expect((await get(server, "/api/context/inject?project=shed")).text).toContain("rain barrel holds 300 litres");
  expect((await send(server, "DELETE", `/api/observation/${saved.id}`)).body).toMatchObject({
    success: true,
    id: saved.id,
  });
  expect((await get(server, `/api/observation/${saved.id}`)).status).toBe(404);
  expect((await get(server, "/api/context/inject?project=shed")).text).not.toContain("rain barrel");
});

it("M30, M36, M2, M54: search by kinds, formats and filters", async () => {
  const all = (await get(server, "/api/search?query=watering%20tomato&format=full")).body;
  for (const kind of ["observations", "sessions", "prompts"]) expect(all[kind]).toEqual(expect.any(Array));
  const found = (await get(server, "/api/search?query=moisture%20sensor&type=observations&format=index&limit=10")).body;
  expect(found.observations[0]).toMatchObject({
    id: idOf(2),
    title: OBSERVATIONS[2]?.title,
    project: PROJECT,
    obs_type: "feature",
    concepts: ["what-changed"],
    created_at_epoch: minute(7),
    rank: expect.any(Number) as number,
  });
  for (const field of ["subtitle", "preview", "summary"]) expect(found.observations[0]).toHaveProperty(field);
  expect([found.sessions, found.prompts]).toEqual([[], []]);
  const full = (await get(server, "/api/search/observations?query=moisture&format=full")).body.observations[0];
  expect(full).toMatchObject({ facts: ["Measured in week 3"], files_touched: ["/w/garden/bed-2.ts"] });
  expect((await get(server, "/api/search/sessions?query=clay")).body.sessions[0]).toMatchObject({ id: summaryId });
  expect((await get(server, "/api/search/prompts?query=watering")).body.prompts[0]).toMatchObject({ id: promptId });

  const filtered = (await get(server, `/api/search?obs_type=bugfix,feature&project=${PROJECT}&type=observations`)).body;
  expect(typesOf(filtered.observations as Row[])).toEqual(["bugfix", "feature"]);
  const both = (await get(server, "/api/search?query=week&obs_type=decision&type=observations")).body
    .observations as Row[];
  expect(both.map(({ id }) => id)).toEqual([idOf(0)]);
  const dated = `dateStart=${new Date(minute(9)).toISOString()}&dateEnd=${new Date(minute(14)).toISOString()}`;
  const between = (await get(server, `/api/search?type=observations&orderBy=date_asc&${dated}`)).body
    .observations as Row[];
  expect(between.map(({ id }) => id)).toEqual([idOf(3), idOf(4)]);
  const none = (await get(server, "/api/search?query=zzzqqqxxx&mode=fts")).body;
  expect([none.observations, none.sessions, none.prompts]).toEqual([[], [], []]);
  expect((await get(server, "/api/search?query=clay&format=text")).body.content[0]).toMatchObject({ type: "text" });
  const help = (await get(server, "/api/search/help")).body;
  expect(help.endpoints.map(({ path }: { path: string }) => path)).toEqual(
    expect.arrayContaining(["/api/search", "/api/timeline", "/api/decisions", "/api/context/recent"]),
  );
});

it("M32, M33, M34, M35, M54: the three shortcuts, and by concept, file and type", async () => {
  const rowsOf = async (path: string): Promise<Row[]> => (await get(server, path)).body.observations as Row[];
  expect(typesOf(await rowsOf(`/api/decisions?format=index&limit=20&project=${PROJECT}`))).toEqual(["decision"]);
  expect(typesOf(await rowsOf(`/api/changes?project=${PROJECT}`))).toEqual(["bugfix", "change", "feature", "refactor"]);
  expect((await rowsOf(`/api/how-it-works?project=${PROJECT}`)).map(({ id }) => id)).toEqual([idOf(0)]);
  expect((await rowsOf("/api/search/by-concept?concept=discovery")).map(({ id }) => id)).toEqual([idOf(4)]);
  expect((await rowsOf("/api/search/by-concept?concept=gotcha")).map(({ id }) => id)).toEqual([idOf(4)]);
  expect((await rowsOf("/api/search/by-file?filePath=bed-1.ts")).map(({ id }) => id)).toEqual([idOf(1)]);
  expect(typesOf(await rowsOf("/api/search/by-type?type=bugfix"))).toEqual(["bugfix"]);
});

it("M31, M54: the timeline around an observation, a summary, a prompt and a time, to the exact depth", async () => {
  interface Item {
    type: string;
    id: number;
    created_at_epoch: number;
    facts?: unknown;
  }
  const around = async (query: string): Promise<Item[]> =>
    (await get(server, `/api/timeline?project=${PROJECT}&${query}`)).body as Item[];
  const near = await around(`anchor=${idOf(2)}&depth_before=2&depth_after=1`);
  expect(near.map(({ type, id }) => [type, id])).toEqual([
    ["observation", idOf(0)],
    ["observation", idOf(1)],
    ["observation", idOf(2)],
    ["observation", idOf(3)],
  ]);
  expect(near[0]?.facts).toEqual(["Measured in week 1"]);
  expect(await around(`anchor=S${summaryId}&depth_before=1&depth_after=5`)).toMatchObject([
    { type: "observation", id: idOf(5) },
    { type: "session", id: summaryId },
  ]);
  expect(await around(`anchor=P${promptId}&depth_before=5&depth_after=1`)).toMatchObject([
    { type: "prompt", id: promptId },
    { type: "observation", id: idOf(0) },
  ]);
  const whole = await around(`anchor=${new Date(minute(10)).toISOString()}&depth_before=10&depth_after=10`);
  expect(whole).toHaveLength(OBSERVATIONS.length + 2);
  expect(whole.map((item) => item.created_at_epoch)).toEqual(
    whole.map((item) => item.created_at_epoch).sort((a, b) => a - b),
  );
});

it("M37, M38, M39, M40, M54: recent context, the block in colours and plain, and what bears on a prompt", async () => {
  const recent = (await get(server, `/api/context/recent?project=${PROJECT}&limit=3`)).body;
  expect(recent.summaries).toMatchObject([{ id: summaryId, facts: expect.any(Array) as unknown[] }]);
  expect(recent.observations).toHaveLength(OBSERVATIONS.length);
  const preview = await get(server, `/api/context/preview?project=${PROJECT}`);
  expect([preview.status, preview.type]).toEqual([200, "text/plain; charset=utf-8"]);
  expect(preview.text).toContain("\u001b[");
  const plain = await get(server, `/api/context/inject?project=${PROJECT}`);
  expect([plain.status, plain.type]).toEqual([200, "text/plain; charset=utf-8"]);
  expect(plain.text).not.toContain("\u001b[");
  expect(plain.text).toContain(PROJECT);
  expect((await get(server, `/api/context/inject?projects=${PROJECT},shed&colors=true`)).text).toContain("\u001b[");
  expect((await get(server, "/api/context/inject")).status).toBe(400);
  const semantic = await post(server, "/api/context/semantic", { q: "clay holds water", project: PROJECT, limit: 5 });
  expect(semantic.body).toEqual({ context: expect.any(String) as string, count: expect.any(Number) as number });
});

it("M41, M42: settings are read, stored in part, and refused whole", async () => {
  expect((await get(server, "/api/settings")).body).toMatchObject({ sidebarOpen: true, selectedProject: null });
  expect((await post(server, "/api/settings", { sidebarOpen: false, selectedProject: PROJECT })).body).toMatchObject({
    success: true,
  });
  expect((await get(server, "/api/settings")).body).toMatchObject({ sidebarOpen: false, selectedProject: PROJECT });
  const refused = await post(server, "/api/settings", { sidebarOpen: true, recent_observations: "many" });
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringContaining("recent_observations")]);
  expect((await get(server, "/api/settings")).body).toMatchObject({ sidebarOpen: false });
});

it("M43, M44: the switch of the MCP server", async () => {
  for (const enabled of [false, true]) {
    expect((await post(server, "/api/mcp/toggle", { enabled })).body).toEqual({ success: true, enabled });
    expect((await get(server, "/api/mcp/status")).body).toEqual({ enabled });
  }
});

it("M45, M46, M47: the branch of a checkout that settings allow, and of no other", async () => {
  const origin = makeRepo(join(folder, "origin"));
  const checkout = join(folder, "checkout");
  git(folder, "clone", "--quiet", origin, checkout);
  const foreign = makeRepo(join(folder, "foreign"));
  const settings = { branch_roots: [checkout], branch_watch: checkout };
  expect((await post(server, "/api/settings", settings)).body).toMatchObject({ success: true });
  expect((await get(server, "/api/branch/status")).body).toMatchObject({
    current: "main",
    remote: "origin/main",
    ahead: 0,
    behind: 0,
  });
  expect((await get(server, `/api/branch/status?cwd=${encodeURIComponent(foreign)}`)).status).toBe(403);
  git(checkout, "branch", "beta");
  expect((await post(server, "/api/branch/switch", { branch: "beta" })).body).toEqual({ success: true });
  expect((await get(server, "/api/branch/status")).body).toMatchObject({ current: "beta" });
  expect((await post(server, "/api/branch/switch", { branch: "a..b" })).status).toBe(400);
  expect((await post(server, "/api/branch/switch", { branch: "beta", cwd: foreign })).status).toBe(403);
  writeFileSync(join(checkout, "README.md"), "changed\n");
  expect((await post(server, "/api/branch/switch", { branch: "main" })).status).toBe(409);
  git(checkout, "checkout", "--quiet", "--", ".");
  await post(server, "/api/branch/switch", { branch: "main" });

  expect((await post(server, "/api/branch/update")).body).toEqual({ success: true, updated: false });
  writeFileSync(join(origin, "README.md"), "newer\n");
  git(origin, "commit", "--quiet", "--all", "-m", "second");
  expect((await post(server, "/api/branch/update")).body).toEqual({ success: true, updated: true });
  expect((await get(server, "/api/branch/status")).body).toMatchObject({ ahead: 0, behind: 0 });
});
