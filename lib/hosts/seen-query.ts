/** Which hosts were heard by themselves, and when last: history that was imported says nothing of a connection. */
import type Sqlite from "better-sqlite3";

export interface SeenHost {
  host: string;
  sessions: number;
  /** Milliseconds UTC. */
  lastEventAt: number;
}

const MAX_HOSTS = 50;

/**
 * `made`: when an import brought a session in, with its turns of another time or store. Of such a session only turns that began
 * since then were heard, and none that a transcript told.
 */
const HEARD = `
  WITH made AS MATERIALIZED (
    SELECT c.entity_id AS id, min(o.created_at) AS at
    FROM operation_changes c JOIN operations o ON o.id = c.operation_id
    WHERE c.entity_table = 'sessions' AND c.before IS NULL
    GROUP BY c.entity_id
  ), live AS MATERIALIZED (
    SELECT t.session_id AS id, max(coalesce(t.ended_at, t.started_at)) AS at
    FROM turns t LEFT JOIN made m ON m.id = t.session_id
    WHERE t.from_transcript = 0 AND (m.at IS NULL OR t.started_at > m.at)
    GROUP BY t.session_id
  ), heard AS (
    SELECT s.host, CASE
      WHEN m.id IS NULL AND NOT EXISTS (SELECT 1 FROM turns t WHERE t.session_id = s.id AND t.from_transcript = 1)
      THEN s.last_event_at ELSE l.at END AS at
    FROM sessions s LEFT JOIN made m ON m.id = s.id LEFT JOIN live l ON l.id = s.id
    WHERE s.status <> 'deleted'
  )
  SELECT host, count(*) AS sessions, max(at) AS lastEventAt
  FROM heard WHERE at IS NOT NULL GROUP BY host ORDER BY lastEventAt DESC LIMIT ${MAX_HOSTS}`;

/** The one that was heard last comes first; forgotten sessions do not count. */
export const seenHosts = ({ sqlite }: { sqlite: Sqlite.Database }): SeenHost[] =>
  sqlite.prepare(HEARD).all() as SeenHost[];
