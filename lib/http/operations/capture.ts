/** Addresses of capture, and of the sessions that were captured. */
import { HookBody, HookParams, HookQuery, IngestItem, IngestResult } from "../../contract/capture";
import { CodewatchHook, CodewatchHooked } from "../../contract/codewatch-hook";
import {
  ForgetResult,
  SessionListQuery,
  SessionPage,
  SessionView,
  SessionViewParams,
  SessionViewQuery,
  TurnsQueued,
  TurnsToRead,
} from "../../contract/session-view";
import type { ApiOperation } from "./types";

const tag = "capture";

export const captureOperations: ApiOperation[] = [
  {
    method: "post",
    path: "/api/ingest",
    tag,
    summary: "Take one event, an array, or lines of JSON; one bad item never spoils the rest",
    body: IngestItem.or(IngestItem.array()),
    bodyTypes: ["application/json", "application/x-ndjson"],
    output: IngestResult,
    status: 202,
  },
  {
    method: "post",
    path: "/api/hooks/{host}",
    tag,
    summary: "Take a host's native hook body; answers in that host's format",
    params: HookParams,
    query: HookQuery,
    body: HookBody,
    acceptTypes: ["text/plain"],
  },
  {
    method: "post",
    path: "/api/codewatch/hook",
    tag,
    summary: "Take in the last messages of a transcript, once; what codewatch-memory --hook does",
    body: CodewatchHook,
    output: CodewatchHooked,
  },
  {
    method: "get",
    path: "/api/session-views",
    tag,
    summary: "Sessions, latest first",
    query: SessionListQuery,
    output: SessionPage,
  },
  {
    method: "get",
    path: "/api/session-views/{id}",
    tag,
    summary: "One session, turn by turn",
    params: SessionViewParams,
    query: SessionViewQuery,
    output: SessionView,
  },
  {
    method: "post",
    path: "/api/session-views/{id}/forget",
    tag,
    summary: "Forget a session with all that was drawn from it alone; can be undone",
    params: SessionViewParams,
    output: ForgetResult,
  },
  {
    method: "post",
    path: "/api/session-views/{id}/extract",
    tag,
    summary: "Read one turn, or all turns of a session, anew: by the rules or by the language model",
    params: SessionViewParams,
    body: TurnsToRead,
    output: TurnsQueued,
    status: 202,
  },
];
