/** The append-only feed that the stream tails. Holds ids and numbers, never stored text. */
import type { Handle } from "../context";
import { activity } from "../db/schema";

export interface NewActivity {
  kind: string;
  projectId?: number | null;
  sessionId?: number | null;
  entityType?: string | null;
  entityId?: number | null;
  data?: Record<string, string | number | boolean | null>;
}

export function appendActivity(tx: Handle, now: number, entry: NewActivity): void {
  tx.insert(activity)
    .values({
      kind: entry.kind,
      projectId: entry.projectId ?? null,
      sessionId: entry.sessionId ?? null,
      entityType: entry.entityType ?? null,
      entityId: entry.entityId ?? null,
      data: JSON.stringify(entry.data ?? {}),
      createdAt: now,
    })
    .run();
}
