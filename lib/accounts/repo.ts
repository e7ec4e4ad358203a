/** SQL of accounts and of the keys to them. */
import { and, asc, desc, eq, isNull, lt, ne, or, sql } from "drizzle-orm";
import type { Handle } from "../context";
import { accounts, accountTokens } from "../db/schema/accounts";
import { projects } from "../db/schema/projects";

export type AccountRow = typeof accounts.$inferSelect;
export type TokenRow = typeof accountTokens.$inferSelect;

export const listAccountRows = (handle: Handle): AccountRow[] =>
  handle.select().from(accounts).orderBy(asc(accounts.id)).all();
export const accountById = (handle: Handle, id: number): AccountRow | undefined =>
  handle.select().from(accounts).where(eq(accounts.id, id)).get();
export const accountByName = (handle: Handle, name: string): AccountRow | undefined =>
  handle
    .select()
    .from(accounts)
    .where(sql`lower(${accounts.name}) = lower(${name})`)
    .get();
export const insertAccount = (tx: Handle, name: string, now: number, id?: number): AccountRow =>
  tx
    .insert(accounts)
    .values({ ...(id === undefined ? {} : { id }), name, createdAt: now })
    .returning()
    .get();

/** Newest first. */
export const listTokenRows = (handle: Handle): TokenRow[] =>
  handle.select().from(accountTokens).orderBy(desc(accountTokens.id)).all();
export const tokenById = (handle: Handle, id: number): TokenRow | undefined =>
  handle.select().from(accountTokens).where(eq(accountTokens.id, id)).get();
export const tokenByHash = (handle: Handle, hash: string): TokenRow | undefined =>
  handle.select().from(accountTokens).where(eq(accountTokens.hash, hash)).get();
export const insertToken = (tx: Handle, row: typeof accountTokens.$inferInsert): TokenRow =>
  tx.insert(accountTokens).values(row).returning().get();

export const revokeTokenRow = (tx: Handle, id: number, at: number, rotatedTo: number | null): TokenRow =>
  tx.update(accountTokens).set({ revokedAt: at, rotatedTo }).where(eq(accountTokens.id, id)).returning().get();

/** Moves the time of last use on, where it is older than `before`. */
export function touchToken(tx: Handle, id: number, at: number, before: number): void {
  tx.update(accountTokens)
    .set({ lastUsedAt: at })
    .where(and(eq(accountTokens.id, id), or(isNull(accountTokens.lastUsedAt), lt(accountTokens.lastUsedAt, before))))
    .run();
}

/** Ids of an account's projects; none of those that are switched off. */
export const projectIdsOfAccount = (handle: Handle, accountId: number): number[] =>
  handle
    .select({ id: projects.id })
    .from(projects)
    .where(and(eq(projects.accountId, accountId), ne(projects.mode, "off")))
    .all()
    .map((row) => row.id);
