/** V12 from the other side: what agents of this machine use by default (native addresses, worker API, hooks, MCP) tells nothing of a further account. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as agentMemory from "@/app/api/v1/mem/agent-memory/route";
import { ingest } from "../capture/ingest";
import { hook, prompt, rows } from "../capture/testing";
import { OPERATIONS } from "../http/openapi";
import type { RouteHandler } from "../http/route";
import { drain } from "../jobs/runner";
import { updateMemory } from "../memories/service";
import { connectHost, type McpHost } from "../testing/mcp-client";
import { openTestApp, type TestApp } from "../testing";
import { assistant, call, openAccount, PERSON, toolCall, toolResult, user } from "./testing";

/** Said by the further account, in its name, and by this machine's person. */
const THEIRS = "ambermark";
const NAME = "amberland";
const OURS = "localmark";
const ASKED = "yarn Kafka orders prefer";

let test: TestApp;
let foreign: Record<"memories" | "sessions" | "operations" | "projects" | "observations", number[]>;

const said = (who: string) => [
  user(`I prefer yarn for all my projects, says ${who}. We decided that ${who} uses Kafka for orders.`),
  toolCall(`t-${who}`, "Edit", { file_path: `/w/${who}/a.ts`, old_string: "a", new_string: who }),
  toolResult(`t-${who}`, `ok ${who}`),
  assistant(`${who}: Kafka it is, fixed.`, { turnComplete: true }),
];

beforeAll(async () => {
  test = await openTestApp();
  for (const [name, who] of [
    [NAME, THEIRS],
    ["local", OURS],
  ] as const) {
    const { emk } = openAccount(test.app, name, []);
    const body = { conversationId: "c-1", messages: said(who), flush: true };
    expect((await call(agentMemory.POST, emk, body)).body.status).toBe(0);
  }
  await drain(test.app);
  const ofTheirs = (sql: string): number[] => rows(test.app, sql).map(({ id }) => Number(id));
  const inProject = "project_id IN (SELECT id FROM projects WHERE account_id <> 1)";
  foreign = {
    memories: ofTheirs(`SELECT id FROM memories WHERE ${inProject}`),
    sessions: ofTheirs(`SELECT id FROM sessions WHERE ${inProject}`),
    operations: ofTheirs(`SELECT id FROM operations WHERE ${inProject}`),
    observations: ofTheirs(`SELECT id FROM observations WHERE ${inProject}`),
    projects: ofTheirs("SELECT id FROM projects WHERE account_id <> 1"),
  };
  // What waits for a review, and what is pinned, is listed by other addresses.
  const [first = 0, second = 0] = foreign.memories;
  updateMemory(test.app, first, { tier: "pinned" }, PERSON);
  test.app.sqlite.prepare("UPDATE memories SET review_state = 'needs_review' WHERE id = ?").run(second);
  for (const ids of Object.values(foreign)) expect(ids.length).toBeGreaterThan(0);
});
afterAll(() => test.close());

/** An answer may name the project that it was asked for, never what was said in it. */
const tells = (text: string, query = ""): boolean =>
  text.includes(THEIRS) || (text.includes(NAME) && !query.includes(NAME));

async function handlersOf(path: string): Promise<Record<string, RouteHandler>> {
  const file = join(process.cwd(), "app", path.replace(/\{(\w+)\}/g, "[$1]"), "route.ts");
  return (await import(pathToFileURL(file).href)) as Record<string, RouteHandler>;
}

interface Sent {
  method: string;
  path: string;
  client?: string;
  id?: string;
  query?: string;
  body?: object;
}

/** The answer's text where it is a success, else "". */
async function ask({ method, path, client, id = "", query = "", body }: Sent): Promise<string> {
  const handler = (await handlersOf(path))[method.toUpperCase()];
  if (handler === undefined) throw new Error(`${method} ${path} is not there`);
  const request = new Request(`http://127.0.0.1${path}${query}`, {
    method: method.toUpperCase(),
    headers: {
      ...(client === undefined ? {} : { "x-keepsake-client": client }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const params = { id, name: id, host: "claude-code", action: "restore" };
  const response = await handler(request, { params: Promise.resolve(params) });
  const text = await response.text();
  return response.ok ? text : "";
}

const QUERIES = [
  "",
  "?limit=100",
  `?query=${encodeURIComponent(ASKED)}&limit=50`,
  `?query=${encodeURIComponent(ASKED)}&mode=semantic`,
  "?project=everme:2&limit=50",
  "?project=everme:2&query=Kafka",
  `?project=EverMe%20${NAME}&query=Kafka`,
  `?project=EverMe%20${NAME}&limit=50`,
  "?concept=decision&files=a.ts&type=decision",
  `?path=${encodeURIComponent("a.ts")}`,
  "?format=text&query=Kafka",
  "?session=c&tier=pinned",
];
/** It goes on for as long as somebody listens: its frames have a test of their own (`isolation.test.ts`). */
const ENDLESS = "/stream";
const READS = OPERATIONS.filter(
  ({ method, path }) => method === "get" && !path.startsWith("/api/v1/mem") && path !== ENDLESS,
);

async function told(path: string, client?: string): Promise<string[]> {
  const found: string[] = [];
  const ids = path.includes("{") ? Array.from({ length: 12 }, (_, at) => String(at + 1)).concat("S1", "S2") : [""];
  for (const id of ids) {
    for (const query of path.includes("{") ? [""] : QUERIES) {
      const text = await ask({ method: "get", path, id, query, ...(client === undefined ? {} : { client }) });
      // A block that was handed out names what it was asked for.
      if (tells(text, path.startsWith("/api/injections") ? NAME : query)) found.push(`${path} ${id}${query}`);
    }
  }
  return found;
}

it("V12: no address that reads tells an agent of a further account, by whatever name or number it asks", async () => {
  const leaks: string[] = [];
  for (const { path } of READS) leaks.push(...(await told(path)));
  expect(leaks).toEqual([]);
}, 120_000);

it("V12: a person sees the further account at every address of the console, and whose it is", async () => {
  const seen: string[] = [];
  for (const { path } of READS) if ((await told(path, "console")).length > 0) seen.push(path);
  for (const path of [
    ...["/api/memories", "/api/memories/{id}", "/api/memories/{id}/history", "/api/memories/{id}/related"],
    ...["/api/session-views", "/api/session-views/{id}", "/api/operations", "/api/operations/{id}", "/api/search"],
    ...["/api/projects", "/api/projects/{id}", "/api/timeline/entries", "/api/overview", "/api/stats", "/api/export"],
    ...["/api/accounts", "/api/tokens", "/api/memories/facets", "/api/observation/{id}"],
  ])
    expect([path, seen.includes(path)]).toEqual([path, true]);
}, 120_000);

it("V12: nor does an address that reads by a body, a hook's answer, or a block for a prompt", async () => {
  const place = { cwd: "/w/shop", session_id: "s-1", host: "claude-code", session: "s-1" };
  await ingest(test.app, [hook("SessionStart", { session_id: "s-1", cwd: "/w/shop", source: "startup" })]);
  const bodies: Record<string, object[]> = {
    "/api/memory-search": [
      { query: ASKED, top_k: 50 },
      { query: ASKED, project: "everme:2" },
      { query: ASKED, cwd: "/w/shop" },
    ],
    "/api/context/recall": [
      { prompt: `${ASKED}?`, ...place },
      { prompt: `${ASKED}?`, project: `EverMe ${NAME}` },
    ],
    "/api/context/semantic": [
      { q: ASKED, query: ASKED, limit: 20 },
      { q: ASKED, project: "everme:2" },
    ],
    "/api/observations/batch": [{ ids: foreign.observations }],
    "/api/injections/preview": [{ cwd: "/w/shop" }, { project: "everme:2" }],
    "/api/memories/check": foreign.memories.map((id) => ({ id, key: "a:b:c:d", value: "We prefer yarn and Kafka." })),
    "/api/hooks/{host}": [
      { hook_event_name: "SessionStart", source: "startup", ...place },
      { hook_event_name: "UserPromptSubmit", prompt: `What did we decide about ${ASKED}?`, ...place },
    ],
  };
  for (const [path, list] of Object.entries(bodies)) {
    const { method } = OPERATIONS.find((one) => one.path === path && one.method === "post") ?? { method: "" };
    expect([path, method]).toEqual([path, "post"]);
    for (const body of list) {
      const text = await ask({ method, path, body });
      // An answer may name what was asked for, never what was said.
      expect([path, body, text.includes(THEIRS)]).toEqual([path, body, false]);
    }
  }
});

it("V12: an agent changes, undoes, deletes and moves nothing of a further account, and adds nothing to it", async () => {
  const state = (): unknown => [
    rows(test.app, "SELECT id, value, status, revision, project_id FROM memories ORDER BY id"),
    rows(test.app, "SELECT id, status, project_id FROM sessions WHERE host = 'everme' ORDER BY id"),
    rows(test.app, "SELECT count(*) AS n FROM prompts"),
    rows(test.app, "SELECT count(*) AS n FROM events"),
    rows(test.app, "SELECT id, name, mode FROM projects ORDER BY id"),
    rows(test.app, "SELECT count(*) AS n FROM operations"),
  ];
  const before = state();
  const writes: [string, string, number[], object][] = [
    ["patch", "/api/memories/{id}", foreign.memories, { value: "An agent says something else entirely" }],
    ["delete", "/api/memories/{id}", foreign.memories, {}],
    ["post", "/api/memories/{id}/approve", foreign.memories, {}],
    ["post", "/api/memories/{id}/revert", foreign.memories, {}],
    ["post", "/api/memories/{id}/project", foreign.memories, { project: null }],
    ["post", "/api/memory/{id}/{action}", foreign.memories, {}],
    ["post", "/api/operations/{id}/undo", foreign.operations, {}],
    ["patch", "/api/projects/{id}", foreign.projects, { mode: "off" }],
    ["post", "/api/session-views/{id}/forget", foreign.sessions, {}],
    ["post", "/sessions/{id}/observations", foreign.sessions, { tool_name: "Bash", tool_response: "outsider" }],
    ["post", "/sessions/{id}/summarize", foreign.sessions, { last_assistant_message: "outsider" }],
    ["post", "/sessions/{id}/complete", foreign.sessions, {}],
    ["delete", "/sessions/{id}", foreign.sessions, {}],
  ];
  for (const [method, path, ids, body] of writes) {
    for (const id of ids)
      expect([method, path, await ask({ method, path, id: String(id), body })]).toEqual([method, path, ""]);
  }
  const ids = foreign.memories;
  for (const [path, body] of [
    ["/api/memories/bulk", { action: "archive", ids }],
    ["/api/memories/move", { ids, project: null }],
    ["/api/memories/merge", { ids, keep: ids[0] }],
    ["/api/consolidate", {}],
  ] as const)
    expect([path, await ask({ method: "post", path, body })]).toEqual([path, ""]);
  expect(state()).toEqual(before);
});

it("V12: the worker API and hooks that name a conversation of a further account open one of their own", async () => {
  const [{ name } = { name: "" }] = rows(
    test.app,
    "SELECT host_session_id AS name FROM sessions WHERE id = ?",
    foreign.sessions[0],
  );
  const id = String(name);
  expect(id).toBe("2//agent/c-1");
  await ingest(test.app, [prompt("outsider speaks", { session_id: id, cwd: "/w/shop" })]);
  for (const platform of ["everme", undefined]) {
    const body = { claudeSessionId: id, platformSource: platform, prompt: "outsider speaks", project: "shop" };
    await ask({ method: "post", path: "/api/sessions/init", body });
    const use = {
      claudeSessionId: id,
      platformSource: platform,
      tool_name: "Bash",
      tool_response: "outsider",
      cwd: "/w/shop",
    };
    await ask({ method: "post", path: "/api/sessions/observations", body: use });
  }
  await drain(test.app);
  const told = rows(
    test.app,
    `SELECT p.text FROM prompts p WHERE p.session_id = ? UNION ALL SELECT e.text FROM events e WHERE e.session_id = ?`,
    foreign.sessions[0],
    foreign.sessions[0],
  );
  expect(JSON.stringify(told)).not.toContain("outsider");
});

it("V12: a mistyped word is not put right by a word that only a further account uses", async () => {
  const typo = THEIRS.replace("mark", "marc");
  for (const path of ["/api/search", "/api/memories", "/api/search/observations", "/api/search/prompts"]) {
    const query = `?query=${typo}&limit=20`;
    expect([path, tells(await ask({ method: "get", path, query }))]).toEqual([path, false]);
  }
  expect(await ask({ method: "get", path: "/api/search", query: `?query=${typo}`, client: "console" })).toContain(
    THEIRS,
  );
});

/** Arguments for a tool by the names of its fields. */
function argumentsFor(properties: Record<string, { type?: string }>, project: string | undefined, id: number) {
  const known: Record<string, unknown> = {
    ...{ query: ASKED, q: ASKED, text: ASKED, prompt: ASKED, topic: ASKED, question: ASKED, task: ASKED },
    ...{ concept: "decision", concepts: ["decision"], file: "a.ts", files: ["a.ts"], filePath: "a.ts", path: "a.ts" },
    ...{ id, ids: [id, id + 1], ref: `M${id}`, refs: [`M${id}`, `O${id}`, `S${id}`, `P${id}`], anchor: id },
    ...{ limit: 50, topK: 50, top_k: 50, dry_run: true, forceRefresh: true, type: "decision", obs_type: "decision" },
    ...{ session: "2//agent/c-1", session_id: "2//agent/c-1", project },
  };
  return Object.fromEntries(
    Object.keys(properties).flatMap((name) => (known[name] === undefined ? [] : [[name, known[name]]])),
  );
}

it("V12: no tool, resource or prompt of MCP tells of a further account, and those that search tell of this machine's", async () => {
  const told: string[] = [];
  let ours = 0;
  for (const roots of [[], ["/w/shop"]]) {
    const host: McpHost = await connectHost("?profile=all", { roots });
    const { tools } = await host.client.listTools();
    for (const { name, inputSchema, annotations } of tools) {
      if (annotations?.readOnlyHint !== true && name !== "memory_consolidate") continue;
      const properties = (inputSchema.properties ?? {}) as Record<string, { type?: string }>;
      for (const project of [undefined, "*", "everme:2", `EverMe ${NAME}`]) {
        for (const id of [1, 2, 3, 4, 5]) {
          const args = argumentsFor(properties, project, id);
          const answer = JSON.stringify(await host.call(name, args).catch((error: unknown) => String(error)));
          if (answer.includes(THEIRS) && !JSON.stringify(args).includes(THEIRS))
            told.push(`${name} ${JSON.stringify(args)}`);
          if (answer.includes(`says ${THEIRS}`) || answer.includes(`${THEIRS}: Kafka`))
            told.push(`${name} ${JSON.stringify(args)}`);
          if (answer.includes(OURS)) ours += 1;
        }
      }
    }
    const { resources } = await host.client.listResources();
    const { resourceTemplates } = await host.client.listResourceTemplates();
    const uris = [
      ...resources.map(({ uri }) => uri),
      ...resourceTemplates.flatMap(({ uriTemplate }) =>
        ["everme:2", `EverMe ${NAME}`, "M1", "M2", "M3", "O1", "O2", "S1", "P1"].map((value) =>
          uriTemplate.replace(/\{[^}]*\}/g, encodeURIComponent(value)),
        ),
      ),
    ];
    for (const uri of uris) {
      const text = JSON.stringify(await host.client.readResource({ uri }).catch(() => null));
      if (text.includes(THEIRS) || (text.includes(NAME) && !uri.includes(NAME))) told.push(uri);
    }
    const completed = await host.client.complete({
      ref: { type: "ref/resource", uri: "keepsake://projects/{project}/memories/pinned" },
      argument: { name: "project", value: "" },
    });
    if (JSON.stringify(completed).includes(NAME)) told.push("completion of projects");
    await host.client.close();
  }
  expect([...new Set(told)]).toEqual([]);
  expect(ours).toBeGreaterThan(0);
}, 120_000);
