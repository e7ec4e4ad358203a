/** Reads of stored blocks: one by its id, and those that held a memory. */
import { and, desc, eq, getTableColumns, lt } from "drizzle-orm";
import type { Handle } from "../context";
import { injectionItems, type InjectionItemRow, injections, type InjectionRow } from "../db/schema/injections";
import { projects } from "../db/schema/projects";

export interface BriefInjection {
  row: Omit<InjectionRow, "text" | "trace">;
  project: string | null;
}

const { text: _text, trace: _trace, ...briefColumns } = getTableColumns(injections);

export const injectionById = (handle: Handle, id: number): InjectionRow | undefined =>
  handle.select().from(injections).where(eq(injections.id, id)).get();

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
