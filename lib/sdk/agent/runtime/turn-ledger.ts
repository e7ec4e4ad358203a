/** Which turns were sent, which may be lost, and when the next flush is due (V61, V63). */
import { fileNameOf, readState, writePrivate } from "./files";

export interface TurnStart {
  /** This turn was sent already: do nothing. */
  isDuplicate: boolean;
  /** What became of an earlier turn whose hook did not come to its end; one a turn, until all are told. */
  report: "lost_prev" | "recovered" | null;
}

export interface TurnLedger {
  /**
   * Notes that a turn is about to be sent. `resends`: whether what is sent now holds what an earlier hook did not
   * manage to send.
   */
  begin(sessionId: string, turnKey: string, resends: boolean): Promise<TurnStart>;
  /** The turn is at the gateway. `flushEvery` turns make a flush due, until one went well; 0 = never. */
  done(sessionId: string, turnKey: string, flushEvery: number): Promise<{ isFlushDue: boolean }>;
  /** The gateway has answered a flush: turns are counted anew. */
  flushed(sessionId: string): Promise<void>;
}

interface Entry {
  lastKey: string | null;
  /** Key of a turn that is being sent, or was when its hook died. */
  pending: string | null;
  /** Turns whose loss is not told yet. */
  debt: number;
  sinceFlush: number;
}

const NEW: Entry = { lastKey: null, pending: null, debt: 0, sinceFlush: 0 };

/** `dir` holds a small file a session. */
export function createTurnLedger({ dir }: { dir: string }): TurnLedger {
  const nameOf = async (sessionId: string) => `${await fileNameOf(sessionId)}.turns.json`;
  const read = async (sessionId: string): Promise<Entry> =>
    entryOf(await readState(`${dir}/${await nameOf(sessionId)}`));
  const write = async (sessionId: string, entry: Entry) =>
    writePrivate(dir, await nameOf(sessionId), JSON.stringify(entry));
  return {
    async begin(sessionId, turnKey, resends) {
      const entry = await read(sessionId);
      if (entry.lastKey === turnKey) return { isDuplicate: true, report: null };
      // The same turn again is a second try at it, not a loss.
      const debt = entry.debt + (entry.pending !== null && entry.pending !== turnKey ? 1 : 0);
      const report = debt === 0 ? null : resends ? "recovered" : "lost_prev";
      await write(sessionId, { ...entry, pending: turnKey, debt: Math.max(0, debt - 1) });
      return { isDuplicate: false, report };
    },
    async done(sessionId, turnKey, flushEvery) {
      const entry = await read(sessionId);
      const sinceFlush = entry.sinceFlush + 1;
      const isFlushDue = flushEvery > 0 && sinceFlush >= flushEvery;
      await write(sessionId, { ...entry, lastKey: turnKey, pending: null, sinceFlush });
      return { isFlushDue };
    },
    async flushed(sessionId) {
      const entry = await read(sessionId);
      if (entry.sinceFlush > 0) await write(sessionId, { ...entry, sinceFlush: 0 });
    },
  };
}

function entryOf(state: Record<string, unknown> | null): Entry {
  const { lastKey, pending, debt, sinceFlush } = state ?? {};
  return {
    lastKey: typeof lastKey === "string" ? lastKey : NEW.lastKey,
    pending: typeof pending === "string" ? pending : NEW.pending,
    debt: countOf(debt),
    sinceFlush: countOf(sinceFlush),
  };
}

const countOf = (value: unknown): number =>
  typeof value === "number" && Number.isInteger(value) && value >= 0 ? Math.min(value, 1000) : 0;
