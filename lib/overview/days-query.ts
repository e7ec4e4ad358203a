/** How much happened on each day: counts over indexes, one a day and table, since a group by the day would sort every row. */
import type { Handle } from "../context";
import { prepared } from "../db/prepared";
import { type Day, dayIndex } from "./days";

/** null = all projects. */
export type Scope = readonly number[] | null;

type Timed = "prompts" | "observations";

const ofAll = (table: Timed): string =>
  `SELECT count(*) FROM ${table} WHERE status = ? AND created_at >= ? AND created_at < ?`;
const ofProject = (table: Timed): string =>
  `SELECT count(*) FROM ${table} WHERE project_id = ? AND status = ? AND created_at >= ? AND created_at < ?`;

/** Active rows of a table whose indexes hold (status, time) and (project, status, time). */
export function countByDay(handle: Handle, table: Timed, scope: Scope, days: readonly Day[]): number[] {
  const statement = prepared(handle, scope === null ? ofAll(table) : ofProject(table)).pluck();
  return days.map(({ start, end }) =>
    scope === null
      ? (statement.get("active", start, end) as number)
      : scope.reduce((sum, project) => sum + (statement.get(project, "active", start, end) as number), 0),
  );
}

/** By the day of their latest event. */
export function countSessionsByDay(handle: Handle, scope: Scope, days: readonly Day[]): number[] {
  const first = days[0]?.start ?? 0;
  const times =
    scope === null
      ? prepared(handle, "SELECT last_event_at FROM sessions WHERE last_event_at >= ? AND status <> 'deleted'")
          .pluck()
          .all(first)
      : scope.flatMap((project) =>
          prepared(
            handle,
            "SELECT last_event_at FROM sessions WHERE project_id = ? AND last_event_at >= ? AND status <> 'deleted'",
          )
            .pluck()
            .all(project, first),
        );
  return bucket(times as number[], days);
}

function bucket(times: readonly number[], days: readonly Day[]): number[] {
  const counts = days.map(() => 0);
  for (const at of times) {
    const index = dayIndex(days, at);
    const count = counts[index];
    if (count !== undefined) counts[index] = count + 1;
  }
  return counts;
}

/** Another text after each change of the rows that days are counted from. */
export const rowsVersion = (handle: Handle): string =>
  prepared(handle, "SELECT group_concat(name || version) FROM list_versions").pluck().get() as string;
