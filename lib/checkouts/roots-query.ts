/** Folders of projects, as git checkouts are looked for in them. */
import type { Handle } from "../context";
import { prepared } from "../db/prepared";

const ROOTS = `
  SELECT path FROM project_roots WHERE project_id IN (SELECT value FROM json_each(?)) ORDER BY path LIMIT 1000`;

/** Paths as they were seen, whether or not they still exist. */
export const rootsOfProjects = (handle: Handle, projectIds: number[]): string[] =>
  prepared(handle, ROOTS).pluck().all(JSON.stringify(projectIds)) as string[];
