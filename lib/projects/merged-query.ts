/** Where a project went that is no more. */
import type { Handle } from "../context";
import { prepared } from "../db/prepared";

/** Id of the project that it was merged into; null while it is there itself, and for what was never there or was deleted for good. */
export function mergedInto(handle: Handle, id: number): number | null {
  const found = prepared(
    handle,
    `SELECT o.project_id FROM operation_changes c JOIN operations o ON o.id = c.operation_id
     WHERE c.entity_table = 'projects' AND c.entity_id = ? AND c.after IS NULL AND o.kind = 'project.merge' AND o.undone_by IS NULL
       AND NOT EXISTS (SELECT 1 FROM projects p WHERE p.id = c.entity_id)
     ORDER BY o.id DESC LIMIT 1`,
  )
    .pluck()
    .get(id) as number | null | undefined;
  return found ?? null;
}
