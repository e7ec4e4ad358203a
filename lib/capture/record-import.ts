/** An import is one operation a session, so that one Undo takes it back. */
import { recordOperation } from "../operations/record";
import { importState } from "../sessions/forget-repo";
import { extent, IMPORT_KIND } from "../sessions/forget-rows";
import type { Chunk, SessionState } from "./chunk";

/**
 * Called when a transcript ends. Sessions that were captured while they ran, even in part, are no imports; a second
 * import of the same session adds to the first one's operation, which is undone as a whole.
 */
export function recordImport(chunk: Chunk, { row }: SessionState): void {
  const state = importState(chunk.tx, row.id, IMPORT_KIND);
  if (state.isRecorded === 1 || state.hasLive === 1 || state.prompts + state.events === 0) return;
  const { id, host, projectId, status } = row;
  recordOperation(chunk.tx, chunk.now, {
    kind: IMPORT_KIND,
    title: `Imported session ${id} (${extent(state.prompts, state.events)})`,
    actor: chunk.actor,
    projectId,
    changes: [{ table: "sessions", id, before: null, after: { id, host, projectId, status } }],
  });
}
