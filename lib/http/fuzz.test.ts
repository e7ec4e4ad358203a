/** X11: whatever is sent to an address of the OpenAPI document, the answer is JSON (or what the document says) and never a failure of ours. */
import { mkdirSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { listBackups, makeBackup } from "../backups/service";
import { ingest } from "../capture/ingest";
import { bash, hook, prompt, rows } from "../capture/testing";
import { ErrorBody } from "../contract/errors";
import { ExportHeader, ExportLine, EXPORT_TYPE } from "../contract/export";
import { LANES } from "../jobs/handlers";
import { drain } from "../jobs/runner";
import { createMemory, softDeleteMemory } from "../memories/service";
import { makeRepo, tempFolder } from "../testing/git";
import { hostileText, nearMisses } from "../testing/near-misses";
import { PERSON, plantText } from "../testing/planting";
import { jsonSchemaOf, valuesOf, type Words } from "../testing/schema-arbitrary";
import { openTestApp, type TestApp } from "../testing";
import { OPERATIONS } from "./openapi";
import type { ApiOperation } from "./operations/types";
import type { RouteHandler } from "./route";

/** Of each address; the whole file takes about half a minute. */
const RUNS = 50;
const AT_MOST_MS = 1_500;
const seed = process.env.KEEPSAKE_FUZZ_SEED;
const bounds = {
  numRuns: RUNS,
  interruptAfterTimeLimit: AT_MOST_MS,
  ...(seed === undefined ? {} : { seed: Number(seed) }),
};

const HOME = homedir();
const folder = tempFolder();
const repo = join(folder, "repo");
/** The home folder of the tests. */
const away = join(folder, "home");
const wordsNow = (): Words => ({
  texts: [
    ...["claude-code", "s-1", "shop", "app", "unknown", "main", "Bash", "Edit", repo, "~/notes", "1", "S1", "P1"],
    ...["UserPromptSubmit", "PostToolUse", "Stop", "SessionEnd", "TranscriptLine", "user", "assistant"],
    ...["shop:tooling:deps:manager", "observations", "decision", "bugfix,feature", "gateway", "2026-06-01", "update"],
  ],
  fields: [
    ...["session_id", "claudeSessionId", "cwd", "prompt", "tool_name", "tool_input", "tool_response", "tool_use_id"],
    ...["transcript_path", "message", "content", "type", "uuid", "sessionId", "timestamp", "source", "reason"],
    ...["id", "title", "narrative", "sdk_session_id", "created_at_epoch", "prompt_text", "request", "project"],
  ],
  byName: {
    host: ["claude-code"],
    action: ["update", "archive", "restore", "delete", "hard_delete"],
    name: listBackups(test.app).backups.map(({ name }) => name),
    hook_event_name: ["UserPromptSubmit", "PostToolUse", "Stop", "SessionStart", "SessionEnd"],
    event: ["UserPromptSubmit", "PostToolUse", "TranscriptLine"],
    session_id: ["s-1", "s-2"],
    sessionId: ["s-1"],
    type: ["observations", "sessions", "prompts", "memories", "events", "decision"],
    anchor: ["1", "S1", "P1", "2026-06-01T12:00:00Z"],
    kinds: ["memory,observation", "project"],
    project: ["shop", "app"],
    cwd: [repo, "/w/app"],
    branch: ["main"],
    // Empty parameters count as absent.
    cursor: [""],
    threshold: [0.9],
    value: ["We keep everything in SQLite, always."],
    claudeSessionId: ["s-1", "s-2"],
  },
});

/** What only reads goes first, while all is there. */
const ORDER = ["get", "post", "put", "patch", "delete"];
/** What answers in another form than ours has a test of its own: `mcp-fuzz.test.ts`. */
const OURS = OPERATIONS.filter(({ failure }) => failure === undefined);
const IN_ORDER = OURS.sort((a, b) => ORDER.indexOf(a.method) - ORDER.indexOf(b.method));

interface Sent {
  params: Record<string, string>;
  query: string;
  body: string | undefined;
  headers: Record<string, string>;
}

let test: TestApp;
beforeAll(async () => {
  // Addresses that read other tools' stores or checkouts find an empty home.
  mkdirSync(away);
  vi.stubEnv("HOME", away);
  expect(homedir()).toBe(away);
  makeRepo(repo);
  // What the environment holds no request changes: no language model is asked, whatever the settings say.
  test = await openTestApp({
    env: {
      HOME: away,
      PATH: process.env["PATH"] ?? "",
      KEEPSAKE_LLM_PROVIDER: "none",
      KEEPSAKE_BRANCH_ROOTS: folder,
    },
  });
  await fill(test);
});
afterAll(async () => {
  await test.close();
  rmSync(folder, { recursive: true, force: true });
  vi.unstubAllEnvs();
});

/** A few rows of every kind, so that small ids name something. */
async function fill({ app }: TestApp): Promise<void> {
  for (const name of ["gateway", "plumbing", "ferry"]) plantText(test, `The ${name} drains at three.`, name);
  const items = [
    prompt("Why is the total wrong?"),
    bash("12 passed"),
    hook("Stop"),
    prompt("And the header?"),
    bash("ok"),
  ];
  await ingest(app, items, PERSON);
  createMemory(app, { key: "shop:tooling:deps:manager", value: "Always use pnpm here." }, { actor: PERSON });
  const { id } = createMemory(app, { key: "shop:db:engine:main", value: "SQLite, always." }, { actor: PERSON });
  softDeleteMemory(app, id, PERSON);
  for (const value of ["The cart lives for 300 s.", "The cart lives for 600 s."])
    createMemory(app, { key: "shop:cart:fact:ttl", value }, { actor: { kind: "agent", name: "claude" } });
  await drain(app, LANES);
  makeBackup(app, PERSON);
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));
const entriesOf = (value: unknown): [string, string][] =>
  Object.entries(value ?? {}).map(([name, inner]) => [name, textOf(inner)]);

type Part = "params" | "query" | "body";

/** Arbitraries of one address; `wrong` names the parts that are not as the schema has them. */
function requests(operation: ApiOperation, wrong: Part[]): fc.Arbitrary<Sent> {
  const part = (name: Part): fc.Arbitrary<unknown> => {
    const schema = operation[name];
    if (schema === undefined) return fc.constant(undefined);
    const good = valuesOf(jsonSchemaOf(schema), wordsNow());
    return wrong.includes(name) ? fc.oneof(good, nearMisses(good)) : good;
  };
  const asJson = part("body").map((body) => ({ body: JSON.stringify(body), type: "application/json" }));
  const bodies =
    operation.bodyTypes?.includes(EXPORT_TYPE) === true ? fc.oneof(asJson, lines(operation, wrong)) : asJson;
  return fc
    .record({
      params: part("params"),
      query: part("query"),
      sent: bodies,
      accept: fc.constantFrom("application/json", "text/plain", EXPORT_TYPE, "*/*"),
      client: fc.constantFrom("console", "claude-mem"),
    })
    .map(({ params, query, sent, accept, client }) => ({
      // An address has no empty part.
      params: Object.fromEntries(entriesOf(params).map(([name, value]) => [name, value || "0"])),
      query: new URLSearchParams(entriesOf(query)).toString(),
      body: operation.method === "get" ? undefined : sent.body,
      headers: {
        accept,
        "x-keepsake-client": client,
        ...(sent.body === undefined ? {} : { "content-type": sent.type }),
      },
    }));
}

/** Lines of an import: our own export's at its address, else as many bodies as come. */
function lines(operation: ApiOperation, wrong: Part[]): fc.Arbitrary<{ body: string; type: string }> {
  const isRestore = operation.path === "/api/import";
  const schema = isRestore ? ExportLine : operation.body;
  const good = schema === undefined ? fc.constant({}) : valuesOf(jsonSchemaOf(schema), wordsNow());
  const line = wrong.includes("body") ? fc.oneof(good, nearMisses(good)) : good;
  const head = isRestore ? valuesOf(jsonSchemaOf(ExportHeader), wordsNow()).map((header) => [header]) : fc.constant([]);
  return fc.tuple(head, fc.array(line, { maxLength: 6 })).map(([header, rest]) => ({
    body: [...header, ...rest].map((one) => JSON.stringify(one) ?? "").join("\n"),
    type: EXPORT_TYPE,
  }));
}

const BROKEN_BODIES = [
  "",
  " ",
  "{",
  '{"a":',
  '{"a":1}}',
  "[",
  "nul",
  "undefined",
  "[1,2",
  '"',
  "<html>",
  "a=1&b=2",
  "\0",
  "\ufeff{}",
  "{}\n{",
  "\n\n\n",
  '{"a":1,"a":2}',
  "[".repeat(20_000),
  '{"a":'.repeat(20_000),
  `{"x":"${"y".repeat(17 * 1024 * 1024)}"}`,
];
const HEADERS: Record<string, string>[] = [
  {},
  { "content-type": "application/json" },
  { "content-type": "application/json; charset=utf-16" },
  { "content-type": "text/plain" },
  { "content-type": "multipart/form-data; boundary=x" },
  { "content-type": EXPORT_TYPE },
  { "content-type": "application/json", "content-encoding": "gzip" },
  { "content-type": ";;;" },
];

const broken = (operation: ApiOperation): fc.Arbitrary<Sent> =>
  fc
    .tuple(
      requests(operation, []),
      fc.oneof(fc.constantFrom(...BROKEN_BODIES), hostileText),
      fc.constantFrom(...HEADERS),
    )
    .map(([good, body, headers]) => ({ ...good, body, headers }));

async function handlerOf({ method, path }: ApiOperation): Promise<RouteHandler> {
  const file = join(process.cwd(), "app", path.replace(/\{(\w+)\}/g, "[$1]"), "route.ts");
  const module = (await import(pathToFileURL(file).href)) as Record<string, RouteHandler>;
  const handler = module[method.toUpperCase()];
  if (handler === undefined) throw new Error(`${file} has no ${method}`);
  return handler;
}

async function answerOf(handler: RouteHandler, { method, path }: ApiOperation, sent: Sent): Promise<Response> {
  const { body, headers, params, query } = sent;
  // Names of backups are times.
  test.clock.now += 1;
  const request = new Request(`http://127.0.0.1${path.replace(/\{\w+\}/g, "1")}?${query}`, {
    method: method.toUpperCase(),
    headers,
    ...(body === undefined || method === "get" ? {} : { body: new TextEncoder().encode(body) }),
  });
  return handler(request, { params: Promise.resolve(params) });
}

/** A stream's first piece, another answer whole. */
async function readText(response: Response, isEndless: boolean): Promise<string> {
  if (!isEndless) return response.text();
  const reader = response.body?.getReader();
  const first = await reader?.read();
  await reader?.cancel();
  return new TextDecoder().decode(first?.value);
}

const INSIDE =
  /\bat (?:\S+ \()?\S*\.(?:ts|js|mjs):\d|node_modules|\bSQLITE_|\b(?:SELECT|INSERT|UPDATE|DELETE) .{0,80}\b(?:FROM|INTO|SET|WHERE)\b|ZodError/;

async function judge(operation: ApiOperation, response: Response): Promise<void> {
  const type = response.headers.get("content-type") ?? "";
  const isGood = response.status < 400;
  const expected = operation.outputType ?? "application/json";
  const text = await readText(response, isGood && expected === "text/event-stream");
  expect(response.status, text.slice(0, 500)).toBeLessThan(500);
  expect(response.headers.get("x-request-id")).toMatch(/^req_/);
  if (isGood) {
    if (response.status === 303) return;
    const others = expected === "text/plain" ? ["application/json"] : (operation.acceptTypes ?? []);
    expect([expected, ...others]).toContain(type.split(";")[0]);
    if (!type.startsWith("application/json")) return;
    const body: unknown = JSON.parse(text);
    const parsed = operation.output?.safeParse(body);
    expect(parsed?.success === false ? [parsed.error.issues, text.slice(0, 500)] : null).toBeNull();
    return;
  }
  expect(type).toBe("application/json; charset=utf-8");
  const body = ErrorBody.parse(JSON.parse(text));
  expect(body.requestId).toBe(response.headers.get("x-request-id"));
  expect(text).not.toMatch(INSIDE);
  for (const place of [process.cwd(), HOME, away, test.home]) expect(text).not.toContain(place);
}

it.each(IN_ORDER)("X11: $method $path", async (operation) => {
  const handler = await handlerOf(operation);
  const parts = (["params", "query", "body"] as const).filter((name) => operation[name] !== undefined);
  const sent = fc.oneof(requests(operation, []), requests(operation, parts), broken(operation));
  const property = fc.asyncProperty(sent, async (request) =>
    judge(operation, await answerOf(handler, operation, request)),
  );
  await fc.assert(property, bounds);
});

it("X11: what was stored on the way can be worked off, and no prototype was touched", async () => {
  await drain(test.app, LANES);
  expect(rows(test.app, "SELECT kind, last_error FROM jobs WHERE last_error IS NOT NULL")).toEqual([]);
  expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
});
