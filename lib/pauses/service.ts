/** Pauses of capture or recall, of one session or one project: an operation, so that Undo takes it back. */
import type { App, Handle } from "../context";
import type { PauseAnswer, PauseInput, PauseWhat } from "../contract/codewatch";
import type { Actor } from "../contract/common";
import { AppError, noSuch } from "../contract/errors";
import { write } from "../db/write";
import { recordOperation } from "../operations/record";
import { codewatchScope } from "../reflections/scope";
import { sessionNamed } from "../reflections/sessions-repo";
import { isPausedAt, pausedRow, type PauseScope, writePause } from "./repo";

export interface PauseRequest {
  scope: PauseScope;
  /** Number of the session or project. */
  id: number;
  what: PauseWhat;
  paused: boolean;
}

/**
 * Pauses or takes up again. While capture rests nothing that comes in of the session or project is stored, and it is not stored later;
 * while recall rests agents are handed nothing. What is so already is no operation. Throws `not_found`.
 */
export function setPause(app: App, { scope, id, what, paused }: PauseRequest, actor: Actor): PauseAnswer {
  return write(app, (tx) => {
    const now = app.now();
    const row = pausedRow(tx, scope, id);
    if (row === undefined) throw noSuch(scope, id, "GET /api/session-views and GET /api/projects list them.");
    const field = what === "capture" ? "capturePausedAt" : "recallPausedAt";
    const answer = { ok: true as const, scope, id };
    if ((row[field] !== null) === paused) return { ...answer, ...namesOf(row), operation_id: null };
    const at = paused ? now : null;
    writePause(tx, scope, id, what, at);
    const operation = recordOperation(tx, now, {
      kind: `${scope}.${paused ? "pause" : "resume"}`,
      title: `${paused ? "Paused" : "Resumed"} ${what} of ${scope} ${id}`,
      actor,
      projectId: row.projectId,
      changes: [
        {
          table: scope === "session" ? "sessions" : "projects",
          id,
          before: { id, [field]: row[field] },
          after: { id, [field]: at },
        },
      ],
      told: { what },
    });
    return { ...answer, ...namesOf({ ...row, [field]: at }), operation_id: operation };
  });
}

/** {@link setPause} for who knows the session by the host's id, or the project by name or folder. Throws `not_found`, `validation_failed`. */
export function pauseBy(app: App, input: PauseInput, actor: Actor): PauseAnswer {
  const { scope, what, paused } = input;
  return setPause(app, { scope, id: input.id ?? idOf(app, input), what, paused }, actor);
}

function idOf(app: App, input: PauseInput): number {
  if (input.scope === "session") {
    const found = sessionNamed(app.db, input.host ?? null, input.session ?? "");
    if (found !== undefined && found.status !== "deleted") return found.id;
    throw new AppError("not_found", "Nothing of that session is stored.", {
      hint: "GET /api/session-views lists the sessions; pause the project instead where none is there yet.",
    });
  }
  const { projectId } = codewatchScope(app, { cwd: input.cwd, project: input.project });
  if (projectId !== 0) return projectId;
  throw new AppError("not_found", "That project is not known yet.", { hint: "GET /api/projects lists them." });
}

/** Whether capture or recall rests for the session (where it is known) or its project. */
export const isPaused = (
  handle: Handle,
  what: PauseWhat,
  of: { sessionId?: number | null; projectId: number },
): boolean => isPausedAt(handle, what, of);

/** What is refused while capture rests; `name` is the project's. */
export const captureRests = (name: string): AppError =>
  new AppError("conflict", `Capture is paused for ${name} or this session: nothing is stored.`, {
    hint: "A person can take it up again in the console, or with keepsake resume.",
  });

const namesOf = (row: { capturePausedAt: number | null; recallPausedAt: number | null }) => ({
  capture_paused_at: row.capturePausedAt,
  recall_paused_at: row.recallPausedAt,
});
