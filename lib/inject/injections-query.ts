/** Reads of stored blocks: by id, by project, by what they held. */
import { and, desc, eq, getTableColumns, inArray, lt } from "drizzle-orm";
import type { Handle } from "../context";
import { injectionItems, type InjectionItemRow, injections, type InjectionRow, projects } from "../db/schema";

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

/** What a block held, by entity. */
export const itemsOf = (handle: Handle, injectionId: number): InjectionItemRow[] =>
  handle.select().from(injectionItems).where(eq(injectionItems.injectionId, injectionId)).all();

export interface HeldItem extends BriefInjection {
  item: InjectionItemRow;
}

/** Blocks that held one memory, newest first, ids below `before`. */
export const blocksHolding = (
  handle: Handle,
  memoryId: number,
  before: number | undefined,
  limit: number,
): HeldItem[] =>
  handle
    .select({ item: injectionItems, row: briefColumns, project: projects.name })
    .from(injectionItems)
    .innerJoin(injections, eq(injections.id, injectionItems.injectionId))
    .leftJoin(projects, eq(projects.id, injections.projectId))
    .where(
      and(
        eq(injectionItems.entityType, "memory"),
        eq(injectionItems.entityId, memoryId),
        before === undefined ? undefined : lt(injectionItems.injectionId, before),
      ),
    )
    .orderBy(desc(injectionItems.injectionId))
    .limit(limit)
    .all();
