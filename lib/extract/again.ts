/** Reads turns again on request: when the budget is back, after a model was named, or by the rules after it was taken away. */
import type { App } from "../context";
import type { Actor } from "../contract/common";
import { AppError, noSuch } from "../contract/errors";
import type { TurnsQueued, TurnsToRead } from "../contract/session-view";
import { write } from "../db/write";
import { projectMode } from "../memories/repo";
import { requireWritable } from "../memories/service";
import { chooseModel } from "../metering/service";
import { getSession, isForgotten } from "../sessions/query";
import { requestExtraction } from "./turn-job";
import { projectOf, renewTurn, turnsOf } from "./repo";

/**
 * Queues one turn of a session, or all, to be read anew, also where an earlier reading was undone. What a person changed
 * stays as it is; rows that go on telling the same keep their ids. Throws `not_found` for an unknown or forgotten session or
 * an unknown turn; `conflict` for a private turn, and for `by: "llm"` where no model may be asked; `forbidden` for an
 * agent where the project keeps agents out.
 */
export function readTurnsAgain(app: App, sessionId: number, { turn, by }: TurnsToRead, actor: Actor): TurnsQueued {
  const session = getSession(app.db, sessionId);
  if (session === null && isForgotten(app.db, sessionId)) {
    throw new AppError("not_found", `Session ${sessionId} was forgotten.`, {
      hint: "The Activity page brings it back.",
    });
  }
  if (session === null) throw noSuch("session", sessionId, "GET /api/session-views lists them.");
  if (by === "llm") requireModel(app, session.project_id);
  return write(app, (tx) => {
    requireWritable(projectMode(tx, session.project_id), actor);
    const rows = turnsOf(tx, sessionId, turn);
    if (turn !== undefined) requireTurn(sessionId, turn, rows[0]);
    const queued = rows.filter(({ isPrivate }) => !isPrivate).map(({ number }) => number);
    for (const number of queued) {
      const revision = renewTurn(tx, sessionId, number);
      requestExtraction(tx, app.now(), {
        sessionId,
        turn: number,
        revision,
        anew: true,
        ...(by === undefined ? {} : { by }),
      });
    }
    const skipped = rows.filter(({ isPrivate }) => isPrivate).map(({ number }) => number);
    return { ok: true, session: sessionId, queued, skipped };
  });
}

/** Name of the model that turns of the project may be read by; null = none is switched on, or the project keeps them from it. */
export function modelForTurns(app: App, projectId: number): string | null {
  if (projectOf(app.db, projectId)?.llmEnabled === false) return null;
  return chooseModel(app)?.model ?? null;
}

/** Throws `conflict`. */
function requireModel(app: App, projectId: number): void {
  if (chooseModel(app) === null) {
    throw new AppError("conflict", "No language model is switched on.", {
      hint: 'GET /api/llm says what is missing; by: "rules" reads without one.',
    });
  }
  if (projectOf(app.db, projectId)?.llmEnabled === false) {
    throw new AppError("conflict", "The project keeps its turns from language models.", {
      hint: `PATCH /api/projects/${projectId} with {"llmEnabled":true} lets them out.`,
    });
  }
}

function requireTurn(sessionId: number, number: number, row: { isPrivate: boolean } | undefined): void {
  if (row === undefined) {
    throw new AppError("not_found", `Session ${sessionId} has no turn ${number}.`, {
      hint: `GET /api/session-views/${sessionId} lists its turns.`,
    });
  }
  if (row.isPrivate) {
    throw new AppError("conflict", `Turn ${number} is private: nothing of it was kept.`, {
      hint: "There is nothing to read.",
    });
  }
}
