/** Observations that name a file, newest first: the words of its name find them, their lists of files decide. */
import type { Handle } from "../context";
import { stringList } from "../db/json";
import { prepared } from "../db/prepared";

/** Newest rows that hold the words of the file's name and are looked at. */
const MAX_LOOKED = 20_000;

export interface FileCandidate {
  id: number;
  projectId: number;
  /** Read and modified. */
  files: string[];
}

const FILTER =
  "r.status = 'active' AND (@projects IS NULL OR r.project_id IN (SELECT value FROM json_each(@projects)))";
const ORDER = `ORDER BY r.created_at DESC, r.id DESC LIMIT ${MAX_LOOKED}`;
/** Ids first: what is sorted stays small. CROSS JOIN keeps the words outermost. */
const BY_WORDS = `
  SELECT r.id FROM observation_words CROSS JOIN observations AS r ON r.id = observation_words.rowid
  WHERE observation_words MATCH @expression AND ${FILTER} ${ORDER}`;
/** A name of signs alone has no words. */
const BY_TIME = `SELECT r.id FROM observations AS r INDEXED BY observations_time WHERE ${FILTER} ${ORDER}`;
const FILES = `
  SELECT project_id AS projectId, files_read AS filesRead, files_modified AS filesModified FROM observations WHERE id = ?`;

/** Ids of the first `limit` that `isWanted` takes. `expression` is FTS5's; empty = all are looked at. `projectIds` null = any. */
export function observationsNaming(
  handle: Handle,
  expression: string,
  projectIds: number[] | null,
  limit: number,
  isWanted: (candidate: FileCandidate) => boolean,
): number[] {
  const projects = projectIds === null ? null : JSON.stringify(projectIds);
  const ids = (
    expression === ""
      ? prepared(handle, BY_TIME).pluck().all({ projects })
      : prepared(handle, BY_WORDS).pluck().all({ expression, projects })
  ) as number[];
  const files = prepared(handle, FILES);
  const wanted: number[] = [];
  for (const id of ids) {
    if (wanted.length >= limit) break;
    const row = files.get(id) as { projectId: number; filesRead: string; filesModified: string };
    const named = [...stringList(row.filesRead), ...stringList(row.filesModified)];
    if (isWanted({ id, projectId: row.projectId, files: named })) wanted.push(id);
  }
  return wanted;
}
