/** Open sessions of the MCP server: bounded, ended when nobody uses them, all of them when the server stops. */
import type { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import type { App } from "../context";
import { AppError } from "../contract/errors";

export interface McpSession {
  app: App;
  transport: WebStandardStreamableHTTPServerTransport;
  /** Ends the server and its streams. */
  close(): Promise<void>;
  usedAt: number;
  /** Calls of tools under way. */
  calls: number;
  /** Streams that its client listens on: it is there, however long it says nothing. */
  streams: number;
}

export const MAX_SESSIONS = 100;
/** Milliseconds; who comes back later begins anew, as the protocol has it. */
export const IDLE_MS = 60 * 60_000;

/** On globalThis, because the route and the end of the process may be two module instances. */
const KEY = Symbol.for("keepsake.mcp-sessions");
type Slot = { [KEY]?: Map<string, McpSession> };
const sessions = (): Map<string, McpSession> => ((globalThis as Slot)[KEY] ??= new Map());

/** The session, which counts as used now; undefined for one that is not there, or of another store. */
export function findSession(app: App, id: string): McpSession | undefined {
  endIdle(app);
  const session = sessions().get(id);
  if (session?.app !== app) return undefined;
  session.usedAt = app.now();
  return session;
}

/** Throws `busy` when as many are open as may be and each is at work; else the one that was used longest ago gives way. */
export function makeRoom(app: App): void {
  endIdle(app);
  const open = [...sessions()];
  if (open.length < MAX_SESSIONS) return;
  const [oldest] = open
    .filter(([, { calls }]) => calls === 0)
    .sort(([, a], [, b]) => a.streams - b.streams || a.usedAt - b.usedAt);
  if (oldest === undefined) {
    throw new AppError("busy", "Too many MCP sessions are at work.", { hint: "Try again in a moment." });
  }
  end(oldest[0]);
}

export const keepSession = (id: string, session: McpSession): void => void sessions().set(id, session);
export const dropSession = (id: string): void => void sessions().delete(id);
export const countSessions = (app: App): number => [...sessions().values()].filter((one) => one.app === app).length;

/** Those of one store, or all of them. */
export function endSessions(app?: App): void {
  for (const [id, session] of sessions()) if (app === undefined || session.app === app) end(id);
}

function endIdle(app: App): void {
  const before = app.now() - IDLE_MS;
  for (const [id, session] of sessions()) {
    const isIdle = session.calls === 0 && session.streams === 0 && session.usedAt < before;
    if (session.app === app && isIdle) end(id);
  }
}

function end(id: string): void {
  const session = sessions().get(id);
  sessions().delete(id);
  session?.close().catch((error: unknown) => session.app.log.warn({ err: error }, "MCP session not closed cleanly"));
}
