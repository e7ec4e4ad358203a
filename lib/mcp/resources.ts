/** What agents and their users may attach: projects, pinned memories, today's activity, and single rows by address. */
import { type McpServer, ResourceTemplate } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import {
  ErrorCode,
  type ReadResourceResult,
  type ServerNotification,
  type ServerRequest,
} from "@modelcontextprotocol/sdk/types.js";
import type { Variables } from "@modelcontextprotocol/sdk/shared/uriTemplate.js";
import type { App } from "../context";
import { AppError } from "../contract/errors";
import { EntityRef } from "../contract/mcp-core";
import { TimelineQuery } from "../contract/timeline";
import { DATA_SENTENCE } from "../inject/frame";
import { listMemoryPage } from "../memories/list";
import { allProjects } from "../projects/service";
import { requireMcp } from "../settings/mcp";
import { isoTime } from "../worker/rows";
import { timeline } from "../worker/timeline";
import { failure, fitEntries } from "./answer";
import { type Caller, type Reach, reachOf } from "./caller";
import { countsOf, line, memoryEntry, momentEntry, when } from "./lines";
import { defect, protocolError } from "./protocol-error";
import { readRef } from "./tools/core-read";

/** Attached by a person on purpose: more room than an answer that nobody asked for in full. */
const MAX_TOKENS = 8_000;
const MAX_ROWS = 100;

export type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;
type Read = (caller: Caller, variables: Variables) => string | Promise<string>;

const FIXED: { name: string; uri: string; title: string; description: string; read: Read }[] = [
  {
    name: "projects",
    uri: "keepsake://projects",
    title: "Projects",
    description: "All projects that something is stored for, latest activity first.",
    read: projectsText,
  },
  {
    name: "pinned-memories",
    uri: "keepsake://memories/pinned",
    title: "Pinned memories",
    description: "What this project, and every other one, should always keep in mind.",
    read: (caller) => pinnedText(caller, reachOf(caller)),
  },
  {
    name: "activity-today",
    uri: "keepsake://activity/today",
    title: "Today",
    description: "Prompts, observations and summaries of today in this project.",
    read: (caller) => todayText(caller, reachOf(caller)),
  },
];

const TEMPLATES: { name: string; uri: string; title: string; description: string; read: Read }[] = [
  {
    name: "project-pinned",
    uri: "keepsake://projects/{project}/memories/pinned",
    title: "Pinned memories of a project",
    description: "By the project's name or key.",
    read: (caller, variables) => pinnedText(caller, reachOf(caller, decode(variables["project"]))),
  },
  {
    name: "project-today",
    uri: "keepsake://projects/{project}/activity/today",
    title: "Today in a project",
    description: "By the project's name or key.",
    read: (caller, variables) => todayText(caller, reachOf(caller, decode(variables["project"]))),
  },
  {
    name: "row",
    uri: "keepsake://rows/{ref}",
    title: "One memory, observation, summary, prompt or event",
    description: "By the id that tools show, e.g. M12, O41, S7, P3, E9.",
    read: (caller, variables) => `${DATA_SENTENCE}\n\n${readRef(caller, refIn(decode(variables["ref"]))).text}`,
  },
];

/** Registers them; `callerOf` says who reads, from where, and may ask the host for it. */
export function addResources(server: McpServer, app: App, callerOf: (extra: Extra) => Promise<Caller>): void {
  const answer = async (uri: URL, read: Read, variables: Variables, extra: Extra): Promise<ReadResourceResult> => {
    const caller = await callerOf(extra);
    try {
      requireMcp(caller.app);
      return { contents: [{ uri: uri.href, mimeType: "text/plain", text: await read(caller, variables) }] };
    } catch (error) {
      throw toMcpError(caller, error);
    }
  };
  for (const { name, uri, title, description, read } of FIXED) {
    server.registerResource(name, uri, { title, description, mimeType: "text/plain" }, (asked, extra) =>
      answer(asked, read, {}, extra),
    );
  }
  for (const { name, uri, title, description, read } of TEMPLATES) {
    const complete = uri.includes("{project}") ? { project: (begun: string) => projectNames(app, begun) } : undefined;
    const template = new ResourceTemplate(uri, { list: undefined, ...(complete === undefined ? {} : { complete }) });
    server.registerResource(name, template, { title, description, mimeType: "text/plain" }, (asked, variables, extra) =>
      answer(asked, read, variables, extra),
    );
  }
}

/** Throws `validation_failed` for what no encoding makes. */
function decode(value: string | string[] | undefined): string {
  try {
    return decodeURIComponent(String(value ?? ""));
  } catch (cause) {
    throw new AppError("validation_failed", "The address holds a % that encodes nothing.", { cause });
  }
}

function refIn(text: string): string {
  const ref = EntityRef.safeParse(text);
  if (ref.success) return ref.data;
  throw new AppError("validation_failed", "A row's address ends like M12, O41, S7, P3 or E9.");
}

function projectsText({ app }: Caller): string {
  const rows = openProjects(app);
  if (rows.length === 0) return "Nothing is stored yet.";
  const entries = rows.map(
    (row) =>
      `${line(row.name)} (key ${line(row.key)}, mode ${row.mode}): ${countsOf(row)}; last activity ${when(row.last_activity_at)}`,
  );
  return `${DATA_SENTENCE}\n\n${fitEntries(entries, MAX_TOKENS, "The console lists all.").text}`;
}

/** This machine's that are not off. */
const openProjects = (app: App) => allProjects(app, false).items.filter(({ mode }) => mode !== "off");

/** Names that begin so, latest activity first. */
function projectNames(app: App, begun: string): string[] {
  const start = begun.trim().toLowerCase();
  const names = openProjects(app).map(({ name }) => name);
  return [...new Set(names)].filter((name) => name.toLowerCase().startsWith(start)).slice(0, MAX_ROWS);
}

async function pinnedText({ app }: Caller, reach: Reach): Promise<string> {
  if (reach.closed !== null) return reach.closed;
  const pages = await Promise.all(
    (reach.ref === undefined ? [undefined] : ["global", reach.ref]).map((project) =>
      listMemoryPage(app, {
        status: "active",
        tier: "pinned",
        mode: "text",
        sort: "importance",
        limit: MAX_ROWS,
        project,
      }),
    ),
  );
  const rows = pages.flatMap(({ items }) => items).filter((row) => row.review_state === null && reach.tells(row));
  const distinct = [...new Map(rows.map((row) => [row.id, row])).values()];
  if (distinct.length === 0) return "Nothing is pinned here.";
  return `${DATA_SENTENCE}\n\n${fitEntries(distinct.map(memoryEntry), MAX_TOKENS, "keepsake_search finds the rest.").text}`;
}

async function todayText({ app }: Caller, reach: Reach): Promise<string> {
  if (reach.closed !== null) return reach.closed;
  if (reach.isNew) return "Nothing happened in this project yet.";
  const start = new Date(app.now()).setHours(0, 0, 0, 0);
  const items = await timeline(
    app,
    TimelineQuery.parse({ anchor: isoTime(start), depth_before: 0, depth_after: MAX_ROWS, project: reach.ref }),
  );
  const told = items.filter((item) => item.created_at_epoch >= start && reach.tells({ project: item.project }));
  if (told.length === 0) return "Nothing happened today.";
  return `${DATA_SENTENCE}\n\n${fitEntries(told.map(momentEntry), MAX_TOKENS, "keepsake_timeline shows the rest.").text}`;
}

/** What was wrong with the request says so; a defect of ours says nothing, and the log has it. */
export function toMcpError({ app }: Caller, error: unknown): Error {
  const told = failure(error)?.content[0];
  if (told?.type === "text") {
    const { error: sentence, hint } = JSON.parse(told.text) as { error: string; hint?: string };
    return protocolError(ErrorCode.InvalidParams, hint === undefined ? sentence : `${sentence} ${hint}`);
  }
  app.log.error({ err: error }, "MCP resource failed");
  return defect();
}
