/** Which sessions nobody ended are worth a look (E93). Pure. */
import { sourceSession } from "../extract/source-session";
import type { KimiLog } from "../hosts/kimi/locate";
import type { SessionState } from "./state";

const IDLE_MS = 30 * 60_000;
const MIN_BYTES = 4096;
/** E93: of one run. */
export const MAX_STALE = 3;

/** Idle for half an hour, long enough, written since they were read (or read by the rules alone); newest first, at most three. */
export function staleCandidates(logs: readonly KimiLog[], state: SessionState, now: number): KimiLog[] {
  return logs
    .filter((log) => now - log.mtimeMs >= IDLE_MS && log.bytes >= MIN_BYTES && isUnread(log, state))
    .toSorted((a, b) => b.mtimeMs - a.mtimeMs || (a.path < b.path ? -1 : 1))
    .slice(0, MAX_STALE);
}

function isUnread(log: KimiLog, state: SessionState): boolean {
  const known = state.get(sourceSession(log.sessionId));
  if (known === undefined || log.mtimeMs > known.mtime) return true;
  return known.via === "rules" && known.status === "completed";
}
