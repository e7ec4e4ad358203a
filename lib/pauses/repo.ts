/** SQL of pauses: since when capture or recall rests, of a session or a project. */
import type { Handle } from "../context";
import type { PauseWhat } from "../contract/codewatch";
import { prepared } from "../db/prepared";

export type PauseScope = "session" | "project";

const TABLES = { session: "sessions", project: "projects" } as const satisfies Record<PauseScope, string>;
const COLUMNS = { capture: "capture_paused_at", recall: "recall_paused_at" } as const satisfies Record<
  PauseWhat,
  string
>;

export interface PausedRow {
  id: number;
  projectId: number;
  capturePausedAt: number | null;
  recallPausedAt: number | null;
}

/** Undefined for what is not there, or was forgotten. */
export const pausedRow = (handle: Handle, scope: PauseScope, id: number): PausedRow | undefined =>
  prepared(
    handle,
    `SELECT id, ${scope === "session" ? "project_id" : "id"} AS projectId, capture_paused_at AS capturePausedAt,
       recall_paused_at AS recallPausedAt
     FROM ${TABLES[scope]} WHERE id = ? ${scope === "session" ? "AND status <> 'deleted'" : ""}`,
  ).get(id) as PausedRow | undefined;

export const writePause = (tx: Handle, scope: PauseScope, id: number, what: PauseWhat, at: number | null): void =>
  void prepared(tx, `UPDATE ${TABLES[scope]} SET ${COLUMNS[what]} = ? WHERE id = ?`).run(at, id);

/** One look at each of the two rows, by their keys. */
export function isPausedAt(
  handle: Handle,
  what: PauseWhat,
  { sessionId, projectId }: { sessionId?: number | null; projectId: number },
): boolean {
  const column = COLUMNS[what];
  const found = prepared(
    handle,
    `SELECT 1 WHERE EXISTS (SELECT 1 FROM projects WHERE id = @projectId AND ${column} IS NOT NULL)
       OR EXISTS (SELECT 1 FROM sessions WHERE id = @sessionId AND ${column} IS NOT NULL)`,
  ).get({ projectId, sessionId: sessionId ?? null });
  return found !== undefined;
}
