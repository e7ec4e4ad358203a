/** SQL of projects, their aliases and roots. */
import { and, desc, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import type { Handle } from "../context";
import { prepared } from "../db/prepared";
import { projectAliases, projectRoots, projects, type ProjectRow } from "../db/schema/projects";

export type { ProjectRow };
export type NewProject = Omit<typeof projects.$inferInsert, "id">;
export type AliasKind = (typeof projectAliases.$inferSelect)["kind"];
export type RootKind = (typeof projectRoots.$inferSelect)["kind"];

/** Read at every captured event: as prepared statements. */
const COLUMNS = Object.entries(getTableColumns(projects))
  .map(([name, column]) => `p.${column.name} AS "${name}"`)
  .join(", ");

type RawProject = Omit<ProjectRow, "needsReview" | "llmEnabled"> & { needsReview: number; llmEnabled: number };
const projectOf = (row: RawProject): ProjectRow => ({
  ...row,
  needsReview: row.needsReview === 1,
  llmEnabled: row.llmEnabled === 1,
});

export function projectById(handle: Handle, id: number): ProjectRow | undefined {
  const row = prepared(handle, `SELECT ${COLUMNS} FROM projects p WHERE p.id = ?`).get(id) as RawProject | undefined;
  return row && projectOf(row);
}

export function projectByKey(handle: Handle, key: string): ProjectRow | undefined {
  const row = prepared(handle, `SELECT ${COLUMNS} FROM projects p WHERE p.key = ?`).get(key) as RawProject | undefined;
  return row && projectOf(row);
}

/** Projects that answer to a folded alias, the most recently used first. */
export function projectsByAlias(handle: Handle, alias: string, kind?: AliasKind): ProjectRow[] {
  const ids = handle
    .select({ id: projectAliases.projectId })
    .from(projectAliases)
    .where(and(eq(projectAliases.alias, alias), kind === undefined ? undefined : eq(projectAliases.kind, kind)));
  return handle
    .select()
    .from(projects)
    .where(inArray(projects.id, ids))
    .orderBy(desc(projects.lastActivityAt), desc(projects.id))
    .all();
}

/** Projects whose key equals the reference, letter case aside. */
export function projectsByFoldedKey(handle: Handle, key: string): ProjectRow[] {
  return handle
    .select()
    .from(projects)
    .where(sql`${projects.key} = ${key} COLLATE NOCASE`)
    .all();
}

export interface RootOwner {
  path: string;
  rootKind: RootKind;
  project: ProjectRow;
}

/** Who owns which of these folders. */
export function rootOwners(handle: Handle, paths: string[]): RootOwner[] {
  const owner = prepared(
    handle,
    `SELECT r.path AS rootPath, r.kind AS rootKind, ${COLUMNS} FROM project_roots r JOIN projects p ON p.id = r.project_id WHERE r.path = ?`,
  );
  return [...new Set(paths)].flatMap((path) => {
    const row = owner.get(path) as (RawProject & { rootPath: string; rootKind: RootKind }) | undefined;
    if (row === undefined) return [];
    const { rootPath, rootKind, ...project } = row;
    return [{ path: rootPath, rootKind, project: projectOf(project) }];
  });
}

export function insertProject(tx: Handle, values: NewProject): ProjectRow {
  return tx.insert(projects).values(values).returning().get();
}

export function updateProject(tx: Handle, id: number, values: Partial<NewProject>): ProjectRow {
  return tx.update(projects).set(values).where(eq(projects.id, id)).returning().get();
}

/** Moves `last_activity_at` forward, never back. */
export function touchProject(tx: Handle, id: number, at: number): void {
  prepared(tx, "UPDATE projects SET last_activity_at = max(last_activity_at, ?) WHERE id = ?").run(at, id);
}

const ADD_ALIAS =
  "INSERT INTO project_aliases (project_id, alias, kind, created_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING";

/** One that is known stays as it is. */
export function addAlias(tx: Handle, projectId: number, alias: string, kind: AliasKind, now: number): void {
  prepared(tx, ADD_ALIAS).run(projectId, alias, kind, now);
}

export type AliasRow = typeof projectAliases.$inferSelect;
export type RootRow = typeof projectRoots.$inferSelect;

/** Undefined when the project has that name already. */
export const addAliasRow = (tx: Handle, row: AliasRow): AliasRow | undefined =>
  tx.insert(projectAliases).values(row).onConflictDoNothing().returning().get();

export function removeAlias(tx: Handle, projectId: number, alias: string): void {
  tx.delete(projectAliases)
    .where(and(eq(projectAliases.projectId, projectId), eq(projectAliases.alias, alias)))
    .run();
}

export const aliasesOf = (handle: Handle, projectId: number): AliasRow[] =>
  handle
    .select()
    .from(projectAliases)
    .where(eq(projectAliases.projectId, projectId))
    .orderBy(projectAliases.alias)
    .all();

export const rootsOf = (handle: Handle, projectId: number): RootRow[] =>
  handle.select().from(projectRoots).where(eq(projectRoots.projectId, projectId)).orderBy(projectRoots.path).all();

export function giveRoot(tx: Handle, path: string, projectId: number): RootRow {
  return tx.update(projectRoots).set({ projectId }).where(eq(projectRoots.path, path)).returning().get();
}

/** Its names and folders must be elsewhere by now: they would go with it. */
export function deleteProject(tx: Handle, id: number): void {
  tx.delete(projects).where(eq(projects.id, id)).run();
}

/** A folder belongs to one project: the newest claim holds. */
export function setRoot(tx: Handle, projectId: number, path: string, kind: RootKind, now: number): void {
  tx.insert(projectRoots)
    .values({ path, projectId, kind, createdAt: now })
    .onConflictDoUpdate({ target: projectRoots.path, set: { projectId, kind } })
    .run();
}
