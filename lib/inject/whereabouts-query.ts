/** Where the agents of a project work: folders, branches and hosts of its latest sessions. By index. */
import type { Handle } from "../context";
import { prepared } from "../db/prepared";

/** Sessions that are looked at. */
const LATEST = 300;

export interface Whereabouts {
  /** First folder of each session, the latest first. */
  folders: string[];
  branches: string[];
  hosts: string[];
}

export function whereabouts(handle: Handle, projectId: number): Whereabouts {
  const rows = prepared(
    handle,
    `SELECT cwd, branch, host FROM sessions WHERE project_id = ? AND status <> 'deleted' ORDER BY last_event_at DESC LIMIT ${LATEST}`,
  ).all(projectId) as { cwd: string | null; branch: string | null; host: string }[];
  return {
    folders: [...new Set(rows.flatMap(({ cwd }) => cwd ?? []))],
    branches: [...new Set(rows.flatMap(({ branch }) => branch ?? []))],
    hosts: [...new Set(rows.map(({ host }) => host))],
  };
}
