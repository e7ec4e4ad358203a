/** The projects of a switcher: names and modes alone, since counts beside each would read the store for every page. */
import { desc, sql } from "drizzle-orm";
import type { ProjectMode } from "../contract/project";
import type { Handle } from "../context";
import { projects } from "../db/schema/projects";

const MAX_PROJECTS = 1000;

export interface NamedProject {
  id: number;
  key: string;
  name: string;
  mode: ProjectMode;
  /** Of its latest session that names one. */
  branch: string | null;
}

/** By the index on project and time, newest first, so that it stops at the first session with a branch. */
const latestBranch = sql<string | null>`(
  SELECT s.branch FROM sessions s
  WHERE s.project_id = projects.id AND s.branch IS NOT NULL AND s.status <> 'deleted'
  ORDER BY s.last_event_at DESC LIMIT 1)`;

/** Latest activity first, at most a thousand: the order of `listProjects`. */
export const listNamedProjects = (handle: Handle): NamedProject[] =>
  handle
    .select({
      id: projects.id,
      key: projects.key,
      name: projects.name,
      mode: projects.mode,
      branch: latestBranch,
    })
    .from(projects)
    .orderBy(desc(projects.lastActivityAt), desc(projects.id))
    .limit(MAX_PROJECTS)
    .all();
