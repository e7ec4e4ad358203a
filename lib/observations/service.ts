/** Observations and summaries as pages. */
import type { App } from "../context";
import { noSuch } from "../contract/errors";
import type {
  Observation,
  ObservationListQuery,
  ObservationPage,
  SummaryListQuery,
  SummaryPage,
} from "../contract/evidence";
import { ById, decodeCursor, encodeCursor, pageOf } from "../paging";
import { projectIdsOf } from "../projects/service";
import { getObservation, selectObservations, selectSummaries } from "./query";

/** Newest first. Filters combine; an unknown project is an empty page. Throws `validation_failed` on a foreign cursor. */
export function listObservations(app: App, query: ObservationListQuery): ObservationPage {
  const [before] = decodeCursor("observations", ById, query.cursor) ?? [];
  const rows = selectObservations(app.db, {
    projectIds: projectIdsOf(app, query.project),
    sessionId: query.session,
    obsType: query.type,
    status: query.status,
    before,
    limit: query.limit + 1,
  });
  return pageOf(rows, query.limit, (last) => encodeCursor("observations", last.id));
}

/** Newest first: the newest of a session tells all of it. Throws `validation_failed` on a foreign cursor. */
export function listSummaries(app: App, query: SummaryListQuery): SummaryPage {
  const [before] = decodeCursor("summaries", ById, query.cursor) ?? [];
  const rows = selectSummaries(app.db, {
    projectIds: projectIdsOf(app, query.project),
    sessionId: query.session,
    before,
    limit: query.limit + 1,
  });
  return pageOf(rows, query.limit, (last) => encodeCursor("summaries", last.id));
}

/** Throws `not_found`. */
export function requireObservation(app: App, id: number): Observation {
  const found = getObservation(app.db, id);
  if (found === undefined) throw noSuch("observation", id);
  return found;
}
