/** Reads of projects for lists: counts beside each row. */
import { and, asc, desc, eq, isNull, ne, sql } from "drizzle-orm";
import { LOCAL_ACCOUNT } from "../contract/accounts";
import type { Project } from "../contract/project";
import type { Handle } from "../context";
import { projectAliases, projectRoots, projects, type ProjectRow } from "../db/schema/projects";

const MAX_PROJECTS = 1000;

const countOf = (table: string, where = "") =>
  sql<number>`(SELECT count(*) FROM ${sql.raw(table)} c WHERE c.project_id = projects.id${sql.raw(where)})`;

const select = (handle: Handle) =>
  handle
    .select({
      project: projects,
      sessions: countOf("sessions", " AND c.status <> 'deleted'"),
      prompts: countOf("prompts", " AND c.status = 'active'"),
      events: countOf("events", " AND c.status = 'active'"),
      observations: countOf("observations", " AND c.status = 'active'"),
      memories: countOf("memories", " AND c.status = 'active'"),
    })
    .from(projects);

interface Counted {
  project: ProjectRow;
  sessions: number;
  prompts: number;
  events: number;
  observations: number;
  memories: number;
}

/** Projects, latest activity first (M23), at most a thousand. */
export function listProjects(handle: Handle): Project[] {
  const rows = select(handle).orderBy(desc(projects.lastActivityAt), desc(projects.id)).limit(MAX_PROJECTS).all();
  return rows.map((row) => toProject(handle, row));
}

/** Ids of this machine's projects that are not off and for which recall does not rest, latest activity first, at most a thousand. */
export const openProjectIds = (handle: Handle): number[] =>
  handle
    .select({ id: projects.id })
    .from(projects)
    .where(and(ne(projects.mode, "off"), isNull(projects.recallPausedAt), eq(projects.accountId, LOCAL_ACCOUNT)))
    .orderBy(desc(projects.lastActivityAt), desc(projects.id))
    .limit(MAX_PROJECTS)
    .all()
    .map(({ id }) => id);

export function getProject(handle: Handle, id: number): Project | null {
  const row = select(handle).where(eq(projects.id, id)).get();
  return row === undefined ? null : toProject(handle, row);
}

function toProject(handle: Handle, row: Counted): Project {
  const { project, ...counts } = row;
  const names = handle
    .select({ alias: projectAliases.alias, kind: projectAliases.kind })
    .from(projectAliases)
    .where(eq(projectAliases.projectId, project.id))
    .orderBy(asc(projectAliases.alias))
    .all();
  const folders = handle
    .select({ path: projectRoots.path, kind: projectRoots.kind })
    .from(projectRoots)
    .where(eq(projectRoots.projectId, project.id))
    .orderBy(asc(projectRoots.path))
    .all();
  return {
    id: project.id,
    key: project.key,
    name: project.name,
    kind: project.kind,
    mode: project.mode,
    needs_review: project.needsReview,
    llm_enabled: project.llmEnabled,
    llm_daily_tokens: project.llmDailyTokens,
    inject_max_chars: project.injectMaxChars,
    aliases: names.map(({ alias }) => alias),
    roots: folders.map(({ path }) => path),
    names,
    folders,
    created_at: project.createdAt,
    last_activity_at: project.lastActivityAt,
    ...counts,
  };
}
