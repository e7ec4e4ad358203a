/** What the timeline can be narrowed to: where sessions ran, and which files were touched last. */
import type { Handle } from "../context";
import { stringList } from "../db/json";
import { prepared } from "../db/prepared";

const MAX_VALUES = 60;
/** Newest summaries whose files are suggested. */
const LOOKED = 150;
const MAX_FILES = 80;

export interface FacetValue {
  value: string;
  /** Sessions. */
  count: number;
}

interface Scope {
  projectIds: number[] | null;
  host: string | null;
  branch: string | null;
}

/** Most first. Each by what the other filters leave. */
export const hostsOf = (handle: Handle, scope: Scope): FacetValue[] =>
  valuesOf(handle, "host", { ...scope, host: null });
export const branchesOf = (handle: Handle, scope: Scope): FacetValue[] =>
  valuesOf(handle, "branch", { ...scope, branch: null });

function valuesOf(handle: Handle, column: "host" | "branch", { projectIds, host, branch }: Scope): FacetValue[] {
  return prepared(
    handle,
    `SELECT ${column} AS value, count(*) AS count FROM sessions
     WHERE status <> 'deleted' AND ${column} IS NOT NULL AND ${column} <> ''
       AND ($projects IS NULL OR project_id IN (SELECT value FROM json_each($projects)))
       AND ($host IS NULL OR host = $host) AND ($branch IS NULL OR branch = $branch)
     GROUP BY ${column} ORDER BY count(*) DESC, ${column} LIMIT ${MAX_VALUES}`,
  ).all({ projects: projectIds === null ? null : JSON.stringify(projectIds), host, branch }) as FacetValue[];
}

/** Files of the newest summaries, latest first, each once. */
export function recentFiles(handle: Handle, projectIds: number[] | null): string[] {
  const of = (project: number | null) =>
    prepared(
      handle,
      `SELECT files_modified AS modified, files_read AS read, created_at AS at
       FROM summaries INDEXED BY ${project === null ? "summaries_time" : "summaries_project_time"}
       WHERE status = 'active'${project === null ? "" : " AND project_id = $project"}
       ORDER BY created_at DESC, id DESC LIMIT ${LOOKED}`,
    ).all(project === null ? {} : { project }) as { modified: string; read: string; at: number }[];
  const rows = (projectIds ?? [null]).flatMap(of).sort((a, b) => b.at - a.at);
  const files = new Set(
    rows.slice(0, LOOKED).flatMap(({ modified, read }) => [...stringList(modified), ...stringList(read)]),
  );
  return [...files].slice(0, MAX_FILES);
}
