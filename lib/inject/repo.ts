/** SQL that stores blocks: the text with its trace, what they held, and no more than is kept of a project. */
import type { Handle } from "../context";
import type { TraceEntry } from "../contract/inject";
import { prepared } from "../db/prepared";
import { heldBy } from "./trace";

export type { MemoryRow } from "../db/schema/memories";
export type { ObservationRow, SummaryRow } from "../db/schema/observations";

/** Blocks kept of one project; older ones go in the transaction that stores the next. */
export const KEPT_PER_PROJECT = 1_000;

export interface NewInjection {
  projectId: number;
  branch: string | null;
  host: string | null;
  hostSessionId: string | null;
  event: string;
  text: string;
  trace: TraceEntry[];
}

const INSERT = `
  INSERT INTO injections (project_id, branch, host, host_session_id, event, text, trace, chars, created_at)
  VALUES (@projectId, @branch, @host, @hostSessionId, @event, @text, @trace, @chars, @now) RETURNING id`;

const FORGET_OLDEST = `
  DELETE FROM injections WHERE project_id = @projectId AND id <= (
    SELECT id FROM injections WHERE project_id = @projectId ORDER BY id DESC LIMIT 1 OFFSET ${KEPT_PER_PROJECT})`;

const INSERT_ITEM = `
  INSERT INTO injection_items (injection_id, entity_type, entity_id, layer, revision, chars) VALUES (?, ?, ?, ?, ?, ?)`;

/** Any kind of block, of session start or of a prompt; answers its id. What the trace says is in stands by entity too. */
export function insertInjection(tx: Handle, now: number, block: NewInjection): number {
  const { projectId, branch, host, hostSessionId, event, text, trace } = block;
  const values = { projectId, branch, host, hostSessionId, event, text, trace: JSON.stringify(trace) };
  const id = prepared(tx, INSERT)
    .pluck()
    .get({ ...values, chars: text.length, now }) as number;
  const insertItem = prepared(tx, INSERT_ITEM);
  for (const item of itemsOf(block.trace)) {
    insertItem.run(id, item.type, item.id, item.layer, item.revision, item.chars);
  }
  prepared(tx, FORGET_OLDEST).run({ projectId });
  return id;
}

/** Each entity once: in full where it stands in full, else as it is listed. */
function itemsOf(trace: readonly TraceEntry[]): Iterable<TraceEntry> {
  const items = new Map<string, TraceEntry>();
  for (const entry of heldBy(trace)) {
    const key = `${entry.type}:${entry.id}`;
    const known = items.get(key);
    if (known === undefined || known.layer === "index") items.set(key, entry);
  }
  return items.values();
}
