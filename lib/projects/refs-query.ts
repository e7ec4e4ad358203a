/** Names of all projects, for lists that only name them: without the counts that a page of projects shows. */
import type { Handle } from "../context";
import { prepared } from "../db/prepared";

export interface ProjectName {
  name: string;
  /** What `?project=` carries: the name, or the key where several share it. */
  ref: string;
}

const ALL = "SELECT id, name, key FROM projects ORDER BY last_activity_at DESC, id DESC LIMIT 1000";

export function projectRefs(handle: Handle): Map<number, ProjectName> {
  const rows = prepared(handle, ALL).all() as { id: number; name: string; key: string }[];
  const shared = new Map<string, number>();
  for (const { name } of rows) shared.set(name.toLowerCase(), (shared.get(name.toLowerCase()) ?? 0) + 1);
  return new Map(
    rows.map(({ id, name, key }) => [id, { name, ref: shared.get(name.toLowerCase()) === 1 ? name : key }]),
  );
}
