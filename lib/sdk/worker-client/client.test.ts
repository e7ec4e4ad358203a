import { afterAll, beforeAll, expect, it } from "vitest";
import { OPERATIONS } from "../../http/openapi";
import type { ApiOperation } from "../../http/operations/types";
import { drain } from "../../jobs/runner";
import { openTestApp, type TestApp } from "../../testing";
import { importOne } from "../../testing/ferry";
import { type AppServer, serveApp } from "../../testing/serve-app";
import {
  type ExportRecord,
  isWorkerHealthy,
  WorkerClient,
  type WorkerEvent,
  WorkerRequestError,
} from "../worker-client";
import { until } from "./testing";

/** Addresses that are no part of the worker API, by how they begin, and why. */
const OTHERS: Record<string, string> = {
  "/api/ingest": "our own capture, for hosts' native events",
  "/api/hooks/": "hosts' native hooks",
  "/api/memories": "curated memories have contracts of their own",
  "/api/memory/{id}": "curated memories",
  "/api/memory-search": "curated memories",
  "/api/review": "curated memories",
  "/api/codewatch/hook": "codewatch-memory's own hook",
  "/api/consolidate": "curated memories",
  "/api/projects/{id}": "console and command line",
  "/api/session-views": "console",
  "/api/timeline/": "console",
  "/api/housekeeping": "console",
  "/api/injections": "console",
  "/api/exclusions": "console",
  "/api/llm": "console and command line",
  "/api/overview": "console",
  "/api/operations": "console and command line",
  "/api/activity": "console",
  "/api/receipts": "console",
  "/api/jobs": "console",
  "/api/backups": "console and command line",
  "/api/reindex": "command line",
  "/api/integrity": "console",
  "/api/capture-rules": "console",
  "/api/hard-delete": "console",
  "/api/checks": "console",
  "/api/logs": "console",
  "/api/login": "browsers",
  "/api/session-extract": "command line",
  "/api/extract-stale": "command line",
  "/api/import/": "command line: stores of this machine",
  "/api/context/recall": "codewatch's recall has a contract of its own",
  "/mcp": "agents, by a client of their own protocol",
  "/api/v1/mem/": "the agent SDK: another wire",
  "/api/accounts": "console and command line",
  "/api/tokens": "console and command line",
  "/api/reflections": "console",
  "/api/tasks": "console",
  "/api/pauses": "console and command line",
  "/api/openapi.json": "a document, not a call",
};
const isWorkers = ({ path }: ApiOperation): boolean => !Object.keys(OTHERS).some((start) => path.startsWith(start));

interface Answered {
  operation: ApiOperation | undefined;
  status: number;
  /** Empty for a stream, and where the reader left. */
  text: Promise<string>;
}

let test: TestApp;
let server: AppServer;
let client: WorkerClient;
const answered: Answered[] = [];

const nameOf = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`;
function operationOf(method: string, path: string): ApiOperation | undefined {
  const matching = OPERATIONS.filter(
    (one) => one.method === method.toLowerCase() && new RegExp(`^${one.path.replace(/\{\w+\}/g, "[^/]+")}$`).test(path),
  );
  return matching.sort((a, b) => a.path.split("{").length - b.path.split("{").length)[0];
}

beforeAll(async () => {
  test = await openTestApp();
  server = await serveApp();
  client = new WorkerClient(server.port, {
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      const operation = operationOf(init?.method ?? "GET", new URL(String(input)).pathname);
      const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
      answered.push({
        operation,
        status: response.status,
        text: isStream
          ? Promise.resolve("")
          : response
              .clone()
              .text()
              .catch(() => ""),
      });
      return response;
    },
  });
  await importOne(test.app);
});
afterAll(async () => {
  await server.close();
  await test.close();
});

const CWD = "/w/ferry";
const first = async <T extends { id: number }>(list: Promise<{ items: T[] }>): Promise<number> =>
  (await list).items[0]?.id ?? expect.unreachable("the list is empty");

/** One call of each method; the names are those of the class. */
const CALLS: Record<string, () => Promise<unknown>> = {
  isHealthy: () => client.isHealthy(),
  getHealth: () => client.getHealth(),
  getVersion: () => client.getVersion(),
  getReadiness: () => client.getReadiness(),
  getStats: () => client.getStats(),
  getProjects: () => client.getProjects(),
  initSession: () => client.initSession({ claudeSessionId: "c-1", cwd: CWD, prompt: "Make the pier longer." }),
  queueObservation: () =>
    client.queueObservation({
      claudeSessionId: "c-1",
      cwd: CWD,
      tool_name: "Edit",
      tool_input: { file_path: `${CWD}/pier.ts`, old_string: "a", new_string: "b" },
      tool_response: "The file pier.ts has been updated.",
      tool_use_id: "use-1",
    }),
  queueSummarize: () =>
    client.queueSummarize({ claudeSessionId: "c-1", cwd: CWD, last_assistant_message: "The pier is longer now." }),
  completeSession: () => client.completeSession("c-1"),
  initSessionById: async () => client.initSessionById(await session(), { prompt: "And the crane?", promptNumber: 2 }),
  queueObservationById: async () =>
    client.queueObservationById(await session(), { tool_name: "Bash", tool_input: { command: "make" }, cwd: CWD }),
  queueSummarizeById: async () => client.queueSummarizeById(await session(), { last_assistant_message: "Made." }),
  getSessionStatus: async () => client.getSessionStatus(await session()),
  completeSessionById: async () => client.completeSessionById(await session()),
  deleteSession: async () => client.deleteSession(await session("c-gone")),
  listObservations: () => client.listObservations({ project: "ferry", limit: 5 }),
  listSummaries: () => client.listSummaries(),
  listPrompts: () => client.listPrompts({ offset: 1 }),
  getObservationById: async () => client.getObservationById(await first(client.listObservations())),
  getSessionById: async () => client.getSessionById(`S${await first(client.listSummaries())}`),
  getSummaryById: async () => client.getSummaryById(await first(client.listSummaries())),
  getPromptById: async () => client.getPromptById(await first(client.listPrompts())),
  getObservationsByIds: async () => client.getObservationsByIds([await first(client.listObservations())], { limit: 1 }),
  getObservationsByFile: () => client.getObservationsByFile("queue.ts", { project: "ferry" }),
  getProcessingStatus: () => client.getProcessingStatus(),
  saveMemory: () => client.saveMemory({ text: "The crane is checked on Mondays.", title: "Crane", project: "ferry" }),
  search: () => client.search({ query: "NATS", type: "observations", obs_type: ["change", "decision"], limit: 5 }),
  searchText: () => client.searchText({ query: "NATS" }),
  searchObservations: () => client.searchObservations({ query: "NATS", orderBy: "date_desc" }),
  searchSessions: () => client.searchSessions({ query: "ferry" }),
  searchPrompts: () => client.searchPrompts({ query: "ferry" }),
  searchByConcept: () => client.searchByConcept("change"),
  searchByFile: () => client.searchByFile("queue.ts"),
  searchByType: () => client.searchByType("change", { format: "full" }),
  getSearchHelp: () => client.getSearchHelp(),
  getDecisions: () => client.getDecisions({ limit: 3 }),
  getChanges: () => client.getChanges({ project: "ferry" }),
  getHowItWorks: () => client.getHowItWorks(),
  getTimeline: async () => client.getTimeline({ anchor: await first(client.listObservations()), depth_before: 2 }),
  getRecentContext: () => client.getRecentContext({ project: "ferry", limit: 2 }),
  getContext: () => client.getContext({ cwd: CWD, preview: true }),
  getContextTrace: () => client.getContextTrace({ project: "ferry", preview: true }),
  getContextPreview: () => client.getContextPreview({ project: "ferry" }),
  getSemanticContext: () => client.getSemanticContext({ q: "Which queue does the ferry use?", project: "ferry" }),
  getSettings: () => client.getSettings(),
  updateSettings: () => client.updateSettings({ selectedProject: "ferry", sidebarOpen: false }),
  getMcpStatus: () => client.getMcpStatus(),
  toggleMcp: () => client.toggleMcp(true),
  getBranchStatus: () => refused(client.getBranchStatus({ project: "ferry" })),
  switchBranch: () => refused(client.switchBranch("main", { cwd: test.home })),
  updateBranch: () => refused(client.updateBranch({ cwd: test.home })),
  importRows: () => client.importRows({ observations: [], prompts: [] }),
  importLines: () => refused(client.importLines("{}\n")),
  exportRecords: () => client.exportRecords(() => undefined, { kinds: ["memory"], evidence: false }),
  deleteObservation: async () => client.deleteObservation(await first(client.listObservations())),
  deleteSummary: async () => client.deleteSummary(await first(client.listSummaries())),
  deletePrompt: async () => client.deletePrompt(await first(client.listPrompts())),
  connectSSE: async () => {
    let opened = false;
    const stream = client.connectSSE(() => undefined, { onOpen: () => (opened = true) });
    await until(() => opened);
    stream.close();
    await stream.closed;
  },
};

/** The numeric id of a session of ours. */
async function session(claudeSessionId = "c-2"): Promise<number> {
  const { sessionDbId } = await client.initSession({ claudeSessionId, cwd: CWD, prompt: "Look after the crane." });
  return sessionDbId ?? expect.unreachable("the session was not made");
}
/** There is no checkout, or nothing to take in: the worker says so. */
const refused = (asked: Promise<unknown>): Promise<void> =>
  asked.then(
    () => expect.unreachable("it was not refused"),
    (error: unknown) => {
      expect(error).toBeInstanceOf(WorkerRequestError);
      expect((error as WorkerRequestError).status).toBeLessThan(500);
      expect((error as WorkerRequestError).code).toEqual(expect.any(String));
    },
  );

const methodsOf = (prototype: object): string[] =>
  Object.entries(Object.getOwnPropertyDescriptors(prototype))
    .filter(([name, { value }]) => typeof value === "function" && name !== "constructor")
    .map(([name]) => name);

it("M50: every method is called here", () => {
  expect(Object.keys(CALLS).sort()).toEqual(methodsOf(WorkerClient.prototype).sort());
});

it.each(Object.keys(CALLS))("M50: %s is answered by the real route with what its contract promises", async (name) => {
  answered.length = 0;
  await CALLS[name]?.();
  await drain(test.app);
  expect(answered.length).toBeGreaterThan(0);
  for (const { operation, status, text } of answered) {
    expect([name, operation !== undefined && isWorkers(operation)]).toEqual([name, true]);
    if (status >= 400 || operation?.output === undefined) continue;
    const body = await text;
    const isJson = operation.outputType === undefined && body.startsWith("{");
    if (isJson) expect(operation.output.safeParse(JSON.parse(body)).error).toBeUndefined();
  }
});

it("M50: every operation of the worker API has a method", async () => {
  answered.length = 0;
  for (const call of Object.values(CALLS)) await call();
  const called = new Set(answered.map(({ operation }) => operation && nameOf(operation)));
  const without = OPERATIONS.filter((operation) => isWorkers(operation) && !called.has(nameOf(operation)));
  expect(without.map(nameOf)).toEqual([]);
});

it("M50: each address that has no method is there, so that the list of them does not grow old", () => {
  for (const start of Object.keys(OTHERS))
    expect([start, OPERATIONS.some(({ path }) => path.startsWith(start))]).toEqual([start, true]);
});

it("M50: what is captured is found, listed and announced on the stream", async () => {
  const events: WorkerEvent[] = [];
  let opened = false;
  const stream = client.connectSSE((event) => events.push(event), { onOpen: () => (opened = true) });
  try {
    await until(() => opened);
    expect(await isWorkerHealthy(server.port)).toBe(true);
    const use = {
      claudeSessionId: "c-3",
      cwd: CWD,
      tool_name: "Edit",
      tool_input: { file_path: `${CWD}/lighthouse.ts`, old_string: "a", new_string: "b" },
      tool_response: "The file lighthouse.ts has been updated.",
      tool_use_id: "use-3",
    };
    expect(await client.queueObservation(use)).toEqual({ status: "queued" });
    expect(await client.queueObservation(use)).toEqual({ status: "skipped", reason: "duplicate" });
    expect(
      await client.queueSummarize({ claudeSessionId: "c-private", last_user_message: "<private>no</private>" }),
    ).toEqual({
      status: "skipped",
      reason: "private",
    });
    await drain(test.app);
    await until(() => events.some(({ type }) => type === "observation_created"));
    const made = events.find((event) => event.type === "observation_created");
    const id = made !== undefined && "observation" in made ? made.observation.id : 0;
    const row = await client.getObservationById(id);
    expect(row).toMatchObject({ sdk_session_id: "c-3", project: "ferry" });
    expect(JSON.parse(row.files_touched)).toEqual([expect.stringContaining("lighthouse.ts")]);
    const found = await client.search({ query: "lighthouse", type: "observations" });
    expect(found.observations.map((hit) => hit.id)).toContain(id);
    expect(await client.completeSession("c-3")).toMatchObject({ success: true });
    expect(await client.completeSession("nobody")).toEqual({ success: true, message: "No active session found" });
  } finally {
    stream.close();
  }
});

it("M50: what there is not is a refusal with the worker's own words", async () => {
  await expect(client.getObservationById(999_999)).rejects.toMatchObject({ status: 404, code: "not_found" });
  await expect(client.listObservations({ limit: 101 })).rejects.toMatchObject({
    status: 400,
    code: "validation_failed",
  });
});

it("M52: a stream resumes after an id, so that nothing is lost between two connections", async () => {
  const seen: WorkerEvent[] = [];
  const one = client.connectSSE((event) => seen.push(event));
  await until(() => one.lastEventId !== undefined);
  one.close();
  await one.closed;
  await client.queueObservation({ claudeSessionId: "c-4", cwd: CWD, tool_name: "Bash", tool_input: { command: "ls" } });
  const later: WorkerEvent[] = [];
  const two = client.connectSSE((event) => later.push(event), { lastEventId: one.lastEventId });
  try {
    await until(() => later.some(({ type }) => type === "observation_queued"));
  } finally {
    two.close();
  }
});

it("M50: an export is read line by line, a reader's own error ends it, and it comes in again", async () => {
  const records: ExportRecord[] = [];
  await client.exportRecords((record) => void records.push(record));
  expect([records[0]?.type, records.at(-1)?.type]).toEqual(["header", "footer"]);
  expect(records.length).toBeGreaterThan(5);
  const report = await client.importLines(records.map((record) => JSON.stringify(record)).join("\n"));
  expect(report).toMatchObject({ success: true, whole: true });
  const mistake = new Error("the disk is full");
  await expect(client.exportRecords(() => Promise.reject(mistake))).rejects.toBe(mistake);
});
