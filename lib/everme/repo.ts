/** SQL of conversations that come by the gateway: their session, positions, answers, profile and counts. */
import { and, desc, eq, gt, gte, inArray, isNull, lt, lte, max, or, sql } from "drizzle-orm";
import type { Handle } from "../context";
import {
  evermeConversations,
  evermeEvents,
  evermeProfiles,
  evermeReplays,
  evermeWatermarks,
} from "../db/schema/everme";
import { memories, type MemoryRow } from "../db/schema/memories";
import { operations } from "../db/schema/operations";
import { events, sessions, turns } from "../db/schema/sessions";

export type ConversationRow = typeof evermeConversations.$inferSelect;
export type ReplayRow = typeof evermeReplays.$inferSelect;
export type ConversationName = Pick<ConversationRow, "accountId" | "agentId" | "kind" | "conversationId">;

export const findConversation = (handle: Handle, name: ConversationName): ConversationRow | undefined =>
  handle
    .select()
    .from(evermeConversations)
    .where(
      and(
        eq(evermeConversations.accountId, name.accountId),
        eq(evermeConversations.agentId, name.agentId),
        eq(evermeConversations.kind, name.kind),
        eq(evermeConversations.conversationId, name.conversationId),
      ),
    )
    .get();

export const conversationById = (handle: Handle, id: number): ConversationRow | undefined =>
  handle.select().from(evermeConversations).where(eq(evermeConversations.id, id)).get();

export const insertConversation = (
  tx: Handle,
  row: ConversationName & { sessionId: number; createdAt: number },
): ConversationRow => tx.insert(evermeConversations).values(row).returning().get();

export const insertGatewaySession = (
  tx: Handle,
  row: { hostSessionId: string; projectId: number; at: number },
): number =>
  tx
    .insert(sessions)
    .values({
      host: "everme",
      hostSessionId: row.hostSessionId,
      projectId: row.projectId,
      startedAt: row.at,
      lastEventAt: row.at,
    })
    .returning({ id: sessions.id })
    .get().id;

export const sessionState = (handle: Handle, id: number) =>
  handle
    .select({ status: sessions.status, lastEventAt: sessions.lastEventAt, projectId: sessions.projectId })
    .from(sessions)
    .where(eq(sessions.id, id))
    .get();

export const setConversation = (
  tx: Handle,
  id: number,
  values: Partial<Pick<ConversationRow, "flushedOperation" | "drawnTurn">>,
): void => void tx.update(evermeConversations).set(values).where(eq(evermeConversations.id, id)).run();

export const declareTurns = (tx: Handle, id: number, count: number): void =>
  void tx
    .update(evermeConversations)
    .set({ declaredTurns: sql`${evermeConversations.declaredTurns} + ${count}` })
    .where(eq(evermeConversations.id, id))
    .run();

/** Names of the conversations that these sessions are. */
export function conversationNames(handle: Handle, sessionIds: number[]): Map<number, string> {
  if (sessionIds.length === 0) return new Map();
  const rows = handle
    .select({ sessionId: evermeConversations.sessionId, name: evermeConversations.conversationId })
    .from(evermeConversations)
    .where(inArray(evermeConversations.sessionId, [...new Set(sessionIds)]))
    .all();
  return new Map(rows.map((row) => [row.sessionId, row.name]));
}

export const watermarkOf = (handle: Handle, conversationId: number, syncScope: string): number =>
  handle
    .select({ turns: evermeWatermarks.turns })
    .from(evermeWatermarks)
    .where(and(eq(evermeWatermarks.conversationId, conversationId), eq(evermeWatermarks.syncScope, syncScope)))
    .get()?.turns ?? 0;

/** Never moves back. */
export const setWatermark = (tx: Handle, conversationId: number, syncScope: string, count: number): void =>
  void tx
    .insert(evermeWatermarks)
    .values({ conversationId, syncScope, turns: count })
    .onConflictDoUpdate({
      target: [evermeWatermarks.conversationId, evermeWatermarks.syncScope],
      set: { turns: sql`max(${evermeWatermarks.turns}, ${count})` },
    })
    .run();

export const findReplay = (handle: Handle, tokenId: number, requestId: string) =>
  handle
    .select()
    .from(evermeReplays)
    .where(and(eq(evermeReplays.tokenId, tokenId), eq(evermeReplays.requestId, requestId)))
    .get();

export function keepReplay(tx: Handle, row: typeof evermeReplays.$inferInsert, forgetBefore: number): void {
  tx.insert(evermeReplays)
    .values(row)
    .onConflictDoUpdate({
      target: [evermeReplays.tokenId, evermeReplays.requestId],
      set: { fingerprint: row.fingerprint, result: row.result, createdAt: row.createdAt },
    })
    .run();
  tx.delete(evermeReplays).where(lt(evermeReplays.createdAt, forgetBefore)).run();
}

export const newestOperation = (handle: Handle): number =>
  handle
    .select({ id: max(operations.id) })
    .from(operations)
    .get()?.id ?? 0;

/** What extraction drew from a session after an operation: anything, and anything about the person. */
export function drawnSince(handle: Handle, sessionId: number, operation: number): { any: boolean; personal: boolean } {
  const row = handle.get<{ any: number; personal: number }>(sql`
    SELECT count(*) AS "any",
      coalesce(sum(c.entity_table = 'memories'
        AND (json_extract(c.after, '$.attribute') IN ('preference', 'user_profile')
          OR json_extract(c.after, '$.key') LIKE 'user:%')), 0) AS personal
    FROM operations o JOIN operation_changes c ON c.operation_id = o.id
    WHERE o.kind IN ('turn.extract', 'everme.extract') AND o.id > ${operation} AND c.after IS NOT NULL
      AND (json_extract(c.after, '$.sessionId') = ${sessionId}
        OR (c.entity_table = 'memories' AND json_extract(json_extract(c.after, '$.sources'), '$[0].session_id') = ${sessionId}))`);
  return { any: (row?.any ?? 0) > 0, personal: (row?.personal ?? 0) > 0 };
}

/** Number of the first turn that is over and comes after `after`, up to `last`. */
export const nextEndedTurn = (handle: Handle, sessionId: number, after: number, last: number): number | undefined =>
  handle
    .select({ number: turns.number })
    .from(turns)
    .where(
      and(
        eq(turns.sessionId, sessionId),
        gt(turns.number, after),
        lte(turns.number, last),
        eq(turns.status, "done"),
        eq(turns.isPrivate, false),
      ),
    )
    .orderBy(turns.number)
    .limit(1)
    .get()?.number;

/** The newest use of a tool under a client's id of it: by itself, or behind `prefix`. */
export const latestToolUse = (handle: Handle, sessionId: number, id: string, prefix: string) =>
  handle
    .select({ toolUseId: events.toolUseId, toolName: events.toolName })
    .from(events)
    .where(
      and(
        eq(events.sessionId, sessionId),
        or(
          eq(events.dedupeKey, `t:${id}`),
          // A range, so that the index is read.
          and(gte(events.dedupeKey, `t:${prefix}`), lt(events.dedupeKey, `t:${prefix}\u{10ffff}`)),
        ),
      ),
    )
    .orderBy(desc(events.id))
    .limit(1)
    .get();

/** Number of a session's last turn; -1 where there is none. */
export const lastTurn = (handle: Handle, sessionId: number): number =>
  handle
    .select({ number: max(turns.number) })
    .from(turns)
    .where(eq(turns.sessionId, sessionId))
    .get()?.number ?? -1;

/** Active memories of one kind in one project, newest first. */
export const memoriesOfKind = (handle: Handle, projectId: number, kind: string, limit: number): MemoryRow[] =>
  handle
    .select()
    .from(memories)
    .where(and(eq(memories.projectId, projectId), eq(memories.kind, kind), eq(memories.status, "active")))
    .orderBy(sql`${memories.id} DESC`)
    .limit(limit)
    .all();

/** Ids of cases and skills that may be told, newest first. */
export const agentMemoryIds = (handle: Handle, projectIds: number[], limit: number): number[] =>
  handle
    .select({ id: memories.id })
    .from(memories)
    .where(
      and(
        inArray(memories.projectId, projectIds),
        inArray(memories.kind, ["case", "skill"]),
        eq(memories.status, "active"),
        isNull(memories.reviewState),
      ),
    )
    .orderBy(desc(memories.id))
    .limit(limit)
    .all()
    .map(({ id }) => id);

const TOLD = sql`status = 'active' AND review_state IS NULL`;
const TRAITS = sql`${TOLD} AND kind = 'trait'`;
const FACTS = sql`${TOLD} AND kind NOT IN ('case', 'skill', 'trait')
  AND (attribute IN ('preference', 'user_profile') OR key LIKE 'user:%')`;

/** What is known of a person and may be told, as they said it (`facts`) or as they do (`traits`), the weightiest first. */
export function profileRows(
  handle: Handle,
  what: "facts" | "traits",
  projectIds: number[],
  now: number,
  limit: number,
): MemoryRow[] {
  return handle
    .select()
    .from(memories)
    .where(
      and(
        inArray(memories.projectId, projectIds),
        what === "facts" ? FACTS : TRAITS,
        sql`(${memories.expiresAt} IS NULL OR ${memories.expiresAt} > ${now})`,
      ),
    )
    .orderBy(sql`${memories.importance} DESC, ${memories.updatedAt} DESC, ${memories.id} DESC`)
    .limit(limit)
    .all();
}

export const findProfile = (handle: Handle, accountId: number) =>
  handle.select().from(evermeProfiles).where(eq(evermeProfiles.accountId, accountId)).get();

export const keepProfile = (tx: Handle, row: typeof evermeProfiles.$inferInsert): void =>
  void tx
    .insert(evermeProfiles)
    .values(row)
    .onConflictDoUpdate({
      target: evermeProfiles.accountId,
      set: { stamp: row.stamp, generatedAt: row.generatedAt },
    })
    .run();

/** Counts one more; answers how many there are. */
export const countEvent = (
  tx: Handle,
  row: { accountId: number; agentId: string; event: string; outcome: string },
  at: number,
): number =>
  tx
    .insert(evermeEvents)
    .values({ ...row, count: 1, lastAt: at })
    .onConflictDoUpdate({
      target: [evermeEvents.accountId, evermeEvents.agentId, evermeEvents.event, evermeEvents.outcome],
      set: { count: sql`${evermeEvents.count} + 1`, lastAt: at },
    })
    .returning({ count: evermeEvents.count })
    .get().count;

/** Kinds of an account's counted events; bounded, since programs name them. */
export const countedKinds = (handle: Handle, accountId: number): number =>
  handle
    .select({ count: sql<number>`count(*)` })
    .from(evermeEvents)
    .where(eq(evermeEvents.accountId, accountId))
    .get()?.count ?? 0;
