/** What memories said before, and how they are called therefore. By index. */
import type { Handle } from "../context";
import { prepared } from "../db/prepared";
import { labelOf } from "./labels";
import type { RankedMemory } from "./candidates";

/** Earlier versions under the key, and changes of the row, that are looked at, newest first. */
const MOST = 20;

/** The same memories, each of another name than its key with that name. */
export const withLabels = (handle: Handle, ranked: RankedMemory[]): RankedMemory[] =>
  ranked.map((memory) => {
    const { id, projectId, key, value, supersedes, revision } = memory.row;
    if (supersedes === null && revision < 2) return memory;
    const earlier = [...versionsOf(handle, projectId, key), ...editsOf(handle, id)];
    const label = labelOf(key, value, earlier);
    return label === key ? memory : { ...memory, label };
  });

const versionsOf = (handle: Handle, projectId: number, key: string): string[] =>
  prepared(
    handle,
    `SELECT value FROM memories WHERE key = @key AND status = 'superseded' AND project_id = @projectId
     ORDER BY id DESC LIMIT ${MOST}`,
  )
    .pluck()
    .all({ key, projectId }) as string[];

const editsOf = (handle: Handle, id: number): string[] =>
  prepared(
    handle,
    `SELECT value FROM (
       SELECT json_extract(c.before, '$.value') AS value FROM operation_changes c
       WHERE c.entity_table = 'memories' AND c.entity_id = @id AND c.before IS NOT NULL
       ORDER BY c.operation_id DESC LIMIT ${MOST})
     WHERE value IS NOT NULL`,
  )
    .pluck()
    .all({ id }) as string[];
