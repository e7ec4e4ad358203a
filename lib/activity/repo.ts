/** The append-only feed that the stream tails. Holds ids and numbers, never stored text. */
import type { Handle } from "../context";
import { prepared } from "../db/prepared";

export interface NewActivity {
  /** `noun.verb`, the verb in the past: `session.started`, `memory.edited`. */
  kind: string;
  projectId?: number | null;
  sessionId?: number | null;
  /** Singular: `memory`, `event`, `turn`. */
  entityType?: string | null;
  entityId?: number | null;
  data?: Record<string, string | number | boolean | null>;
}

/** Prepared, since capture tells of every row. */
const APPEND = `
  INSERT INTO activity (kind, project_id, session_id, entity_type, entity_id, data, created_at)
  VALUES ($kind, $projectId, $sessionId, $entityType, $entityId, $data, $now)`;

export function appendActivity(tx: Handle, now: number, entry: NewActivity): void {
  prepared(tx, APPEND).run({
    kind: entry.kind,
    projectId: entry.projectId ?? null,
    sessionId: entry.sessionId ?? null,
    entityType: entry.entityType ?? null,
    entityId: entry.entityId ?? null,
    data: JSON.stringify(entry.data ?? {}),
    now,
  });
}
