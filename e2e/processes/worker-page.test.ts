/** Capture and stream of claude-mem's integration page, example by example, as a script written against it runs them (M1–M15, M48, M49, M54). */
import { afterAll, beforeAll, expect, it } from "vitest";
import { leaks, settled } from "../support/cases";
import { type Frame, listen, type Listener } from "../support/listen";
import { type Server, until } from "../support/server";
import { HASH_EMBEDDER, useStage } from "../support/stage";
import { get, post, send } from "../support/worker";

const stage = useStage(HASH_EMBEDDER, afterAll);
/** M3. */
const SHOWS_UP_WITHIN_MS = 2_000;
const BAKERY = "/w/bakery";

let server: Server;
let listener: Listener;
beforeAll(async () => {
  server = await stage.start();
  listener = await listen(server);
  stage.atEnd(() => listener.close());
});

const ofSession = (id: unknown) => (data: Record<string, unknown>) => data["sessionDbId"] === id;
const edit = (claudeSessionId: string, file: string, more: object = {}) => ({
  claudeSessionId,
  tool_name: "Edit",
  tool_input: { file_path: `${BAKERY}/${file}`, old_string: "rye", new_string: "spelt" },
  tool_response: { success: true },
  cwd: BAKERY,
  ...more,
});
const observationsOf = async (project: string): Promise<Record<string, unknown>[]> =>
  (await get(server, `/api/observations?offset=0&limit=100&project=${project}`)).body.items as Record<
    string,
    unknown
  >[];

it("M1, M25, M26, M49: the worker answers by both names of this machine, with version, readiness and the console", async () => {
  const { port } = new URL(server.url);
  for (const host of ["127.0.0.1", "localhost"]) {
    const health = await fetch(`http://${host}:${port}/api/health`);
    expect(await health.json()).toMatchObject({ status: "ok" });
  }
  expect((await get(server, "/api/version")).body).toEqual({ version: expect.any(String) as string });
  expect((await get(server, "/api/readiness")).status).toBe(200);
  const console = await get(server, "/");
  expect([console.status, console.type]).toEqual([200, expect.stringContaining("text/html") as string]);
});

it("M48, M54: the stream connects, and a listener with onmessage alone hears everything", async () => {
  await listener.next("connected");
  expect((await listener.next("initial_load")).data["projects"]).toEqual(expect.any(Array));
  expect((await listener.next("processing_status")).data).toMatchObject({
    isProcessing: expect.any(Boolean) as boolean,
    queueDepth: expect.any(Number) as number,
  });
});

it("M9, M6, M7, M8, M2, M3, M48, M54: a session as hooks tell it, and the four broadcasts", async () => {
  const claudeSessionId = "page-hooks";
  const begun = await post(server, "/api/sessions/init", {
    claudeSessionId,
    project: "bakery",
    prompt: "Swap rye for spelt in the dough recipe",
    cwd: BAKERY,
  });
  expect(begun.body).toEqual({ sessionDbId: expect.any(Number) as number, promptNumber: 1, skipped: false });
  const { sessionDbId } = begun.body as { sessionDbId: number };
  await listener.next("session_started", ofSession(sessionDbId));
  expect(
    (await listener.next("new_prompt", (data) => data["claude_session_id"] === claudeSessionId)).data,
  ).toMatchObject({
    id: expect.any(Number) as number,
    project: "bakery",
    prompt_number: 1,
    prompt_text: "Swap rye for spelt in the dough recipe",
    created_at_epoch: expect.any(Number) as number,
  });

  const queued = await post(server, "/api/sessions/observations", edit(claudeSessionId, "dough.ts"));
  expect([queued.status, queued.body]).toEqual([200, { status: "queued" }]);
  await listener.next("observation_queued", ofSession(sessionDbId));
  const mine = (data: Record<string, unknown>) =>
    (data["observation"] as Record<string, unknown>)["sdk_session_id"] === claudeSessionId;
  const created = await listener.next("observation_created", mine, SHOWS_UP_WITHIN_MS);
  const row = created.data["observation"] as Record<string, string>;
  expect(row).toMatchObject({ project: "bakery", prompt_number: 1, obs_type: expect.any(String) as string });
  expect(JSON.parse(row["files_touched"] ?? "")).toEqual([expect.stringContaining("dough.ts")]);
  for (const list of ["facts", "concepts"]) expect(JSON.parse(row[list] ?? "")).toEqual(expect.any(Array));
  expect(String(row["created_at_epoch"])).toMatch(/^\d{13}$/);

  const ended = await post(server, "/api/sessions/summarize", {
    claudeSessionId,
    last_user_message: "Swap rye for spelt in the dough recipe",
    last_assistant_message: "Swapped rye for spelt in dough.ts. The proofing time stays as it was.",
  });
  expect(ended.body).toEqual({ status: "queued" });
  await listener.next("summarize_queued", ofSession(sessionDbId));
  const summary = await listener.next(
    "summary_created",
    (data) => (data["summary"] as Record<string, unknown>)["sdk_session_id"] === claudeSessionId,
  );
  expect(summary.data["summary"]).toMatchObject({
    project: "bakery",
    summary_text: expect.stringMatching(/spelt/) as string,
  });

  expect((await get(server, `/sessions/${sessionDbId}/status`)).body).toMatchObject({
    status: "active",
    sessionDbId,
    project: "bakery",
    queueLength: expect.any(Number) as number,
    uptime: expect.any(Number) as number,
  });
  expect((await post(server, "/api/sessions/complete", { claudeSessionId })).body).toEqual({ success: true });
  expect((await get(server, `/sessions/${sessionDbId}/status`)).body).toEqual({ status: "not_found" });
  expect((await post(server, "/api/sessions/complete", { claudeSessionId })).body).toEqual({
    success: true,
    message: "No active session found",
  });
  expect((await post(server, "/api/sessions/complete", { claudeSessionId: "nobody" })).body).toEqual({
    success: true,
    message: "No active session found",
  });
  expect([...listener.fields].sort()).toEqual(expect.not.arrayContaining(["event"]));
});

it("M5, M6, M54: the first observation makes the session, whatever its fields are called", async () => {
  const aliases = [
    { contentSessionId: "page-alias-1", tool_result: "12 loaves" },
    { session_id: "page-alias-2", tool_response: ["12 loaves"] },
    { claudeSessionId: "page-alias-3", tool_response: { stdout: "12 loaves" }, platformSource: "cursor" },
  ];
  for (const [index, alias] of aliases.entries()) {
    const body = {
      ...alias,
      tool_name: "Bash",
      tool_input: { command: `bake --loaves ${index}` },
      cwd: `/w/oven-${index}`,
    };
    expect((await post(server, "/api/sessions/observations", body)).body).toEqual({ status: "queued" });
    await until(
      async () => ((await observationsOf(`oven-${index}`)).length > 0 ? true : undefined),
      SHOWS_UP_WITHIN_MS,
    );
  }
  const nowhere = { claudeSessionId: "page-nowhere", tool_name: "Bash", tool_input: { command: "ls shelves" } };
  expect((await post(server, "/api/sessions/observations", nowhere)).body).toEqual({ status: "queued" });
  await until(async () => ((await observationsOf("unknown")).length > 0 ? true : undefined), SHOWS_UP_WITHIN_MS);
  const again = edit("page-alias-1", "again.ts", { tool_use_id: "toolu_page_1" });
  expect((await post(server, "/api/sessions/observations", again)).body).toEqual({ status: "queued" });
  expect((await post(server, "/api/sessions/observations", again)).body).toEqual({
    status: "skipped",
    reason: "duplicate",
  });
});

it("M10, M11, M12, M13, M14: the same by the numeric id", async () => {
  const begun = await post(server, "/api/sessions/init", { claudeSessionId: "page-numeric", cwd: "/w/cellar" });
  const { sessionDbId } = begun.body as { sessionDbId: number };
  const at = `/sessions/${sessionDbId}`;
  const init = await post(server, `${at}/init`, { userPrompt: "Count the sacks of flour", promptNumber: 1 });
  expect(init.body).toMatchObject({ status: "initialized", sessionDbId, port: Number(new URL(server.url).port) });
  const use = { tool_name: "Bash", tool_input: { command: "count sacks" }, tool_response: "41", prompt_number: 1 };
  expect((await post(server, `${at}/observations`, { ...use, cwd: "/w/cellar" })).body).toEqual({ status: "queued" });
  await until(async () => ((await observationsOf("cellar")).length > 0 ? true : undefined), SHOWS_UP_WITHIN_MS);
  const end = { last_user_message: "Count the sacks of flour", last_assistant_message: "There are 41 sacks." };
  expect((await post(server, `${at}/summarize`, end)).body).toEqual({ status: "queued" });
  expect((await get(server, `${at}/status`)).body).toMatchObject({
    status: "active",
    claudeSessionId: "page-numeric",
    userPrompt: "Count the sacks of flour",
    lastPromptNumber: 1,
  });
  // No body, no content type.
  expect((await post(server, `${at}/complete`)).body).toEqual({ success: true });
  expect((await send(server, "DELETE", at)).body).toEqual({ status: "deleted" });
  expect((await get(server, `${at}/status`)).body).toEqual({ status: "not_found" });
});

it("M15, M54: tags are taken out of every string at every depth before anything is written", async () => {
  await post(server, "/api/sessions/observations", {
    claudeSessionId: "page-tags",
    tool_name: "Bash",
    tool_input: {
      command: "echo <private>PAGESECRET-1</private> flour",
      deep: [{ er: "<PRIVATE>PAGESECRET-2</PRIVATE>" }],
    },
    tool_response:
      "ok <claude-mem-context>PAGESECRET-3</claude-mem-context> <private>a<private>b</private>PAGESECRET-4</private> sieved",
    cwd: "/w/pantry",
  });
  await until(async () => ((await observationsOf("pantry")).length > 0 ? true : undefined), SHOWS_UP_WITHIN_MS);
  await settled(server);
  expect(leaks(server, "PAGESECRET")).toEqual([]);
});

it("M15, M6, M7, M9, M54: nothing of a private turn is kept, the next one is", async () => {
  const claudeSessionId = "page-private";
  const init = (prompt: string) => post(server, "/api/sessions/init", { claudeSessionId, prompt, cwd: "/w/safe" });
  expect((await init("<private>the PAGEPRIVATE combination</private>")).body).toMatchObject({
    skipped: true,
    reason: "private",
  });
  const use = (command: string) =>
    post(server, "/api/sessions/observations", {
      claudeSessionId,
      tool_name: "Bash",
      tool_input: { command },
      cwd: "/w/safe",
    });
  expect((await use("open PAGEPRIVATE")).body).toEqual({ status: "skipped", reason: "private" });
  const end = { claudeSessionId, last_user_message: "x", last_assistant_message: "PAGEPRIVATE opened" };
  expect((await post(server, "/api/sessions/summarize", end)).body).toEqual({ status: "skipped", reason: "private" });
  expect((await init("Oil the hinge")).body).toMatchObject({ skipped: false });
  expect((await use("oil hinge")).body).toEqual({ status: "queued" });
  await until(async () => ((await observationsOf("safe")).length > 0 ? true : undefined), SHOWS_UP_WITHIN_MS);
  const alone = { claudeSessionId: "page-private-2", last_user_message: "<private>PAGEPRIVATE</private>" };
  expect((await post(server, "/api/sessions/summarize", alone)).body).toEqual({ status: "skipped", reason: "private" });
  await settled(server);
  expect(leaks(server, "PAGEPRIVATE")).toEqual([]);
});

it("M4: what is wrong is told in JSON, at the top level as clients read it", async () => {
  const missing = await post(server, "/api/sessions/observations", { tool_name: "Bash" });
  expect([missing.status, missing.body]).toEqual([
    400,
    expect.objectContaining({ error: "Missing claudeSessionId", code: "validation_failed" }),
  ]);
  const broken = await fetch(`${server.url}/api/sessions/observations`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: '{"claudeSessionId":',
  });
  expect([broken.status, broken.headers.get("content-type")]).toEqual([400, "application/json; charset=utf-8"]);
  expect(await broken.json()).toMatchObject({ error: expect.any(String) as string, code: "invalid_json" });
});

it("M48: the older names under ?names=legacy, and no event is lost over a reconnect", async () => {
  const legacy = await listen(server, "?names=legacy");
  stage.atEnd(() => legacy.close());
  const before = await legacy.next("connected");
  legacy.close();
  const claudeSessionId = "page-legacy";
  await post(server, "/api/sessions/observations", edit(claudeSessionId, "crust.ts"));
  await listener.next(
    "observation_created",
    (data) => (data["observation"] as Record<string, unknown>)["sdk_session_id"] === claudeSessionId,
  );
  await post(server, "/api/sessions/complete", { claudeSessionId });

  const names = async (resumed: Listener): Promise<string[]> => {
    await resumed.next("session_completed");
    return resumed.frames.map(({ type }: Frame) => type);
  };
  const byHeader = await listen(server, "?names=legacy", { "last-event-id": before.id });
  const byQuery = await listen(server, `?names=legacy&lastEventId=${before.id}`);
  for (const resumed of [byHeader, byQuery]) {
    stage.atEnd(() => resumed.close());
    const types = await names(resumed);
    expect(types).toEqual(expect.arrayContaining(["session_started", "observation_queued", "new_observation"]));
    expect(types).not.toContain("observation_created");
    expect(resumed.fields.has("event")).toBe(false);
  }
});
