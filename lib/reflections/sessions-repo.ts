/** SQL of the session that an agent's call belongs to (C18, C54). */
import type { Handle } from "../context";
import { prepared } from "../db/prepared";
import { type SessionRow, sessions } from "../db/schema/sessions";
import { eq } from "drizzle-orm";

export type { SessionRow };

const find = (handle: Handle, id: number | undefined): SessionRow | undefined =>
  id === undefined ? undefined : handle.select().from(sessions).where(eq(sessions.id, id)).get();

/** The agent's own session, whatever became of it; without a host the newest with that id. What came by the gateway is no agent's of this machine. */
export const sessionNamed = (handle: Handle, host: string | null, session: string): SessionRow | undefined =>
  find(
    handle,
    prepared(
      handle,
      `SELECT id FROM sessions WHERE host_session_id = @session AND (@host IS NULL OR host = @host) AND host <> 'everme'
       ORDER BY last_event_at DESC, id DESC LIMIT 1`,
    )
      .pluck()
      .get({ host, session }) as number | undefined,
  );

/** C54: the newest active session of the project on the branch. */
export const activeSession = (
  handle: Handle,
  projectId: number,
  branch: string,
  ownsUnbranched: boolean,
): SessionRow | undefined =>
  find(
    handle,
    prepared(
      handle,
      `SELECT id FROM sessions WHERE project_id = @projectId AND status = 'active'
         AND (branch = @branch OR (@ownsUnbranched AND branch IS NULL))
       ORDER BY last_event_at DESC, id DESC LIMIT 1`,
    )
      .pluck()
      .get({ projectId, branch, ownsUnbranched: Number(ownsUnbranched) }) as number | undefined,
  );

export const insertSession = (tx: Handle, values: typeof sessions.$inferInsert): SessionRow =>
  tx.insert(sessions).values(values).returning().get();

/** Touching updates the last activity, never back. */
export const touchSession = (tx: Handle, id: number, at: number): void =>
  void prepared(tx, "UPDATE sessions SET last_event_at = max(last_event_at, ?) WHERE id = ?").run(at, id);

/** Number of the turn that began last; null = nothing was captured in it. */
export const latestTurn = (handle: Handle, sessionId: number): number | null =>
  prepared(handle, "SELECT max(number) FROM turns WHERE session_id = ?").pluck().get(sessionId) as number | null;
