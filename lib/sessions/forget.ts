/** "Forget this session": out of every list, search and block at once, and back by Undo. */
import type { App } from "../context";
import type { Actor } from "../contract/common";
import { AppError, noSuch } from "../contract/errors";
import type { ForgetResult } from "../contract/session-view";
import { write } from "../db/write";
import { projectMode } from "../memories/repo";
import { requireWritable } from "../memories/service";
import { recordOperation } from "../operations/record";
import { findSession } from "./forget-repo";
import { extent, forgetRows } from "./forget-rows";

/**
 * Forgets a session as one operation: session, prompts, events, observations, summaries, and the memories that were
 * drawn from it alone and that no person changed. A session that still runs is captured no further.
 * Throws `not_found`; `conflict` when it was forgotten already; `forbidden` for an agent where the project keeps agents out.
 */
export function forgetSession(app: App, sessionId: number, actor: Actor): ForgetResult {
  return write(app, (tx) => {
    const session = findSession(tx, sessionId);
    if (session === undefined) {
      throw noSuch("session", sessionId, "GET /api/session-views lists them.");
    }
    if (session.status === "deleted") {
      throw new AppError("conflict", `Session ${sessionId} was forgotten already.`, {
        hint: "The Activity page brings it back.",
      });
    }
    requireWritable(projectMode(tx, session.projectId), actor);
    const now = app.now();
    const changes = forgetRows(tx, now, sessionId);
    const count = (table: string): number => changes.filter((change) => change.table === table).length;
    const operation = recordOperation(tx, now, {
      kind: "session.forget",
      title: `Forgot session ${sessionId} (${extent(count("prompts"), count("events"))})`,
      actor,
      projectId: session.projectId,
      changes,
    });
    return { ok: true, operation_id: operation };
  });
}
