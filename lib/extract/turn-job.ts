/** What jobs about a turn share: how they name it, and whether it may be read. */
import { z } from "zod";
import type { App, Tx } from "../context";
import { AppError } from "../contract/errors";
import { JOB } from "../jobs/kinds";
import { enqueue } from "../jobs/repo";
import type { ClaimedJob } from "../jobs/types";
import { findTurnContext, type TurnContext } from "./repo";

const Payload = z.object({
  sessionId: z.number().int(),
  turn: z.number().int(),
  /** The turn's revision when the job was asked for. */
  revision: z.number().int(),
  /** Who is to read it; absent = whoever reads such a turn. */
  by: z.enum(["llm", "rules"]).optional(),
  /** Asked for anew by somebody: also where an earlier extraction was undone. */
  anew: z.boolean().optional(),
});
export type TurnJob = z.infer<typeof Payload>;

/** Throws `validation_failed` for a job that names no turn. */
export function turnOf(job: ClaimedJob): TurnJob {
  const parsed = Payload.safeParse(job.payload);
  if (!parsed.success) throw new AppError("validation_failed", `Job ${job.id} names no turn.`);
  return parsed.data;
}

/** null when the turn is gone, private, of a forgotten session or a closed project, or already extracted at this revision or a newer one. */
export function readableTurn(app: App, { sessionId, turn, revision }: TurnJob): TurnContext | null {
  const context = findTurnContext(app.db, sessionId, turn);
  if (context === undefined || !mayBeRead(context) || revision <= context.turn.extractedRevision) return null;
  return context;
}

/** Nothing is drawn from what is private or forgotten, nor where the project takes nothing. */
export const mayBeRead = ({ turn, session, project }: TurnContext): boolean =>
  !turn.isPrivate && session.status !== "deleted" && project.mode !== "off" && project.mode !== "read-only";

/** Asks for the turn to be extracted; a job of it that waits already takes the newer revision. */
export function requestExtraction(tx: Tx, now: number, job: TurnJob): void {
  enqueue(tx, now, { kind: JOB.extractTurn, key: `${job.sessionId}:${job.turn}`, payload: payloadOf(job) });
}

/** For a job's row: what is not said is left out. */
export const payloadOf = ({ sessionId, turn, revision, by, anew }: TurnJob) => ({
  sessionId,
  turn,
  revision,
  ...(by === undefined ? {} : { by }),
  ...(anew === true ? { anew } : {}),
});
