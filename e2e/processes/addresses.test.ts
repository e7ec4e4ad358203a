/** X11, M4: every address, by each of the seven methods that Next accepts, and addresses that are none: JSON or what the document says, never HTML, never a 5xx. */
import { Agent, type IncomingMessage, request } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ZodType } from "zod";
import { ErrorBody } from "../../lib/contract/errors";
import { EvermeEnvelope } from "../../lib/contract/everme";
import { EXPORT_TYPE } from "../../lib/contract/export";
import { McpError } from "../../lib/contract/mcp";
import { OPERATIONS } from "../../lib/http/openapi";
import type { Server } from "../support/server";
import { HASH_EMBEDDER, useStage } from "../support/stage";

const stage = useStage(HASH_EMBEDDER, afterAll);
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const DATA_TYPES = ["application/json", "text/plain", "text/event-stream", EXPORT_TYPE];
const agent = new Agent({ keepAlive: true, maxSockets: 4 });

let server: Server;
beforeAll(async () => {
  const home = stage.home();
  // Addresses that read other tools' stores find an empty home.
  server = await stage.start({ home, env: { HOME: home } });
});
afterAll(() => agent.destroy());

interface Answer {
  status: number;
  type: string;
  text: string;
}

/** By the path as it stands: `fetch` would tidy it up. */
function ask(method: string, path: string, body?: string, headers: Record<string, string> = {}): Promise<Answer> {
  const { port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, method, path, agent, headers }, (response: IncomingMessage) => {
      const type = response.headers["content-type"] ?? "";
      const answer = { status: response.statusCode ?? 0, type, text: "" };
      // A stream has no end.
      const isEndless = type.startsWith("text/event-stream");
      response.on("data", (chunk: Buffer) => {
        answer.text += chunk.toString();
        if (isEndless) response.destroy();
      });
      response.on("error", (error) => (isEndless ? undefined : reject(error)));
      response.on("close", () => resolve(answer));
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

function judge(about: string, method: string, { status, type, text }: Answer): void {
  expect(status, `${about}: ${text.slice(0, 300)}`).toBeLessThan(500);
  expect(type, about).not.toContain("html");
  // Next itself sends doubled slashes to the address without them.
  if (status >= 300 && status < 400) return;
  if (text !== "") {
    const known = DATA_TYPES.some((one) => type.startsWith(one));
    expect([about, known ? "" : `${type}: ${text.slice(0, 200)}`]).toEqual([about, ""]);
  }
  if (status < 400 || method === "HEAD") return;
  const body = refusalAt(about).safeParse(JSON.parse(text));
  expect([about, body.success]).toEqual([about, true]);
  expect(text, about).not.toMatch(/node_modules|\bat .*\.(?:ts|js):\d|SQLITE|ZodError/);
  for (const place of [process.cwd(), server.home]) expect(text, about).not.toContain(place);
}

/** The MCP server and the gateway refuse in their own protocol's form. */
function refusalAt(about: string): ZodType {
  if (/ \/mcp\/?(?: |$)/.test(about)) return McpError.or(ErrorBody);
  return about.includes(" /api/v1/mem/") ? EvermeEnvelope.refine(({ status }) => status !== 0) : ErrorBody;
}

/** What stands in the place of a parameter: an id, and texts that no id looks like. */
const VALUES = ["1", "999999999999", "__proto__", "%00", "%F0%9F%92%A9", "..%2F..%2Fetc%2Fpasswd", "a".repeat(3000)];

it("X11: every address by every method", async () => {
  const paths = [...new Set(OPERATIONS.map(({ path }) => path))].flatMap((path) =>
    path.includes("{") ? VALUES.map((value) => path.replace(/\{\w+\}/g, value)) : [path],
  );
  expect(paths.length).toBeGreaterThan(90);
  for (const path of paths) {
    for (const method of METHODS) judge(`${method} ${path.slice(0, 80)}`, method, await ask(method, path));
  }
});

it("X11, M4: addresses that are none, and such as nobody can decode", async () => {
  const paths = [
    ...["/api", "/api/", "/api/nothing", "/api/observations/1/2", "/api//health", "/api/health/"],
    ...["/api/../api/health", "/api/./health", "/api/health;x=1", "/api/health/%2e%2e/stats", "/api/_next/data"],
    ...["/api/%", "/api/%E0%A4%A", "/api/%C0%AF", "/api/observation/%FF", "/api/backups/%/restore", "/api/health?x=%"],
    ...["/sessions/1", "/sessions/1/nothing", "/sessions/%/status", "/sessions/1/%E0%A4%A"],
    ...[
      "/sessions/1/status/",
      "/sessions//status",
      "/sessions/x/y/z",
      "/stream/",
      "/stream/x",
      "/stream/%",
      "/stream%",
      "/mcp/",
      "/mcp/x",
      "/mcp/%",
    ],
    ...["/%", "/%E0%A4%A"],
  ];
  for (const path of paths) {
    for (const method of METHODS) judge(`${method} ${path}`, method, await ask(method, path));
  }
});

it("X11, M4: broken bodies at every address that takes one", async () => {
  const bodies: [body: string, type: string][] = [
    ["{", "application/json"],
    ["[[[", "application/json"],
    ["\0", "application/json"],
    ['{"__proto__":{"a":1}}', "application/json"],
    ["{}", "text/plain"],
    ["{}\n{", EXPORT_TYPE],
    ["a=1", "application/x-www-form-urlencoded"],
  ];
  for (const { method, path } of OPERATIONS.filter((operation) => operation.method !== "get")) {
    for (const [body, type] of bodies) {
      const upper = method.toUpperCase();
      const headers = { "content-type": type, "content-length": String(Buffer.byteLength(body)) };
      const answer = await ask(upper, path.replace(/\{\w+\}/g, "1"), body, headers);
      judge(`${upper} ${path} ${type} ${body.slice(0, 10)}`, upper, answer);
    }
  }
});
