/** SQL that writes exclusions. */
import { and, eq } from "drizzle-orm";
import type { Handle } from "../context";
import { injectionExclusions, type InjectionExclusionRow } from "../db/schema/injections";

export type { InjectionExclusionRow };

export interface ExcludedEntity {
  entityType: "memory" | "observation";
  entityId: number;
}

export const exclusionOf = (
  handle: Handle,
  { entityType, entityId }: ExcludedEntity,
  projectId: number,
): InjectionExclusionRow | undefined =>
  handle
    .select()
    .from(injectionExclusions)
    .where(
      and(
        eq(injectionExclusions.entityType, entityType),
        eq(injectionExclusions.entityId, entityId),
        eq(injectionExclusions.projectId, projectId),
      ),
    )
    .get();

export const insertExclusion = (
  tx: Handle,
  now: number,
  entity: ExcludedEntity,
  projectId: number,
): InjectionExclusionRow =>
  tx
    .insert(injectionExclusions)
    .values({ ...entity, projectId, createdAt: now })
    .returning()
    .get();

export const deleteExclusion = (tx: Handle, id: number): void =>
  void tx.delete(injectionExclusions).where(eq(injectionExclusions.id, id)).run();
