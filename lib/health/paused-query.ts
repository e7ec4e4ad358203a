/** What rests at the moment: a pause is easily forgotten. */
import type { Handle } from "../context";
import type { Paused } from "../contract/system";
import { prepared } from "../db/prepared";
import { projectRefs } from "../projects/refs-query";

const MAX_EACH = 20;

interface Row {
  id: number;
  projectId: number;
  capture: 0 | 1;
  recall: 0 | 1;
}

const restingIn = (table: "projects" | "sessions", project: string, more: string): string =>
  `SELECT id, ${project} AS projectId, capture_paused_at IS NOT NULL AS capture, recall_paused_at IS NOT NULL AS recall
   FROM ${table} WHERE (capture_paused_at IS NOT NULL OR recall_paused_at IS NOT NULL) ${more}
   ORDER BY id DESC LIMIT ${MAX_EACH}`;

/** Projects first, then sessions that are not over; the newest of each, 20 at most. */
export function pausedNow(handle: Handle): Paused[] {
  const projects = prepared(handle, restingIn("projects", "id", "")).all() as Row[];
  const sessions = prepared(handle, restingIn("sessions", "project_id", "AND status = 'active'")).all() as Row[];
  if (projects.length + sessions.length === 0) return [];
  const refs = projectRefs(handle);
  const told =
    (scope: Paused["scope"]) =>
    ({ id, projectId, capture, recall }: Row): Paused => ({
      scope,
      id,
      project: refs.get(projectId)?.ref ?? null,
      what: [...(capture === 1 ? (["capture"] as const) : []), ...(recall === 1 ? (["recall"] as const) : [])],
    });
  return [...projects.map(told("project")), ...sessions.map(told("session"))];
}
