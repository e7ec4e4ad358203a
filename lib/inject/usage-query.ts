/** Reads for the tracking of use: blocks of a session that still wait for an answer, and what the person said. By index. */
import type { Handle } from "../context";
import { prepared } from "../db/prepared";

/** Blocks of a session that one turn is compared with, newest first. */
const BLOCKS_MAX = 50;
/** Earlier prompts whose words count as the person's own. */
const PROMPTS_MAX = 50;
const PROMPT_CHARS = 4_000;

export interface AskedSession {
  host: string;
  hostSessionId: string;
}

/** A block of the client that names no host counts for any. */
const OF_SESSION = "b.host_session_id = @hostSessionId AND (b.host = @host OR b.host IS NULL)";

export const hasBlocks = (handle: Handle, { host, hostSessionId }: AskedSession): boolean =>
  prepared(handle, `SELECT 1 FROM injections b WHERE ${OF_SESSION} LIMIT 1`).get({ host, hostSessionId }) !== undefined;

export interface TurnSpan extends AskedSession {
  /** Blocks that were made later belong to a later turn; null = there is none. */
  nextStartedAt: number | null;
}

/** The turn's session and when the next turn began; undefined = there is no such turn, it is private, or its session was forgotten. */
export const turnSpan = (handle: Handle, sessionId: number, turn: number): TurnSpan | undefined =>
  prepared(
    handle,
    `SELECT s.host AS host, s.host_session_id AS hostSessionId,
       (SELECT min(n.started_at) FROM turns n WHERE n.session_id = t.session_id AND n.number > t.number) AS nextStartedAt
     FROM turns t JOIN sessions s ON s.id = t.session_id
     WHERE t.session_id = @sessionId AND t.number = @turn AND t.is_private = 0 AND s.status <> 'deleted'`,
  ).get({ sessionId, turn }) as TurnSpan | undefined;

export interface WaitingBlock {
  id: number;
  /** JSON. */
  trace: string;
}

/** Of what is listed by its key alone the agent read nothing. */
const WAITING = "i.layer <> 'index' AND (i.used_turn IS NULL OR i.used_turn > @turn)";

/** Blocks made before or in the turn that hold something of which no use by then is known. */
export const waitingBlocks = (
  handle: Handle,
  { host, hostSessionId, nextStartedAt }: TurnSpan,
  turn: number,
): WaitingBlock[] =>
  prepared(
    handle,
    `SELECT b.id, b.trace FROM injections b
     WHERE ${OF_SESSION} AND (@nextStartedAt IS NULL OR b.created_at < @nextStartedAt)
       AND EXISTS (SELECT 1 FROM injection_items i WHERE i.injection_id = b.id AND ${WAITING})
     ORDER BY b.id DESC LIMIT ${BLOCKS_MAX}`,
  ).all({ host, hostSessionId, nextStartedAt, turn }) as WaitingBlock[];

/** `type:id` of what waits in a block. */
export const waitingItems = (handle: Handle, injectionId: number, turn: number): Set<string> =>
  new Set(
    prepared(
      handle,
      `SELECT i.entity_type || ':' || i.entity_id FROM injection_items i WHERE i.injection_id = @injectionId AND ${WAITING}`,
    )
      .pluck()
      .all({ injectionId, turn }) as string[],
  );

/** What the person said up to a turn, newest first. */
export const promptsUpTo = (handle: Handle, sessionId: number, turn: number): string[] =>
  prepared(
    handle,
    `SELECT substr(text, 1, ${PROMPT_CHARS}) FROM prompts WHERE session_id = @sessionId AND prompt_number <= @turn AND status = 'active'
     ORDER BY prompt_number DESC LIMIT ${PROMPTS_MAX}`,
  )
    .pluck()
    .all({ sessionId, turn }) as string[];
