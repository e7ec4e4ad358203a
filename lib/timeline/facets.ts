/** What the timeline can be narrowed to, for the console. */
import type { App } from "../context";
import type { TimelineFilters } from "../contract/timeline-entries";
import { projectIdsOf } from "../projects/service";
import { branchesOf, type FacetValue, hostsOf, recentFiles } from "./facets-query";

export interface TimelineFacets {
  /** Most sessions first. */
  hosts: FacetValue[];
  branches: FacetValue[];
  /** Touched last, as suggestions. */
  files: string[];
}

export function timelineFacets(
  app: App,
  { project, host, branch }: Pick<TimelineFilters, "project" | "host" | "branch">,
): TimelineFacets {
  const scope = { projectIds: projectIdsOf(app, project), host: host ?? null, branch: branch ?? null };
  return {
    hosts: hostsOf(app.db, scope),
    branches: branchesOf(app.db, scope),
    files: recentFiles(app.db, scope.projectIds),
  };
}
