/** SQL of stored blocks, and the access counts of what they held. */
import { and, desc, eq, getTableColumns, inArray, lt, lte } from "drizzle-orm";
import type { Handle } from "../context";
import type { TraceEntry } from "../contract/inject";
import { injections, type InjectionRow, projects } from "../db/schema";

export type { MemoryRow, ObservationRow, ProjectRow, SummaryRow } from "../db/schema";

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

export function insertInjection(tx: Handle, now: number, block: NewInjection): number {
  const { id } = tx
    .insert(injections)
    .values({ ...block, trace: JSON.stringify(block.trace), chars: block.text.length, createdAt: now })
    .returning({ id: injections.id })
    .get();
  const oldest = tx
    .select({ id: injections.id })
    .from(injections)
    .where(eq(injections.projectId, block.projectId))
    .orderBy(desc(injections.id))
    .limit(1)
    .offset(KEPT_PER_PROJECT)
    .get();
  if (oldest !== undefined) {
    tx.delete(injections)
      .where(and(eq(injections.projectId, block.projectId), lte(injections.id, oldest.id)))
      .run();
  }
  return id;
}

export interface BriefInjection {
  row: Omit<InjectionRow, "text" | "trace">;
  project: string | null;
}

export interface StoredInjection extends BriefInjection {
  row: InjectionRow;
}

const { text: _text, trace: _trace, ...briefColumns } = getTableColumns(injections);

export const injectionById = (handle: Handle, id: number): StoredInjection | undefined =>
  handle
    .select({ row: injections, project: projects.name })
    .from(injections)
    .leftJoin(projects, eq(projects.id, injections.projectId))
    .where(eq(injections.id, id))
    .get();

/** Newest first, ids below `before`; of all projects when `projectIds` is null. */
export function listInjectionRows(
  handle: Handle,
  projectIds: number[] | null,
  before: number | undefined,
  limit: number,
): BriefInjection[] {
  const mine = projectIds === null ? undefined : inArray(injections.projectId, projectIds);
  return handle
    .select({ row: briefColumns, project: projects.name })
    .from(injections)
    .leftJoin(projects, eq(projects.id, injections.projectId))
    .where(and(mine, before === undefined ? undefined : lt(injections.id, before)))
    .orderBy(desc(injections.id))
    .limit(limit)
    .all();
}
