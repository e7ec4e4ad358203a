/** Addresses of the server itself: health, numbers, settings, stream, login. */
import { z } from "zod";
import { LoginLink, LoginQuery } from "../../contract/login";
import { Overview, OverviewQuery } from "../../contract/overview";
import { SettingsPatch, SettingsSaved, SettingsView } from "../../contract/settings";
import { Readiness, Stats, Version } from "../../contract/stats";
import { StreamFrame, StreamQuery } from "../../contract/stream";
import { CaptureQuestion, CaptureVerdict } from "../../contract/capture-rules";
import { CheckReport, IntegrityState, RebuildState } from "../../contract/checks";
import { LogPage, LogQuery } from "../../contract/logs";
import {
  Health,
  JobListQuery,
  JobPage,
  JobParams,
  JobQueue,
  JobDiscarded,
  JobResult,
  Reindexing,
  ReindexQuery,
} from "../../contract/system";
import type { ApiOperation } from "./types";

const tag = "system";

export const systemOperations: ApiOperation[] = [
  { method: "get", path: "/api/health", tag, summary: "How the server is, and what to do about it", output: Health },
  { method: "get", path: "/api/stats", tag, summary: "Numbers of the worker and of the memories", output: Stats },
  {
    method: "get",
    path: "/api/overview",
    tag,
    summary: "What the console's first page shows: counts, days, what is used most, tokens and spend",
    query: OverviewQuery,
    output: Overview,
  },
  { method: "get", path: "/api/version", tag, summary: "The program's version", output: Version },
  {
    method: "get",
    path: "/api/readiness",
    tag,
    summary: "200 when the store takes writes, else 503",
    output: Readiness,
  },
  {
    method: "get",
    path: "/api/openapi.json",
    tag,
    summary: "This document",
    output: z.record(z.string(), z.unknown()),
  },
  {
    method: "get",
    path: "/api/settings",
    tag,
    summary: "Effective settings and where each comes from",
    output: SettingsView,
  },
  {
    method: "post",
    path: "/api/settings",
    tag,
    summary: "Store any subset of the settings",
    body: SettingsPatch,
    output: SettingsSaved,
  },
  {
    method: "post",
    path: "/api/reindex",
    tag,
    summary: "Make the word index, the vector index or both anew from SQLite",
    query: ReindexQuery,
    output: Reindexing,
    status: 202,
  },
  { method: "get", path: "/api/reindex", tag, summary: "How far a rebuild of the indexes is", output: RebuildState },
  {
    method: "get",
    path: "/api/integrity",
    tag,
    summary: "Whether a check of the store runs, and what the last one found",
    output: IntegrityState,
  },
  {
    method: "post",
    path: "/api/integrity",
    tag,
    summary: "Begin a check of the store: the database file, its links, both indexes",
    output: IntegrityState,
    status: 202,
  },
  {
    method: "post",
    path: "/api/capture-rules",
    tag,
    summary: "Whether a folder or a tool would be captured, and which rule keeps it out",
    body: CaptureQuestion,
    output: CaptureVerdict,
  },
  {
    method: "get",
    path: "/api/checks",
    tag,
    summary: "What doctor checks, as far as a running server can",
    output: CheckReport,
  },
  {
    method: "get",
    path: "/api/logs",
    tag,
    summary: "The server's log, newest first, by level and text",
    query: LogQuery,
    output: LogPage,
  },
  {
    method: "get",
    path: "/api/jobs/queue",
    tag,
    summary: "Jobs by lane and kind, with the longest wait",
    output: JobQueue,
  },
  { method: "get", path: "/api/jobs", tag, summary: "Jobs, latest change first", query: JobListQuery, output: JobPage },
  {
    method: "post",
    path: "/api/jobs/{id}/retry",
    tag,
    summary: "Run a failed job again",
    params: JobParams,
    output: JobResult,
  },
  {
    method: "post",
    path: "/api/jobs/{id}/discard",
    tag,
    summary: "Give a failed job up",
    params: JobParams,
    output: JobDiscarded,
  },
  { method: "post", path: "/api/login", tag, summary: "A one-time link that lets a browser in", output: LoginLink },
  {
    method: "get",
    path: "/api/login",
    tag,
    summary: "Takes a one-time link: sets the cookie, goes to the console",
    query: LoginQuery,
    status: 303,
  },
  {
    method: "get",
    path: "/stream",
    tag,
    summary: "Server-sent events, named by the worker API, by claude-mem 7 or by our feed; resumes by Last-Event-ID",
    query: StreamQuery,
    output: StreamFrame,
    outputType: "text/event-stream",
  },
];
