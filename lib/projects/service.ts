/** Projects as the store knows them: found by key, remote, folder or name, made when new. */
import { LOCAL_ACCOUNT } from "../contract/accounts";
import { noSuch } from "../contract/errors";
import type { Project, ProjectList } from "../contract/project";
import type { App, Handle, Tx } from "../context";
import { foldName, identifyProject, type ProjectIdentity, type ProjectRoot, type Where } from "./identify";
import { localProjectIds } from "./local-query";
import { ancestorKeys } from "./paths";
import { getProject, listProjects } from "./query";
import {
  addAlias,
  insertProject,
  type ProjectRow,
  projectByKey,
  projectsByAlias,
  projectsByFoldedKey,
  rootOwners,
  setRoot,
  touchProject,
  updateProject,
} from "./repo";

export { identifyProject, type ProjectIdentity, type ProjectRow, type Where };

/** Key of a project that a person split off: no identity of a folder has one, so that only its folder leads to it. */
export const splitKey = (root: string): string => `${SPLIT}${root}`;
const SPLIT = "split:";
const isSplitKey = (key: string): boolean => key.startsWith(SPLIT);

/** How much a key says about the code base: a folder may become a repository, a repository gain a remote. */
export const STRENGTH = { unknown: 0, name: 1, folder: 2, git_repo: 3, git_remote: 4 } as const;

/**
 * The project that an identity stands for, or null when there is none yet. In this order: the one that a person split off
 * for one of its folders; its key; a project that
 * knows the remote; the project of its folder; for a folder that is not here, the repository recorded above it;
 * a project that was so far known by this name only.
 *
 * A folder keeps its project when it becomes a repository or gains a remote. It does not when its remote changes to
 * another one: that is another code base in a reused folder.
 */
export function findProject(handle: Handle, identity: ProjectIdentity): ProjectRow | null {
  const split = splitOf(handle, identity);
  if (split !== null) return split;
  const byKey = projectByKey(handle, identity.key);
  if (byKey !== undefined) return byKey;
  if (identity.kind === "unknown") return null;
  if (identity.kind === "name") return resolveByName(handle, identity);
  for (const { alias } of identity.aliases.filter((known) => known.kind === "remote")) {
    const known = projectsByAlias(handle, alias, "remote")[0];
    if (known !== undefined) return known;
  }
  return byRoot(handle, identity) ?? byNameOnly(handle, identity);
}

/** What a person decided about a folder goes before what its repository says. The checkout itself before its main one. */
function splitOf(handle: Handle, identity: ProjectIdentity): ProjectRow | null {
  const owners = rootOwners(
    handle,
    identity.roots.map((root) => root.path),
  ).filter((owner) => isSplitKey(owner.project.key));
  const own = identity.roots.findLast((root) => owners.some((owner) => owner.path === root.path));
  return owners.find((owner) => owner.path === own?.path)?.project ?? null;
}

function resolveByName(handle: Handle, identity: ProjectIdentity): ProjectRow | null {
  const ref = identity.aliases[0]?.alias ?? "";
  const isOurs = (project: ProjectRow): boolean => project.accountId === LOCAL_ACCOUNT;
  const known = projectsByAlias(handle, ref).filter(isOurs);
  // A project's own name is its own, also where another one was called by it once.
  const own = known.find((project) => foldName(project.name) === ref);
  return projectsByFoldedKey(handle, ref).find(isOurs) ?? own ?? known[0] ?? null;
}

function byRoot(handle: Handle, identity: ProjectIdentity): ProjectRow | null {
  const main = identity.roots[0];
  if (main === undefined) return null;
  const exact = rootOwners(handle, [main.path])[0];
  if (exact !== undefined && keepsProject(exact.project, identity)) return exact.project;
  if (identity.isHere) return null;
  const above = ancestorKeys(main.path);
  const owners = rootOwners(handle, above).filter((owner) => owner.rootKind !== "folder");
  return owners.sort((a, b) => b.path.length - a.path.length)[0]?.project ?? null;
}

function keepsProject(project: ProjectRow, identity: ProjectIdentity): boolean {
  return identity.kind !== "git_remote" || STRENGTH[project.kind] < STRENGTH.git_remote;
}

/** A project that somebody wrote to by name, before its folder was ever seen: the first folder of that name is it. */
function byNameOnly(handle: Handle, identity: ProjectIdentity): ProjectRow | null {
  const same = projectsByAlias(handle, foldName(identity.name), "name");
  return same.length === 1 && same[0]?.kind === "name" ? same[0] : null;
}

/**
 * Finds or makes the project of an identity inside a transaction: remembers folders, names and remote, lets a weaker
 * key grow into a stronger one, and moves the last activity forward to `activityAt` (milliseconds, default `now`).
 */
export function ensureProject(tx: Tx, now: number, identity: ProjectIdentity, activityAt = now): ProjectRow {
  const found = findProject(tx, identity);
  const project = found === null ? create(tx, now, identity, activityAt) : grow(tx, now, found, identity);
  if (found !== null && activityAt > project.lastActivityAt) {
    touchProject(tx, project.id, activityAt);
    return { ...project, lastActivityAt: activityAt };
  }
  return project;
}

function create(tx: Tx, now: number, identity: ProjectIdentity, activityAt: number): ProjectRow {
  const { key, name, kind, needsReview } = identity;
  const project = insertProject(tx, { key, name, kind, needsReview, createdAt: now, lastActivityAt: activityAt });
  return learn(tx, now, project, identity);
}

/** What was split off keeps its own folder, name and key; the rest of the repository stays where it is. */
const grow = (tx: Tx, now: number, project: ProjectRow, identity: ProjectIdentity): ProjectRow =>
  isSplitKey(project.key) ? project : learn(tx, now, strengthen(tx, project, identity), identity);

/** Remembers the folders and names. */
function learn(tx: Tx, now: number, project: ProjectRow, identity: ProjectIdentity): ProjectRow {
  const paths = identity.roots.map((root) => root.path);
  const owners = new Map(rootOwners(tx, paths).map((owner) => [owner.path, owner]));
  for (const root of identity.roots) claimRoot(tx, now, project, root, owners.get(root.path)?.project);
  for (const { alias, kind } of identity.aliases) addAlias(tx, project.id, alias, kind, now);
  return project;
}

function strengthen(tx: Tx, project: ProjectRow, identity: ProjectIdentity): ProjectRow {
  if (STRENGTH[identity.kind] <= STRENGTH[project.kind] || !identity.isHere) {
    const grows = project.kind === "name" && identity.kind === "folder";
    if (!grows) return project;
  }
  return updateProject(tx, project.id, { key: identity.key, kind: identity.kind });
}

/** A folder that had a project of its own, besides the one its remote names, leaves that one to be looked at (merge). */
function claimRoot(tx: Tx, now: number, project: ProjectRow, root: ProjectRoot, owner: ProjectRow | undefined): void {
  if (owner?.id === project.id) return;
  if (owner !== undefined && isSplitKey(owner.key)) return;
  if (owner !== undefined && root.kind === "folder" && STRENGTH[owner.kind] > STRENGTH.folder) return;
  setRoot(tx, project.id, root.path, root.kind, now);
  if (owner !== undefined && STRENGTH[owner.kind] < STRENGTH.git_remote)
    updateProject(tx, owner.id, { needsReview: true });
}

/**
 * All projects that a reference means: a key, a name or an alias, letter case aside; a name shared by several means
 * all of them (M5). Empty when nothing matches.
 */
export function resolveProjects(app: Pick<App, "db">, ref: string): ProjectRow[] {
  const folded = foldName(ref);
  if (folded === "") return [];
  const found = new Map<number, ProjectRow>();
  for (const project of projectsByFoldedKey(app.db, ref.trim())) found.set(project.id, project);
  for (const project of projectsByAlias(app.db, folded)) found.set(project.id, project);
  return [...found.values()];
}

/** Ids of what a reference means; null = no reference, any project. */
export const projectIdsOf = (app: Pick<App, "db">, ref: string | undefined): number[] | null =>
  ref === undefined ? null : resolveProjects(app, ref).map((project) => project.id);

/** {@link resolveProjects} for agents of this machine: what is another account's is not there. */
export const resolveLocalProjects = (app: Pick<App, "db">, ref: string): ProjectRow[] =>
  resolveProjects(app, ref).filter(({ accountId }) => accountId === LOCAL_ACCOUNT);

/** {@link projectIdsOf} for agents of this machine; null only where there is no other account's project. */
export const localProjectIdsOf = (app: Pick<App, "db">, ref: string | undefined): number[] | null =>
  ref === undefined ? localProjectIds(app.db) : resolveLocalProjects(app, ref).map((project) => project.id);

/** All projects, latest activity first (M23); for agents of this machine those of the local account. */
export function allProjects(app: App, isPerson = true): ProjectList {
  const local = isPerson ? null : localProjectIds(app.db);
  const items = listProjects(app.db).filter(({ id }) => local === null || local.includes(id));
  return { projects: [...new Set(items.map((project) => project.name))], items };
}

/** Throws `not_found`. */
export function requireProject(app: App, id: number): Project {
  const project = getProject(app.db, id);
  if (project === null) throw noSuch("project", id, "GET /api/projects lists them.");
  return project;
}
