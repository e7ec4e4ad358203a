/** Puts rows of the worker API into the bin (M29): each an operation that Undo takes back. */
import type { App } from "../context";
import type { Actor } from "../contract/common";
import { noSuch } from "../contract/errors";
import type { RowDeleted } from "../contract/worker-lists";
import { write } from "../db/write";
import { projectMode } from "../memories/repo";
import { requireWritable } from "../memories/service";
import { recordOperation } from "../operations/record";
import { readColumns, readRow, reindexStatus, type StoredRow, writeColumns } from "../operations/rows-repo";

type Binned = "observations" | "summaries" | "prompts";
const NOUNS = { observations: "observation", summaries: "summary", prompts: "prompt" } as const;
/** A prompt is evidence: its text never changes, so an operation need not repeat it. The session says whether it may come back. */
const PROMPT_COLUMNS = ["sessionId", "projectId", "status"];

/**
 * M29: out of every list, search and block at once; extraction does not bring it back.
 * Throws `not_found` when there is none or it is deleted already, `forbidden` for an agent where the project takes no writes.
 */
export function deleteRow(app: App, table: Binned, id: number, actor: Actor): RowDeleted {
  const noun = NOUNS[table];
  return write(app, (tx) => {
    const now = app.now();
    const before = table === "prompts" ? readColumns(tx, table, id, PROMPT_COLUMNS) : readRow(tx, table, id);
    if (before === undefined || before["status"] === "deleted") throw noSuch(noun, id);
    const projectId = Number(before["projectId"]);
    requireWritable(projectMode(tx, projectId), actor);
    const after = { ...before, ...deletedValues(before, now) };
    writeColumns(tx, table, id, deletedValues(before, now));
    reindexStatus(tx, now, table, id);
    const operation = recordOperation(tx, now, {
      kind: `${noun}.delete`,
      title: `Deleted ${noun} ${id}`,
      actor,
      projectId,
      changes: [{ table, id, before, after }],
    });
    return { success: true, id, operation_id: operation };
  });
}

const deletedValues = (row: StoredRow, now: number): Record<string, unknown> => ({
  status: "deleted",
  ...("revision" in row ? { revision: Number(row["revision"]) + 1, updatedAt: now } : {}),
});
