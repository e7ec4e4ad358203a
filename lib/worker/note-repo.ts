/** SQL of notes: observations that somebody wrote down on purpose. */
import type { Handle } from "../context";
import { prepared } from "../db/prepared";

/** Newest rows of a project among which a note that is sent again is looked for. */
const LOOKED = 50;
const SAME = `
  SELECT id FROM (
    SELECT id, source, title, summary, metadata FROM observations INDEXED BY observations_project_time
    WHERE project_id = @projectId AND status = 'active' ORDER BY created_at DESC, id DESC LIMIT ${LOOKED})
  WHERE source = @source AND title = @title AND summary = @summary AND metadata = @metadata LIMIT 1`;

interface Note {
  projectId: number;
  source: string;
  title: string;
  summary: string;
  metadata: string;
}

/** The id of the same note among the newest rows of the project: a request that is repeated stores nothing twice. */
export const sameNote = (handle: Handle, note: Note): number | undefined =>
  prepared(handle, SAME).pluck().get(note) as number | undefined;
