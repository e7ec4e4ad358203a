"use client";
/** What the gate says to a statement while it is typed: lengths at once, the rest from the server when the typing pauses. */
import { useEffect, useState } from "react";
import type { MemoryCheck, MemoryChecked } from "@/lib/contract/memory-page";
import { fetchJson } from "../list/fetch-json";

const PAUSE_MS = 250;

/** The server's answer for exactly these words; null while there is none yet. */
export function useGate({ id, key, value, project }: MemoryCheck): MemoryChecked | null {
  const [answer, setAnswer] = useState<{ asked: string; checked: MemoryChecked } | null>(null);
  const asked = JSON.stringify({ id, key, value, project });
  // External system: the server's gate.
  useEffect(() => {
    const leave = new AbortController();
    const timer = setTimeout(() => {
      const body: unknown = JSON.parse(asked);
      void fetchJson<MemoryChecked>("/api/memories/check", { body, signal: leave.signal }).then((result) => {
        if (result.ok && !leave.signal.aborted) setAnswer({ asked, checked: result.data });
      });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      leave.abort();
    };
  }, [asked]);
  return answer?.asked === asked ? answer.checked : null;
}
