/** Whose session it was: the project the hook named, else the one whose folder hashes to the log's, else one of its name. */
import type { App } from "../context";
import { findScope, knownScopeId, type Scope } from "../memories/scope";
import { type ProjectRow, identifyProject, resolveLocalProjects } from "../projects/service";
import { readSettings } from "../settings/service";
import type { KimiLog } from "../hosts/kimi/locate";
import { isWorkFolderOf, projectNameOf } from "./names";
import { findProjectRow, knownRoots } from "./repo";

export interface SessionProject {
  scope: Scope;
  /** What keys and tags call it (E79). */
  name: string;
  /** null = there is none yet; it is made when something is stored. */
  row: ProjectRow | null;
}

export function projectOfSession(app: App, log: KimiLog, projectId: number | null): SessionProject {
  const name = projectNameOf(log.workFolder, readSettings(app).inject_project_aliases);
  const row =
    (projectId === null ? undefined : findProjectRow(app.db, projectId)) ?? byFolder(app, log) ?? byName(app, name);
  const scope: Scope = row === undefined ? { identity: identifyProject(app, { project: name }) } : { id: row.id };
  return { scope, name, row: row ?? null };
}

function byFolder(app: App, log: KimiLog): ProjectRow | undefined {
  const root = knownRoots(app.db).find(({ path }) => isWorkFolderOf(log.workFolder, path));
  return root === undefined ? undefined : findProjectRow(app.db, root.projectId);
}

/** A name that several projects share says nothing. */
function byName(app: App, name: string): ProjectRow | undefined {
  const named = resolveLocalProjects(app, name);
  return named.length === 1 ? named[0] : undefined;
}

/** Heads of keys that hold for the person everywhere. */
const GLOBAL_HEADS = ["user", "global"];

/** Where a memory belongs: what its key's first segment names, else the session's project (contract §0, E29–E38). */
export function scopeOfKey(app: App, key: string, session: Scope): Scope {
  if (GLOBAL_HEADS.includes(key.split(":")[0]?.toLowerCase() ?? "")) return { id: 0 };
  const named = findScope(app, { project: undefined, key });
  return "id" in named && named.id !== 0 ? named : session;
}

export const idOfScope = (app: App, scope: Scope): number | null => knownScopeId(app, scope);
