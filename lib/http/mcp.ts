/** The MCP server over streamable HTTP: one session a client, refusals in the protocol's own form. */
import { randomUUID } from "node:crypto";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { isInitializeRequest } from "@modelcontextprotocol/sdk/types.js";
import { getApp } from "../app";
import type { App } from "../context";
import { AppError } from "../contract/errors";
import { EVERME_KEY_HEADER, McpQuery } from "../contract/mcp";
import { newId } from "../ids";
import { wrongParams } from "../mcp/protocol-error";
import { createMcpServer } from "../mcp/server";
import { requireMcp } from "../settings/mcp";
import { contentType, readText } from "./body";
import { toMcpResponse } from "./mcp-answer";
import { dropSession, endSessions, findSession, keepSession, makeRoom, type McpSession } from "./mcp-sessions";
import { dataHeaders } from "./respond";
import type { RouteHandler, RouteSpec } from "./route";

const MAX_BYTES = 1024 * 1024;
const ALLOWED = "GET, POST, DELETE";
/** Apps whose sessions end with them. */
const watched = new WeakSet<App>();

type Answer = (app: App, request: Request) => Promise<Response>;

/** As `route`, with the protocol's errors. */
function mcpRoute(spec: RouteSpec, answer: Answer): RouteHandler {
  const handler = async (request: Request): Promise<Response> => {
    const requestId = newId("req");
    let app: App | undefined;
    try {
      app = await getApp();
      requireMcp(app);
      return withHeaders(await answer(app, request), requestId);
    } catch (error) {
      return toMcpResponse(error, requestId, app?.log);
    }
  };
  return Object.assign(handler, { spec });
}

/** `no-store` also for streams, which say more about themselves. */
function withHeaders(response: Response, requestId: string): Response {
  for (const [name, value] of Object.entries(dataHeaders(requestId))) {
    if (name !== "cache-control" || !response.headers.has(name)) response.headers.set(name, value);
  }
  if (response.headers.get("content-type") === "application/json")
    response.headers.set("content-type", "application/json; charset=utf-8");
  return response;
}

const refuse: RouteHandler = Object.assign(
  (): Promise<Response> => {
    const error = new AppError("method_not_allowed", "The MCP server does not take that method.", {
      hint: `Use one of: ${ALLOWED}.`,
    });
    return Promise.resolve(toMcpResponse(error, newId("req"), undefined, { allow: ALLOWED }));
  },
  { spec: {} as RouteSpec },
);

const post: Answer = async (app, request) => {
  // Before the body is read: anything but JSON could come from a web page without a preflight (X03).
  if (contentType(request) !== "application/json") {
    throw new AppError("unsupported_media_type", "The body must be JSON.", {
      hint: "Send the header content-type: application/json.",
    });
  }
  const parsedBody = parse(await readText(request, MAX_BYTES));
  const session = sessionOf(app, request);
  if (session !== null) {
    const wrong = wrongParams(parsedBody);
    return wrong === null ? session.transport.handleRequest(request, { parsedBody }) : Response.json(wrong);
  }
  if (!isInitializeRequest(parsedBody)) throw noSession();
  return (await open(app, request)).transport.handleRequest(request, { parsedBody });
};

const withSession: Answer = (app, request) => {
  const session = sessionOf(app, request);
  if (session === null) throw noSession();
  return session.transport.handleRequest(request);
};

/** What the server sends by itself. */
const listen: Answer = async (app, request) => {
  const response = await withSession(app, request);
  const session = sessionOf(app, request);
  if (response.ok && session !== null) {
    session.streams += 1;
    request.signal.addEventListener("abort", () => (session.streams -= 1), { once: true });
  }
  return response;
};

export const mcpMethods = {
  GET: mcpRoute({}, listen),
  POST: mcpRoute({}, post),
  DELETE: mcpRoute({}, withSession),
  HEAD: refuse,
  PUT: refuse,
  PATCH: refuse,
  OPTIONS: refuse,
};

const noSession = (): AppError =>
  new AppError("validation_failed", "The header Mcp-Session-Id is missing.", {
    hint: "Send initialize first; its answer carries the id of the session.",
  });

/** null = none is named. Throws `not_found` for one that is not there (any more): the client begins anew. */
function sessionOf(app: App, request: Request): McpSession | null {
  const id = request.headers.get("mcp-session-id");
  if (id === null) return null;
  const session = findSession(app, id);
  if (session !== undefined) return session;
  throw new AppError("not_found", "There is no such MCP session (any more).", { hint: "Send initialize again." });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError("invalid_json", "The body is not valid JSON.", { cause });
  }
}

async function open(app: App, request: Request): Promise<McpSession> {
  const query = McpQuery.parse(
    Object.fromEntries([...new URL(request.url).searchParams].filter(([, value]) => value !== "")),
  );
  makeRoom(app);
  if (!watched.has(app)) {
    watched.add(app);
    app.onClose(() => Promise.resolve(endSessions(app)));
  }
  const { profile, ...where } = query;
  const server = createMcpServer(app, {
    profile,
    where,
    evermeKey: request.headers.get(EVERME_KEY_HEADER) ?? undefined,
    onCall: (delta) => (session.calls += delta),
  });
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    maxRequestBodySize: MAX_BYTES,
    onsessioninitialized: (id) => keepSession(id, session),
  });
  const session: McpSession = { app, transport, close: () => server.close(), usedAt: app.now(), calls: 0, streams: 0 };
  await server.connect(transport);
  // After `connect`, which takes the transport's callbacks for itself and calls on those that were there.
  const ended = transport.onclose;
  transport.onclose = () => {
    if (transport.sessionId !== undefined) dropSession(transport.sessionId);
    ended?.();
  };
  return session;
}
