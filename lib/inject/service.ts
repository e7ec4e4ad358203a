/** Builds, stores and reads the block that an agent gets at session start. Waits for no model and no network. */
import { z } from "zod";
import { appendActivity } from "../activity/repo";
import type { App, Tx } from "../context";
import { AppError } from "../contract/errors";
import {
  type Injection,
  type InjectionBrief,
  type InjectionListQuery,
  type InjectionPage,
  TraceEntry,
} from "../contract/inject";
import { write, writeRefusal } from "../db/write";
import { countAccess } from "../memories/repo";
import { ById, decodeCursor, encodeCursor, pageOf } from "../paging";
import { findProject, identifyProject, projectIdsOf, resolveProjects } from "../projects/service";
import { readSettings } from "../settings/service";
import { cleanText } from "../text/clean";
import { estimateTokens } from "../text/estimate";
import { composeBlock } from "./compose";
import { findCandidates } from "./query";
import { type BriefInjection, injectionById, insertInjection, listInjectionRows, type ProjectRow } from "./repo";
import { relevanceTerms } from "./score";

const MAX_PROJECTS = 20;

export interface InjectRequest {
  /** Key, name or alias, or a comma list of them. */
  project?: string | undefined;
  /** Names the project when `project` is absent, and its branch when `branch` is. */
  cwd?: string | undefined;
  /** Absent and not known from `cwd` = all branches, each named. */
  branch?: string | undefined;
  /** Hook event, e.g. `SessionStart`. */
  event?: string | undefined;
  host?: string | undefined;
  session?: string | undefined;
  /** Characters; the setting `inject_max_chars` still bounds it. */
  maxChars?: number | undefined;
  /** Only look: nothing is stored, no access is counted. */
  preview?: boolean | undefined;
}

/**
 * The session-start block (E27–E38, M39). `text` is empty, and `id` 0, when there is nothing to inject; a project that is
 * unknown still gets global memories, a project whose mode is `off` gets nothing. While the store takes no writes, the agent
 * gets its block all the same, unstored (`id` 0).
 * Throws `validation_failed` when neither `project` nor `cwd` is given.
 */
export function buildInjection(app: App, asked: InjectRequest): Injection {
  const request = cleanRequest(asked);
  const place = locate(app, request);
  const settings = readSettings(app);
  const build = () => {
    const scope = {
      projectIds: place.projects.map((project) => project.id),
      branch: place.branch,
      terms: relevanceTerms(request.cwd, place.names, settings.inject_project_aliases),
    };
    const maxChars = Math.min(request.maxChars ?? settings.inject_max_chars, settings.inject_max_chars);
    const frame = { project: place.names.join(", ") || null, branch: place.branch, now: app.now(), maxChars };
    return composeBlock(findCandidates(app, scope, settings), settings, frame);
  };
  if (place.isOff) return toAnswer(app, place, request, { text: "", trace: [] }, 0);
  if (request.preview === true) return toAnswer(app, place, request, build(), 0);
  try {
    return write(app, (tx) => {
      const block = build();
      if (block.text === "") return toAnswer(app, place, request, block, 0);
      return toAnswer(app, place, request, block, store(app, tx, place, request, block));
    });
  } catch (error) {
    const code = writeRefusal(error);
    if (code === null) throw error;
    app.log.warn({ code, event: request.event }, "injection not stored");
    return toAnswer(app, place, request, build(), 0);
  }
}

/** One stored block with its trace; `not_found` when it is gone or never was. */
export function getInjection(app: App, id: number): Injection {
  const stored = injectionById(app.db, id);
  if (stored === undefined) {
    throw new AppError("not_found", `There is no injection ${id}.`, {
      hint: "GET /api/injections lists those that are kept.",
    });
  }
  const trace = z.array(TraceEntry).parse(JSON.parse(stored.row.trace));
  return { ...toBrief(stored), text: stored.row.text, trace };
}

/** Stored blocks, newest first, by keyset. An unknown project has none. */
export function listInjections(app: App, query: InjectionListQuery): InjectionPage {
  const [before] = decodeCursor("injections", ById, query.cursor) ?? [];
  const rows = listInjectionRows(app.db, projectIdsOf(app, query.project), before, query.limit + 1);
  const { items, nextCursor } = pageOf(rows, query.limit, ({ row }) => encodeCursor("injections", row.id));
  return { items: items.map(toBrief), nextCursor };
}

/** What names the place is shown in the block and stored with it: free of secrets and private text, as all that is stored. */
function cleanRequest(request: InjectRequest): InjectRequest {
  const clean = (text: string | undefined) => (text === undefined ? undefined : cleanText(text).text.trim());
  return {
    ...request,
    project: clean(request.project),
    cwd: clean(request.cwd),
    branch: clean(request.branch),
    host: clean(request.host),
    session: clean(request.session),
  };
}

interface Place {
  projects: ProjectRow[];
  /** Shown, and what makes a key relevant where no folder is given. */
  names: string[];
  branch: string | null;
  isOff: boolean;
}

function locate(app: App, request: InjectRequest): Place {
  const ref = request.project?.trim() ?? "";
  const cwd = request.cwd?.trim() ?? "";
  if (ref === "" && cwd === "") {
    throw new AppError("validation_failed", "project: say which project, or send cwd.", {
      hint: "For example /api/context/inject?project=app.",
      details: [{ path: "project", message: "required, or cwd" }],
    });
  }
  const identity = cwd === "" ? null : identifyProject(app, { cwd });
  const branch = request.branch?.trim() || (ref === "" ? identity?.branch : null) || null;
  const byFolder = ref === "" && identity !== null;
  const found = byFolder ? findProject(app.db, identity) : null;
  const known = byFolder ? (found === null ? [] : [found]) : resolveList(app, ref);
  const on = known.filter((project) => project.mode !== "off");
  const names = known.length > 0 ? known.map((project) => project.name) : [identity?.name ?? ref];
  return { projects: on, names: [...new Set(names)], branch, isOff: known.length > 0 && on.length === 0 };
}

/** A reference that is a project with a comma in its name wins over the list. */
function resolveList(app: App, ref: string): ProjectRow[] {
  const whole = resolveProjects(app, ref);
  if (whole.length > 0 || !ref.includes(",")) return whole;
  const parts = ref.split(",", MAX_PROJECTS).map((part) => part.trim());
  const found = parts.filter((part) => part !== "").flatMap((part) => resolveProjects(app, part));
  return [...new Map(found.map((project) => [project.id, project])).values()];
}

interface Block {
  text: string;
  trace: TraceEntry[];
  memoryIds?: number[];
}

function store(app: App, tx: Tx, place: Place, request: InjectRequest, block: Block): number {
  const now = app.now();
  const projectId = place.projects[0]?.id ?? 0;
  countAccess(tx, now, block.memoryIds ?? []);
  const id = insertInjection(tx, now, {
    projectId,
    branch: place.branch,
    host: request.host ?? null,
    hostSessionId: request.session ?? null,
    event: request.event ?? "SessionStart",
    text: block.text,
    trace: block.trace,
  });
  appendActivity(tx, now, {
    kind: "injection.created",
    projectId,
    entityType: "injection",
    entityId: id,
    data: { chars: block.text.length, memories: block.memoryIds?.length ?? 0 },
  });
  return id;
}

const toAnswer = (app: App, place: Place, request: InjectRequest, block: Block, id: number): Injection => ({
  id,
  project_id: place.projects[0]?.id ?? 0,
  project: place.names.join(", ") || null,
  branch: place.branch,
  host: request.host ?? null,
  session: request.session ?? null,
  event: request.event ?? "SessionStart",
  text: block.text,
  chars: block.text.length,
  tokens: estimateTokens(block.text.length),
  created_at: app.now(),
  trace: block.trace,
});

const toBrief = ({ row, project }: BriefInjection): InjectionBrief => ({
  id: row.id,
  project_id: row.projectId,
  project,
  branch: row.branch,
  host: row.host,
  session: row.hostSessionId,
  event: row.event,
  chars: row.chars,
  tokens: estimateTokens(row.chars),
  created_at: row.createdAt,
});
