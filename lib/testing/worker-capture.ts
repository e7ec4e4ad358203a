/** Test helper: the routes of capture as a client calls them. */
import * as complete from "@/app/api/sessions/complete/route";
import * as init from "@/app/api/sessions/init/route";
import * as observations from "@/app/api/sessions/observations/route";
import * as summarize from "@/app/api/sessions/summarize/route";
import * as sessionComplete from "@/app/sessions/[id]/complete/route";
import * as sessionInit from "@/app/sessions/[id]/init/route";
import * as sessionObservations from "@/app/sessions/[id]/observations/route";
import * as session from "@/app/sessions/[id]/route";
import * as sessionStatus from "@/app/sessions/[id]/status/route";
import * as sessionSummarize from "@/app/sessions/[id]/summarize/route";
import { column, rows, type Row } from "../capture/testing";
import type { App } from "../context";
import { type Answer, type Route, send } from "./send";

const ROUTES = { init, observations, summarize, complete };
const SESSION_ROUTES = {
  init: sessionInit,
  observations: sessionObservations,
  summarize: sessionSummarize,
  complete: sessionComplete,
};
export type Verb = keyof typeof ROUTES;

/** `POST /api/sessions/<verb>`. */
export const post = (verb: Verb, body: unknown): Promise<Answer> =>
  send(ROUTES[verb] as unknown as Route, "POST", { body, client: "claude-mem" });

/** `POST /sessions/<id>/<verb>`. */
export const postTo = (id: number | string, verb: Verb, body?: unknown): Promise<Answer> =>
  send(SESSION_ROUTES[verb] as unknown as Route, "POST", {
    params: { id: String(id) },
    client: "claude-mem",
    ...(body === undefined ? {} : { body }),
  });

/** `GET /sessions/<id>/status`. */
export const statusOf = (id: number | string): Promise<Answer> =>
  send(sessionStatus as unknown as Route, "GET", { params: { id: String(id) } });

/** `DELETE /sessions/<id>`. */
export const remove = (id: number | string): Promise<Answer> =>
  send(session as unknown as Route, "DELETE", { params: { id: String(id) } });

/** What capture stored, in order. */
export const storedSessions = (app: App): Row[] =>
  rows(app, "SELECT id, host, host_session_id, status FROM sessions ORDER BY id");
export const storedPrompts = (app: App): Row[] =>
  rows(app, "SELECT prompt_number, text, is_private FROM prompts ORDER BY id");
export const storedTurns = (app: App): Row[] =>
  rows(app, "SELECT number, status, is_private FROM turns ORDER BY number");
/** Kinds of what the feed tells. */
export const toldKinds = (app: App): unknown[] => column(app, "SELECT kind FROM activity ORDER BY id");

export const UUID = "0f6c1c52-7a39-4b0e-9d0e-3a1b8f0c2d4e";

/** A tool use of session `s-1`, unless told otherwise. */
export const use = (more: Record<string, unknown> = {}): Record<string, unknown> => ({
  claudeSessionId: "s-1",
  tool_name: "Bash",
  tool_input: { command: "make test" },
  tool_response: "12 passed",
  cwd: "/w/app",
  ...more,
});
