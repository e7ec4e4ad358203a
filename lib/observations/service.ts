/** Observations and summaries as pages. */
import type { App } from "../context";
import { AppError } from "../contract/errors";
import type {
  Observation,
  ObservationListQuery,
  ObservationPage,
  SummaryListQuery,
  SummaryPage,
} from "../contract/evidence";
import { decodeCursor, encodeCursor } from "../operations/cursor";
import { resolveProjects } from "../projects/service";
import { getObservation, selectObservations, selectSummaries } from "./query";

/** Newest first. Filters combine; an unknown project is an empty page. Throws `validation_failed` on a foreign cursor. */
export function listObservations(app: App, query: ObservationListQuery): ObservationPage {
  const items = selectObservations(app.db, {
    projectIds: projectIdsOf(app, query.project),
    sessionId: query.session,
    obsType: query.type,
    status: query.status,
    before: query.cursor === undefined ? undefined : decodeCursor(query.cursor),
    limit: query.limit + 1,
  });
  return paged(items, query.limit);
}

/** Newest first: the newest of a session tells all of it. Throws `validation_failed` on a foreign cursor. */
export function listSummaries(app: App, query: SummaryListQuery): SummaryPage {
  const items = selectSummaries(app.db, {
    projectIds: projectIdsOf(app, query.project),
    sessionId: query.session,
    before: query.cursor === undefined ? undefined : decodeCursor(query.cursor),
    limit: query.limit + 1,
  });
  return paged(items, query.limit);
}

/** Throws `not_found`. */
export function requireObservation(app: App, id: number): Observation {
  const found = getObservation(app.db, id);
  if (found === undefined) throw new AppError("not_found", `There is no observation ${id}.`);
  return found;
}

const projectIdsOf = (app: App, ref: string | undefined): number[] | null =>
  ref === undefined ? null : resolveProjects(app, ref).map(({ id }) => id);

function paged<T extends { id: number }>(rows: T[], limit: number): { items: T[]; nextCursor: string | null } {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last !== undefined ? encodeCursor(last.id) : null };
}
