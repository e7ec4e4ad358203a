/** What goes when a session is forgotten, as changes of one operation; Undo uses it as well. Part of the caller's transaction. */
import type { Tx } from "../context";
import { AppError } from "../contract/errors";
import { JOB } from "../jobs/kinds";
import { enqueue } from "../jobs/repo";
import type { NewChange } from "../operations/repo";
import { reindexStatus } from "../operations/rows-repo";
import { deleteTask } from "../reflections/repo";
import { removeClaimsOfSession } from "../review/repo";
import { forgetMemories } from "./forget-memories";
import {
  deleteEvidence,
  deleteObservations,
  deleteSummaries,
  findSession,
  hasContents,
  setSessionStatus,
} from "./forget-repo";
import { isForgotten } from "./query";

/** The operation that an import is: undoing it forgets the session. */
export const IMPORT_KIND = "session.import";

const ACTIVE = { status: "active" };
const DELETED = { status: "deleted" };

/**
 * Deletes the session, its evidence, what was drawn from it, and the memories that have no other source and that no
 * person changed; rows of all these stay. What it alone claims against other memories is removed. Undo brings all of it
 * back. The session comes first in the answer.
 */
export function forgetRows(tx: Tx, now: number, sessionId: number): NewChange[] {
  const session = findSession(tx, sessionId);
  if (session === undefined || session.status === "deleted") return [];
  setSessionStatus(tx, sessionId, "deleted");
  const evidence = (["prompts", "events"] as const).flatMap((table) =>
    deleteEvidence(tx, table, sessionId).map((id) => ({ table, id, before: ACTIVE, after: DELETED })),
  );
  const derived = [
    ...deleteObservations(tx, now, sessionId).map((pair) => ({
      table: "observations" as const,
      id: pair.after.id,
      ...pair,
    })),
    ...deleteSummaries(tx, now, sessionId).map((pair) => ({ table: "summaries" as const, id: pair.after.id, ...pair })),
  ];
  for (const { table, id } of [...evidence, ...derived]) reindexStatus(tx, now, table, id);
  // A reflection that holds something of it is told to nobody from now on, by triggers, and is made anew without it.
  const task = deleteTask(tx, now, sessionId);
  return [
    { table: "sessions", id: sessionId, before: { status: session.status }, after: DELETED },
    ...evidence,
    ...derived,
    ...(task === null ? [] : [{ table: "tasks" as const, id: task.after.id, ...task }]),
    ...forgetMemories(tx, now, sessionId),
    ...removeClaimsOfSession(tx, sessionId),
  ];
}

/**
 * After Undo changed the status of a session. Back: turns that waited when it was forgotten are read after all.
 * Forgotten again: throws `conflict` when it has grown since, for Undo takes only what it brought.
 */
export function followSession(tx: Tx, now: number, sessionId: number): void {
  if (!isForgotten(tx, sessionId)) {
    enqueue(tx, now, { kind: JOB.closeTurn, key: String(sessionId), payload: { sessionId, since: now } });
  } else if (hasContents(tx, sessionId)) {
    throw new AppError("conflict", `Session ${sessionId} has grown since; this change knows only a part of it.`, {
      hint: "Forget the session anew instead.",
    });
  }
}

/** Throws `conflict` when the session is forgotten: nothing of it comes back alone. */
export function refuseForgotten(tx: Tx, sessionId: number): void {
  if (!isForgotten(tx, sessionId)) return;
  throw new AppError("conflict", `Session ${sessionId} was forgotten; nothing of it comes back alone.`, {
    hint: "Undo the change that forgot the session first.",
  });
}

/** `5 prompts, 17 events`. */
export const extent = (prompts: number, events: number): string =>
  `${prompts} ${prompts === 1 ? "prompt" : "prompts"}, ${events} ${events === 1 ? "event" : "events"}`;
