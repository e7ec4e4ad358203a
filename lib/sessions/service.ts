/** Sessions for the console and the CLI. */
import { AppError, noSuch } from "../contract/errors";
import type { SessionListQuery, SessionPage, SessionView } from "../contract/session-view";
import type { App } from "../context";
import { projectIdsOf } from "../projects/service";
import { getSession, getSessionTurns, isForgotten, listSessions, type TurnsPage } from "./query";

/** A page of sessions, latest event first; an unknown project has none. */
export function pageOfSessions(app: App, query: SessionListQuery): SessionPage {
  const { project, session, limit, cursor } = query;
  return listSessions(app.db, { projectIds: projectIdsOf(app, project), hostSessionId: session, limit, cursor });
}

/** One session with a page of its turns, oldest first. Throws `not_found`. */
export function viewSession(app: App, id: number, query: TurnsPage): SessionView {
  const session = getSession(app.db, id);
  if (session === null && isForgotten(app.db, id)) {
    throw new AppError("not_found", `Session ${id} was forgotten.`, { hint: "The Activity page brings it back." });
  }
  if (session === null) {
    throw noSuch("session", id, "GET /api/session-views lists them.");
  }
  const { turns, nextAfter } = getSessionTurns(app.db, id, query);
  return { session, turns, next_after: nextAfter };
}
