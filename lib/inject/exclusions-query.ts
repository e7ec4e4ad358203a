/** Reads of exclusions: pages by id, with the name of the project. */
import { and, desc, eq, inArray, lt, sql } from "drizzle-orm";
import type { Handle } from "../context";
import type { Exclusion } from "../contract/exclusion";
import { injectionExclusions, type InjectionExclusionRow } from "../db/schema/injections";
import { memories } from "../db/schema/memories";
import { observations } from "../db/schema/observations";
import { projects } from "../db/schema/projects";

export interface ExclusionFilter {
  /** null = any project. */
  projectIds: number[] | null;
  memoryId: number | undefined;
  observationId: number | undefined;
}

/** The memory and what it superseded: an exclusion of an older version holds for the newer ones. */
const versionsUpTo = (memoryId: number) => sql`(
  WITH RECURSIVE version(id) AS (
    SELECT ${memoryId}
    UNION
    SELECT m.supersedes FROM memories m JOIN version ON m.id = version.id WHERE m.supersedes IS NOT NULL)
  SELECT id FROM version)`;

/** Newest first, ids below `before`. */
export function listExclusionRows(
  handle: Handle,
  { projectIds, memoryId, observationId }: ExclusionFilter,
  before: number | undefined,
  limit: number,
): Exclusion[] {
  const { entityType, entityId, projectId, id } = injectionExclusions;
  return handle
    .select({ row: injectionExclusions, project: projects.name })
    .from(injectionExclusions)
    .leftJoin(projects, eq(projects.id, projectId))
    .where(
      and(
        projectIds === null ? undefined : inArray(projectId, projectIds),
        memoryId === undefined
          ? undefined
          : and(eq(entityType, "memory"), sql`${entityId} IN ${versionsUpTo(memoryId)}`),
        observationId === undefined ? undefined : and(eq(entityType, "observation"), eq(entityId, observationId)),
        before === undefined ? undefined : lt(id, before),
      ),
    )
    .orderBy(desc(id))
    .limit(limit)
    .all()
    .map(({ row, project }) => toExclusion(row, project));
}

export const exclusionById = (handle: Handle, id: number): InjectionExclusionRow | undefined =>
  handle.select().from(injectionExclusions).where(eq(injectionExclusions.id, id)).get();

export const exclusionsByIds = (handle: Handle, ids: number[]): Exclusion[] =>
  handle
    .select({ row: injectionExclusions, project: projects.name })
    .from(injectionExclusions)
    .leftJoin(projects, eq(projects.id, injectionExclusions.projectId))
    .where(inArray(injectionExclusions.id, ids))
    .orderBy(injectionExclusions.id)
    .all()
    .map(({ row, project }) => toExclusion(row, project));

/** The project that a memory or observation belongs to; undefined = there is no such row. */
export function projectOfEntity(handle: Handle, entityType: "memory" | "observation", id: number): number | undefined {
  const table = entityType === "memory" ? memories : observations;
  return handle.select({ projectId: table.projectId }).from(table).where(eq(table.id, id)).get()?.projectId;
}

const toExclusion = (row: InjectionExclusionRow, project: string | null): Exclusion => ({
  id: row.id,
  memory_id: row.entityType === "memory" ? row.entityId : null,
  observation_id: row.entityType === "observation" ? row.entityId : null,
  project_id: row.projectId,
  project,
  created_at: row.createdAt,
});
