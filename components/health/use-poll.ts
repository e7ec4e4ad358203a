"use client";
/** Asks an address again and again while something goes on there; at rest it asks nothing. */
import { useCallback, useEffect, useState } from "react";
import { fetchJson } from "../list/fetch-json";

const EVERY_MS = 700;

export interface Poll<T> {
  data: T;
  /** Asks at once, and goes on while `isBusy`. */
  look: () => void;
}

/** `isBusy` keeps its identity between renders. A server that does not answer is asked again: it may be starting. */
export function usePoll<T>(path: string, first: T, isBusy: (data: T) => boolean): Poll<T> {
  const [data, setData] = useState(first);
  const [round, setRound] = useState(0);
  const busy = isBusy(data);
  // External system: the server.
  useEffect(() => {
    if (round === 0 && !busy) return;
    const left = new AbortController();
    const ask = async () => {
      if (document.hidden) return;
      const answer = await fetchJson<T>(path, { signal: left.signal });
      if (!left.signal.aborted && answer.ok) setData(answer.data);
    };
    void ask();
    const timer = busy ? setInterval(() => void ask(), EVERY_MS) : undefined;
    return () => {
      left.abort();
      clearInterval(timer);
    };
  }, [path, busy, round]);
  return { data, look: useCallback(() => setRound((count) => count + 1), []) };
}
