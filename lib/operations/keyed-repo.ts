/** SQL of putting back what has no number: names and folders of projects, settings; and whose rows are whose. */
import { and, eq } from "drizzle-orm";
import type { Handle } from "../context";
import { prepared } from "../db/prepared";
import { projectAliases, projectRoots } from "../db/schema/projects";
import { settings } from "../db/schema/settings";
import type { KeyedTable } from "./repo";

export type AliasRow = typeof projectAliases.$inferSelect;
export type RootRow = typeof projectRoots.$inferSelect;

/** Without the time of writing. */
export type SettingRow = Pick<typeof settings.$inferSelect, "key" | "value">;

export const isKeyed = (table: string): table is KeyedTable =>
  table === "project_aliases" || table === "project_roots" || table === "settings";

/** The row that stands in the same place now: of a name the project's own, of a folder whoever's it is. */
export function findKeyed(handle: Handle, table: KeyedTable, row: object): object | undefined {
  if (table === "project_aliases") {
    const { projectId, alias } = row as AliasRow;
    const where = and(eq(projectAliases.projectId, projectId), eq(projectAliases.alias, alias));
    return handle.select().from(projectAliases).where(where).get();
  }
  if (table === "settings") {
    const where = eq(settings.key, (row as SettingRow).key);
    return handle.select({ key: settings.key, value: settings.value }).from(settings).where(where).get();
  }
  return handle
    .select()
    .from(projectRoots)
    .where(eq(projectRoots.path, (row as RootRow).path))
    .get();
}

export function putKeyed(tx: Handle, now: number, table: KeyedTable, row: object): void {
  if (table === "project_aliases") {
    tx.insert(projectAliases)
      .values(row as AliasRow)
      .onConflictDoNothing()
      .run();
    return;
  }
  if (table === "settings") {
    const { key, value } = row as SettingRow;
    tx.insert(settings)
      .values({ key, value, updatedAt: now })
      .onConflictDoUpdate({ target: settings.key, set: { value, updatedAt: now } })
      .run();
    return;
  }
  const { projectId, kind } = row as RootRow;
  tx.insert(projectRoots)
    .values(row as RootRow)
    .onConflictDoUpdate({ target: projectRoots.path, set: { projectId, kind } })
    .run();
}

export function removeKeyed(tx: Handle, table: KeyedTable, row: object): void {
  if (table === "project_aliases") {
    const { projectId, alias } = row as AliasRow;
    tx.delete(projectAliases)
      .where(and(eq(projectAliases.projectId, projectId), eq(projectAliases.alias, alias)))
      .run();
    return;
  }
  if (table === "settings") {
    tx.delete(settings)
      .where(eq(settings.key, (row as SettingRow).key))
      .run();
    return;
  }
  tx.delete(projectRoots)
    .where(eq(projectRoots.path, (row as RootRow).path))
    .run();
}

/** Tables whose rows belong to a project; names are ours, never a request's. */
export const OWNED_TABLES = [
  "sessions",
  "prompts",
  "events",
  "observations",
  "summaries",
  "memories",
  "injections",
  "memory_pairs",
  "injection_exclusions",
  "reflections",
  "tasks",
] as const;
export type OwnedTable = (typeof OWNED_TABLES)[number];

/** True while any row belongs to the project. */
export function holdsRows(handle: Handle, projectId: number): boolean {
  const owned = OWNED_TABLES.map((table) => `EXISTS (SELECT 1 FROM ${table} WHERE project_id = $id)`);
  const found = prepared(handle, `SELECT ${owned.join(" OR ")}`)
    .pluck()
    .get({ id: projectId });
  return found === 1;
}

/** The first of these rows that does not belong to the project; rows that are gone count for nothing. */
export const strayOf = (handle: Handle, table: OwnedTable, ids: number[], projectId: number): number | undefined =>
  prepared(
    handle,
    `SELECT id FROM ${table} WHERE id IN (SELECT value FROM json_each(?)) AND project_id <> ? ORDER BY id LIMIT 1`,
  )
    .pluck()
    .get(JSON.stringify(ids), projectId) as number | undefined;

/** Gives the rows to the project; answers the ids of those that are still there, in order. */
export function giveRows(tx: Handle, table: OwnedTable, ids: number[], projectId: number): number[] {
  const given = prepared(
    tx,
    `UPDATE ${table} SET project_id = ? WHERE id IN (SELECT value FROM json_each(?)) RETURNING id`,
  )
    .pluck()
    .all(projectId, JSON.stringify(ids)) as number[];
  return given.sort((a, b) => a - b);
}
