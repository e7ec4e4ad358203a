/** Pages of the timeline: all that happened and all that was learned, on one axis. */
import { z } from "zod";
import type { App } from "../context";
import type {
  TimelineEntriesQuery,
  TimelineEntry,
  TimelineEntryPage,
  TimelineKind,
  ToolUse,
} from "../contract/timeline-entries";
import { SUBAGENT } from "../contract/evidence";
import { stringList } from "../db/json";
import { decodeCursor, encodeCursor } from "../paging";
import { projectNames } from "../search/rows-query";
import { getSessions } from "../sessions/query";
import { argumentOf } from "../text/tool-argument";
import { momentOf, readFilters } from "./filters";
import { type Found, type Line, linesBehind, placeAt } from "./lines";
import * as heads from "./rows-query";
import type { Place } from "./sources";

const LIST = "timeline";
const ByPlace = z.tuple([z.number().int(), z.number().int(), z.number().int()]);
/** Uses that a line brings along; the session's page has all. */
const MAX_USES = 30;

/**
 * A page, newest first, from `at` or `cursor` backwards. Forgotten sessions and deleted rows are left out, private prompts come
 * without text. Tool uses of one turn with nothing between them make one entry. A page may hold less than `limit`, or nothing, and
 * still have a `nextCursor`: what it costs is bounded. Throws `validation_failed` for a foreign cursor.
 */
export async function timelineEntries(app: App, query: TimelineEntriesQuery): Promise<TimelineEntryPage> {
  const asked = readFilters(app, query);
  const [at, rank, id] = decodeCursor(LIST, ByPlace, query.cursor) ?? [];
  const begin = Math.min(momentOf(query.at, query.zone, "end") ?? asked.until, asked.until);
  const place: Place = at === undefined || rank === undefined || id === undefined ? placeAt(begin) : { at, rank, id };
  const { lines, next } = await linesBehind(app.db, asked, place, query.limit);
  return {
    items: toEntries(app, lines),
    nextCursor: next === null ? null : encodeCursor(LIST, next.at, next.rank, next.id),
  };
}

/** What each line shows; a row that went away meanwhile is left out. */
function toEntries(app: App, lines: Line[]): TimelineEntry[] {
  const { db } = app;
  const idsOf = (kind: TimelineKind): number[] =>
    lines.flatMap((line) => (line[0].kind === kind ? line.map(({ id }) => id) : []));
  const sessions = getSessions(db, idsOf("session"));
  const prompts = heads.promptHeads(db, idsOf("prompt"));
  const messages = heads.messageHeads(db, idsOf("message"));
  const tools = heads.toolHeads(db, idsOf("tool"));
  const observations = heads.observationHeads(db, idsOf("observation"));
  const summaries = heads.summaryHeads(db, idsOf("summary"));
  const reflections = heads.reflectionHeads(db, idsOf("reflection"));
  const tasks = heads.taskHeads(db, idsOf("task"));
  const memories = heads.memoryHeads(db, idsOf("memory"));
  const all = [prompts, messages, tools, observations, summaries, reflections, tasks, memories];
  const names = projectNames(
    db,
    all.flatMap((rows) => [...rows.values()].map(({ projectId }) => projectId)),
  );

  const base = ({ id, at, sessionId, turn }: Found, row: { projectId: number; branch: string | null }) => ({
    id,
    at,
    project_id: row.projectId,
    project: names.get(row.projectId) ?? null,
    branch: row.branch,
    session_id: sessionId,
    turn,
  });
  const entryOf = (line: Line): TimelineEntry | null => {
    const [found] = line;
    switch (found.kind) {
      case "session": {
        const session = sessions.get(found.id);
        if (session === undefined) return null;
        const { project_id: projectId, branch, project } = session;
        return { kind: "session", ...base(found, { projectId, branch }), project, session };
      }
      case "prompt": {
        const row = prompts.get(found.id);
        return row === undefined
          ? null
          : { kind: "prompt", ...base(found, row), text: row.text, is_private: row.isPrivate === 1 };
      }
      case "message": {
        const row = messages.get(found.id);
        return row === undefined
          ? null
          : { kind: "message", ...base(found, row), text: row.text, is_subagent: row.speaker === SUBAGENT };
      }
      case "tool": {
        const rows = line.flatMap(({ id }) => tools.get(id) ?? []);
        const [row] = rows;
        return row === undefined ? null : { kind: "tool", ...base(found, row), ...runOf(rows) };
      }
      case "observation": {
        const row = observations.get(found.id);
        return row === undefined
          ? null
          : {
              kind: "observation",
              ...base(found, row),
              title: row.title,
              text: row.subtitle ?? (row.summary === row.title ? "" : row.summary),
              obs_type: row.obsType,
            };
      }
      case "summary": {
        const row = summaries.get(found.id);
        if (row === undefined) return null;
        const texts = [row.completed, row.learned, row.investigated].filter((text) => text !== "");
        const title = row.request === "" ? (texts.shift() ?? "") : row.request;
        return { kind: "summary", ...base(found, row), title, text: texts[0] ?? "" };
      }
      case "reflection": {
        const row = reflections.get(found.id);
        if (row === undefined) return null;
        const { text, level, status, count } = row;
        return { kind: "reflection", ...base(found, row), text, level, status, count };
      }
      case "task": {
        const row = tasks.get(found.id);
        return row === undefined ? null : { kind: "task", ...base(found, row), text: row.text };
      }
      case "memory": {
        const row = memories.get(found.id);
        if (row === undefined) return null;
        const { key, value, status, tier, reviewState } = row;
        return { kind: "memory", ...base(found, row), key, value, status, tier, review_state: reviewState };
      }
    }
  };
  return lines.flatMap((line) => entryOf(line) ?? []);
}

/** `rows` newest first. */
function runOf(rows: heads.ToolHead[]) {
  const counts = new Map<string, number>();
  for (const { name } of rows) counts.set(name ?? "", (counts.get(name ?? "") ?? 0) + 1);
  const oldestFirst = rows.toReversed();
  return {
    count: rows.length,
    failed: rows.filter(({ isError }) => isError === 1).length,
    started_at: oldestFirst[0]?.at ?? 0,
    tools: [...counts].map(([name, count]) => ({ name, count })).sort((a, b) => b.count - a.count),
    uses: oldestFirst.slice(0, MAX_USES).map(({ id, at, name, input, files, cwd, isError }): ToolUse => ({
      id,
      at,
      name: name ?? "",
      argument: argumentOf(
        input,
        stringList(files).map((file) => within(file, cwd)),
      ),
      is_error: isError === null ? null : isError === 1,
    })),
  };
}

/** A file below the folder that the agent worked in, as seen from there. */
const within = (file: string, cwd: string | null): string =>
  cwd !== null && file.startsWith(`${cwd}/`) ? file.slice(cwd.length + 1) : file;
