/** Which memories are in force, and what they say now: the vector index may know less or more. */
import type { Handle } from "../context";
import { prepared } from "../db/prepared";

export interface LiveMemory {
  id: number;
  value: string;
  revision: number;
}

/** Those of the memories that are active and not expired, and belong to one of the projects (null = any). */
export function liveMemories(handle: Handle, ids: number[], projectIds: number[] | null, now: number): LiveMemory[] {
  return prepared(
    handle,
    `SELECT id, value, revision FROM memories
     WHERE id IN (SELECT value FROM json_each($ids)) AND status = 'active'
       AND (expires_at IS NULL OR expires_at > $now)
       AND ($projectIds IS NULL OR project_id IN (SELECT value FROM json_each($projectIds)))`,
  ).all({
    ids: JSON.stringify(ids),
    now,
    projectIds: projectIds === null ? null : JSON.stringify(projectIds),
  }) as LiveMemory[];
}
