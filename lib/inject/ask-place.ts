/** Where a person may ask from: the folders that lead to a project, with their branches, as its agents' hooks would name them. */
import type { App } from "../context";
import { findProject, identifyProject, type ProjectRow } from "../projects/service";
import { rootsOf } from "../projects/repo";
import { whereabouts } from "./whereabouts-query";

const MOST = 30;

export interface AskPlace {
  /** The folder where an agent was last comes first; none where the project was only ever named. */
  folders: { path: string; /** What is checked out there now; null outside git. */ branch: string | null }[];
  branches: string[];
  hosts: string[];
}

export function placesToAsk(app: App, project: Pick<ProjectRow, "id">): AskPlace {
  const { folders, branches, hosts } = whereabouts(app.db, project.id);
  const roots = rootsOf(app.db, project.id).map(({ path }) => path);
  const leading = [...new Set([...folders, ...roots])].slice(0, MOST).flatMap((path) => {
    const identity = identifyProject(app, { cwd: path });
    return findProject(app.db, identity)?.id === project.id ? [{ path, branch: identity.branch }] : [];
  });
  const out = leading.flatMap(({ branch }) => branch ?? []);
  return {
    folders: leading,
    branches: [...new Set([...out, ...branches])].slice(0, MOST),
    hosts: hosts.slice(0, MOST),
  };
}
