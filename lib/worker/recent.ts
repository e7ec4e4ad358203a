/** What a project came to last: its newest summaries and what their sessions learned (M37). */
import type { App } from "../context";
import type { RecentContext, RecentQuery } from "../contract/timeline";
import { localProjectIdsOf } from "../projects/service";
import { observationResults, summaryResults } from "./results";
import { newestOf, observationsBeside } from "./timeline-query";

/** A session of many days may hold thousands. */
const MAX_OBSERVATIONS = 500;

/** Newest first, at most `limit` summaries and 500 observations; an unknown project has none. */
export function recentContext(app: App, { project, limit }: RecentQuery): RecentContext {
  const projectIds = localProjectIdsOf(app, project);
  const summaryIds = newestOf(app.db, "summary", limit, projectIds).map(({ id }) => id);
  return {
    summaries: summaryResults(app.db, summaryIds),
    observations: observationResults(app.db, observationsBeside(app.db, summaryIds, MAX_OBSERVATIONS, projectIds)),
  };
}
