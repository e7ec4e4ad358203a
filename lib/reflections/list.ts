/** Reflections and tasks for the console, in pages. */
import type { App } from "../context";
import type {
  Reflection,
  ReflectionListQuery,
  ReflectionPage,
  Task,
  TaskListQuery,
  TaskPage,
} from "../contract/codewatch";
import { numberList } from "../db/json";
import { ByTime, decodeCursor, encodeCursor, pageOf } from "../paging";
import { projectIdsOf } from "../projects/service";
import { type ListFilter, listedReflections, listedTasks } from "./list-query";
import { ratioOf } from "./reflect";
import type { ReflectionRow, TaskRow } from "./repo";

const REFLECTIONS = "reflections";
const TASKS = "tasks";

/** Newest first; none that tells of something that was deleted since. An unknown project has none. */
export function pageOfReflections(app: App, query: ReflectionListQuery): ReflectionPage {
  const after = decodeCursor(REFLECTIONS, ByTime, query.cursor);
  const statuses: ("active" | "superseded")[] = query.status === "all" ? ["active", "superseded"] : [query.status];
  const filter = { projectIds: projectIdsOf(app, query.project), branch: query.branch ?? null, after };
  const rows = listedReflections(app.db, { ...filter, limit: query.limit + 1 }, statuses);
  const { items, nextCursor } = pageOf(rows, query.limit, ({ row }) =>
    encodeCursor(REFLECTIONS, row.createdAt, row.id),
  );
  return { items: items.map(({ row, project }) => toReflection(row, project)), nextCursor };
}

/** The task that was written last first. */
export function pageOfTasks(app: App, query: TaskListQuery): TaskPage {
  const after = decodeCursor(TASKS, ByTime, query.cursor);
  const filter = { projectIds: projectIdsOf(app, query.project), branch: query.branch ?? null, after };
  const rows = listedTasks(app.db, { ...filter, sessionId: query.session ?? null, limit: query.limit + 1 });
  const { items, nextCursor } = pageOf(rows, query.limit, ({ row }) => encodeCursor(TASKS, row.updatedAt, row.id));
  return { items: items.map(({ row, project }) => toTask(row, project)), nextCursor };
}

const ANY = { projectIds: null, branch: null, after: undefined };

const reflectionsOf = (
  app: App,
  filter: Partial<ListFilter> & { limit: number },
  statuses: ("active" | "superseded")[],
): Reflection[] =>
  listedReflections(app.db, { ...ANY, ...filter }, statuses).map(({ row, project }) => toReflection(row, project));
const tasksOf = (app: App, filter: Partial<ListFilter> & { limit: number }): Task[] =>
  listedTasks(app.db, { ...ANY, ...filter }).map(({ row, project }) => toTask(row, project));

/** The active ones of a project's branches, newest first. */
export const reflectionsOfProject = (app: App, projectId: number, limit: number): Reflection[] =>
  reflectionsOf(app, { projectIds: [projectId], limit }, ["active"]);

export const tasksOfProject = (app: App, projectId: number, limit: number): Task[] =>
  tasksOf(app, { projectIds: [projectId], limit });

/** Those that were made in it, newest first. */
export const reflectionsOfSession = (app: App, sessionId: number, limit: number): Reflection[] =>
  reflectionsOf(app, { sessionId, limit }, ["active", "superseded"]);

export const taskOfSession = (app: App, sessionId: number): Task | undefined =>
  tasksOf(app, { sessionId, limit: 1 })[0];

/** Undefined for what is not there, or tells of something that is gone. */
export const reflectionById = (app: App, id: number): Reflection | undefined =>
  reflectionsOf(app, { id, limit: 1 }, ["active", "superseded"])[0];
export const taskById = (app: App, id: number): Task | undefined => tasksOf(app, { id, limit: 1 })[0];

const toReflection = (row: ReflectionRow, project: string | null): Reflection => ({
  id: row.id,
  project_id: row.projectId,
  project,
  branch: row.branch,
  session_id: row.sessionId,
  level: row.level as Reflection["level"],
  content: row.content,
  observation_ids: numberList(row.observationIds),
  input_tokens: row.inputTokens,
  output_tokens: row.outputTokens,
  ratio: ratioOf(row.inputTokens, row.outputTokens),
  source: row.source,
  status: row.status === "superseded" ? "superseded" : "active",
  created_at: row.createdAt,
});

const toTask = (row: TaskRow, project: string | null): Task => ({
  id: row.id,
  session_id: row.sessionId,
  project_id: row.projectId,
  project,
  branch: row.branch,
  content: row.content,
  source: row.source,
  updated_at: row.updatedAt,
});
