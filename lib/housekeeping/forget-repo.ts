/** Archives one memory for its age, with the change that Undo needs and nothing more of it. */
import type { Tx } from "../context";
import { prepared } from "../db/prepared";
import type { NewChange } from "../operations/repo";
import { enqueueVector } from "../search/indexing";
import type { Forgettable } from "./forget-query";

/**
 * The words of an archived row stay as they are; its vector carries the status. The change holds the key beside what
 * differs, since Undo must see whether the key was taken meanwhile; whole rows would be megabytes in a large run.
 */
export function archiveForgotten(tx: Tx, now: number, row: Forgettable): NewChange {
  const { id, projectId, key, updatedAt, revision } = row;
  prepared(tx, "UPDATE memories SET status = 'archived', updated_at = ?, revision = revision + 1 WHERE id = ?").run(
    now,
    id,
  );
  enqueueVector(tx, now, "memory", id, revision + 1);
  return {
    table: "memories",
    id,
    before: { id, projectId, key, status: "active", updatedAt, revision },
    after: { id, projectId, key, status: "archived", updatedAt: now, revision: revision + 1 },
  };
}
