/** Reads that tell which files a memory's turn touched, and who changed files since. */
import type { Handle } from "../context";
import { stringList } from "../db/json";
import { prepared } from "../db/prepared";

export interface FileChange {
  id: number;
  projectId: number;
  sessionId: number;
  turn: number | null;
  at: number;
  /** As they are stored: relative to the project's folder, or absolute. */
  files: string[];
}

/** What observations say was modified, by id after `after`. */
export function changesAfter(handle: Handle, after: number, limit: number): FileChange[] {
  const rows = prepared(
    handle,
    `SELECT id, project_id AS projectId, session_id AS sessionId, turn, created_at AS at, files_modified AS files
     FROM observations WHERE id > $after AND status = 'active' AND session_id IS NOT NULL AND files_modified <> '[]'
     ORDER BY id LIMIT $limit`,
  ).all({ after, limit }) as (Omit<FileChange, "files"> & { files: string })[];
  return rows.map((row) => ({ ...row, files: stringList(row.files) }));
}

export interface Learned {
  id: number;
  projectId: number;
  key: string;
  value: string;
  attribute: string;
  sources: string;
  updatedAt: number;
  revision: number;
}

/** Memories in force that come from a session, by id after `after`. */
export function learnedAfter(handle: Handle, now: number, after: number, limit: number): Learned[] {
  return prepared(
    handle,
    `SELECT id, project_id AS projectId, key, value, attribute, sources, updated_at AS updatedAt, revision
     FROM memories NOT INDEXED WHERE id > $after AND status = 'active' AND review_state IS NULL AND sources <> '[]'
       AND (expires_at IS NULL OR expires_at > $now)
     ORDER BY id LIMIT $limit`,
  ).all({ now, after, limit }) as Learned[];
}

const OBSERVED = `SELECT files_read AS read, files_modified AS modified FROM observations
  WHERE session_id = ? AND turn = ? AND status = 'active'`;
/** Before its turn is closed nothing else names its files. */
const USED = `SELECT files FROM events
  WHERE session_id = ? AND turn = ? AND kind = 'tool' AND status = 'active' AND files <> '[]' LIMIT 200`;

/** Files that a turn read or modified, each once. */
export function filesOfTurn(handle: Handle, sessionId: number, turn: number): string[] {
  const observed = prepared(handle, OBSERVED).all(sessionId, turn) as { read: string; modified: string }[];
  const files = observed.flatMap(({ read, modified }) => [...stringList(read), ...stringList(modified)]);
  if (files.length > 0) return [...new Set(files)];
  const used = prepared(handle, USED).pluck().all(sessionId, turn) as string[];
  return [...new Set(used.flatMap(stringList))];
}
