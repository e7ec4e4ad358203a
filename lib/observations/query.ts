/** Reads of observations and summaries: pages by keyset, newest first, and the mapping to the contract. */
import { and, desc, eq, inArray, lt, type SQL } from "drizzle-orm";
import type { Handle } from "../context";
import { Category, ObsType, type Observation, Priority, type Summary } from "../contract/evidence";
import { sourceRefs, stringList } from "../db/json";
import { type ObservationRow, observations, type SummaryRow, summaries } from "../db/schema/observations";
import { projects } from "../db/schema/projects";

interface ObservationFilter {
  /** null = any project. */
  projectIds: number[] | null;
  sessionId?: number | undefined;
  obsType?: ObsType | undefined;
  /** `all` leaves only deleted rows out. */
  status: "active" | "archived" | "all";
  /** Rows with smaller ids only. */
  before?: number | undefined;
  limit: number;
}

interface SummaryFilter {
  projectIds: number[] | null;
  sessionId?: number | undefined;
  before?: number | undefined;
  limit: number;
}

export function selectObservations(handle: Handle, filter: ObservationFilter): Observation[] {
  const where: (SQL | undefined)[] = [
    filter.projectIds === null ? undefined : inArray(observations.projectId, filter.projectIds),
    filter.sessionId === undefined ? undefined : eq(observations.sessionId, filter.sessionId),
    filter.obsType === undefined ? undefined : eq(observations.obsType, filter.obsType),
    filter.status === "all"
      ? inArray(observations.status, ["active", "archived"])
      : eq(observations.status, filter.status),
    filter.before === undefined ? undefined : lt(observations.id, filter.before),
  ];
  return handle
    .select({ row: observations, project: projects.name })
    .from(observations)
    .leftJoin(projects, eq(projects.id, observations.projectId))
    .where(and(...where))
    .orderBy(desc(observations.id))
    .limit(filter.limit)
    .all()
    .map(({ row, project }) => toObservation(row, project));
}

export function selectSummaries(handle: Handle, filter: SummaryFilter): Summary[] {
  const where: (SQL | undefined)[] = [
    eq(summaries.status, "active"),
    filter.projectIds === null ? undefined : inArray(summaries.projectId, filter.projectIds),
    filter.sessionId === undefined ? undefined : eq(summaries.sessionId, filter.sessionId),
    filter.before === undefined ? undefined : lt(summaries.id, filter.before),
  ];
  return handle
    .select({ row: summaries, project: projects.name })
    .from(summaries)
    .leftJoin(projects, eq(projects.id, summaries.projectId))
    .where(and(...where))
    .orderBy(desc(summaries.id))
    .limit(filter.limit)
    .all()
    .map(({ row, project }) => toSummary(row, project));
}

/** Also of archived rows; a deleted one is gone. */
export function getObservation(handle: Handle, id: number): Observation | undefined {
  const found = handle
    .select({ row: observations, project: projects.name })
    .from(observations)
    .leftJoin(projects, eq(projects.id, observations.projectId))
    .where(and(eq(observations.id, id), inArray(observations.status, ["active", "archived"])))
    .get();
  return found === undefined ? undefined : toObservation(found.row, found.project);
}

/** The one mapping from row to contract. */
export function toObservation(row: ObservationRow, project: string | null): Observation {
  return {
    id: row.id,
    session_id: row.sessionId,
    project_id: row.projectId,
    project,
    branch: row.branch,
    turn: row.turn,
    title: row.title,
    subtitle: row.subtitle,
    summary: row.summary,
    facts: stringList(row.facts),
    concepts: stringList(row.concepts),
    files_read: stringList(row.filesRead),
    files_modified: stringList(row.filesModified),
    obs_type: ObsType.parse(row.obsType),
    category: Category.parse(row.category),
    priority: Priority.parse(row.priority),
    source: row.source,
    status: row.status,
    created_at: row.createdAt,
    sources: sourceRefs(row.sources),
  };
}

export function toSummary(row: SummaryRow, project: string | null): Summary {
  return {
    id: row.id,
    session_id: row.sessionId,
    project_id: row.projectId,
    project,
    branch: row.branch,
    turn: row.turn,
    request: row.request,
    investigated: row.investigated,
    learned: row.learned,
    completed: row.completed,
    next_steps: row.nextSteps,
    notes: row.notes,
    files_read: stringList(row.filesRead),
    files_modified: stringList(row.filesModified),
    created_at: row.createdAt,
  };
}
