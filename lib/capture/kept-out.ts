/**
 * Sessions of which nothing is captured, as keyed hashes of their ids: what such a session says without naming a folder,
 * as its summaries do (M7), is kept out like the rest of it, also after a restart (M6).
 */
import { bury, isAnythingBuried, isBuried, wipedSession } from "../operations/tombstones";
import type { Chunk } from "./chunk";
import type { PreparedBase } from "./prepared";

/** No receipt tells of it: nothing was ever stored. */
const NO_RECEIPT = 0;

/** By the host's id alone: senders name the host in one request and leave it out of the next. */
const identityOf = (event: PreparedBase): string => `kept-out-session:${event.hostSessionId}`;

/** From now on nothing is stored of the session; once a session is enough. */
export function keepOut(chunk: Chunk, event: PreparedBase): void {
  const identity = identityOf(event);
  if (chunk.keptOut.has(identity)) return;
  chunk.keptOut.add(identity);
  if (isBuried(chunk.tx, identity)) return;
  bury(chunk.tx, chunk.now, NO_RECEIPT, identity);
  chunk.hasBuried = isAnythingBuried(chunk.tx);
}

/** True for an event that names neither folder nor project, of a session that nothing is stored of. */
export const isKeptOut = (chunk: Chunk, event: PreparedBase): boolean =>
  event.identity === null && chunk.hasBuried && isBuried(chunk.tx, identityOf(event));

/** True for a session that was deleted for good with its whole project. */
export const wasWiped = (chunk: Chunk, event: PreparedBase): boolean =>
  chunk.hasBuried && isBuried(chunk.tx, wipedSession(event.hostSessionId));
