/** Job `injection.track`: after a turn, which of what its session was told the agent then used. */
import { z } from "zod";
import type { App, Tx } from "../context";
import type { TurnItem } from "../contract/extraction";
import { AppError } from "../contract/errors";
import { parseJson } from "../text/json-value";
import { write } from "../db/write";
import { JOB } from "../jobs/kinds";
import { enqueue } from "../jobs/repo";
import type { ClaimedJob, JobHandler } from "../jobs/types";
import { documentFrequency, highestId } from "../search/vocabulary-query";
import { turnEvidence } from "../sessions/evidence-query";
import { type AskedSession, hasBlocks, promptsUpTo, turnSpan, waitingBlocks, waitingItems } from "./usage-query";
import { type Measured, recordUsage } from "./usage-repo";
import { contentOf, itemTokens, overlapOf, spokenTokens, type Token, USAGE, withoutEcho } from "./usage-rules";

const Payload = z.object({ sessionId: z.number().int(), turn: z.number().int() });

/** Of a stored trace only what is needed here; blocks of the first version have no texts. */
const Told = z.array(
  z.looseObject({ type: z.string(), id: z.number().int(), text: z.string().nullable().default(null) }),
);

/** Asks for it, unless the session was never told anything. */
export function requestUsage(tx: Tx, now: number, session: AskedSession, sessionId: number, turn: number): void {
  if (!hasBlocks(tx, session)) return;
  enqueue(tx, now, { kind: JOB.trackUsage, key: `${sessionId}:${turn}`, payload: { sessionId, turn } });
}

export const usageHandler: JobHandler = {
  batch: 1,
  run(app: App, jobs: ClaimedJob[]): Promise<void> {
    for (const job of jobs) {
      const parsed = Payload.safeParse(job.payload);
      if (!parsed.success) throw new AppError("validation_failed", `Job ${job.id} names no turn.`);
      trackUsage(app, parsed.data.sessionId, parsed.data.turn);
    }
    return Promise.resolve();
  },
};

/** Does nothing for a turn that is gone or private, of a forgotten session, or in which the agent said and did nothing. */
export function trackUsage(app: App, sessionId: number, turn: number): void {
  const span = turnSpan(app.db, sessionId, turn);
  if (span === undefined) return;
  const blocks = waitingBlocks(app.db, span, turn);
  if (blocks.length === 0) return;
  const evidence = turnEvidence(app.db, sessionId, turn);
  const last = evidence?.items.at(-1);
  if (evidence === null || last === undefined) return;
  const spoken = spokenTokens(evidence.items.flatMap(spokenBy));
  const known = spokenTokens(promptsUpTo(app.db, sessionId, turn));
  const isCommon = commonWords(app);
  const tokens = new Map<string, Token[]>();
  const measured: Measured[] = [];
  for (const { id: injectionId, trace } of blocks) {
    const waiting = waitingItems(app.db, injectionId, turn);
    for (const { type, id, text } of Told.parse(parseJson(trace))) {
      if (text === null || !waiting.has(`${type}:${id}`)) continue;
      const own = tokens.get(text) ?? itemTokens(contentOf(text));
      tokens.set(text, own);
      const { share, isUsed } = overlapOf(own, spoken, known, isCommon);
      measured.push({ injectionId, type, id, turn, share, usedAt: isUsed ? last.at : null });
    }
  }
  if (measured.length > 0) write(app, (tx) => recordUsage(tx, measured));
}

/** What an agent writes and does; what tools answer is not its own. */
function spokenBy(item: TurnItem): string[] {
  if (item.kind === "message") return [withoutEcho(item.text)];
  return [item.name, ...stringsOf(item.input), ...item.files];
}

/** Every text and number of a tool's input, keys aside. */
function stringsOf(input: Record<string, unknown>): string[] {
  const strings: string[] = [];
  const queue: unknown[] = [input];
  for (let at = 0; at < queue.length; at += 1) {
    const value = queue[at];
    if (typeof value === "string") strings.push(value);
    else if (typeof value === "number") strings.push(String(value));
    else if (typeof value === "object" && value !== null) for (const part of Object.values(value)) queue.push(part);
  }
  return strings;
}

/** Words that stand in so many messages and tool uses that they say nothing of any of them; known once the store is of some size. */
function commonWords(app: App): (word: string) => boolean {
  const rows = highestId(app.db, "event");
  if (rows < USAGE.commonRows) return () => false;
  const known = new Map<string, boolean>();
  return (word) => {
    let isCommon = known.get(word);
    if (isCommon === undefined) {
      isCommon = documentFrequency(app.db, "event", word) >= rows * USAGE.commonShare;
      known.set(word, isCommon);
    }
    return isCommon;
  };
}
