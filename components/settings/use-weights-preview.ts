"use client";
/** Asks the server what other weights would make of a block, a moment after the last change; only the latest answer counts. */
import { useEffect, useState } from "react";
import type { BlockMove, InjectionPreview } from "@/lib/contract/inject-preview";
import { fetchJson } from "../list/fetch-json";
import type { ShownError } from "../change/result";

const PAUSE_MS = 200;

/** As `POST /api/injections/preview` takes it. */
export interface WeightsAsk {
  project?: string;
  cwd?: string;
  branch?: string;
  host?: string;
  event: "session-start" | "prompt";
  prompt: string;
}

export interface Tried {
  /** What it answers; another one is out of date. */
  of: string;
  moves: readonly BlockMove[];
  before: { chars: number; tokens: number };
  after: { chars: number; tokens: number };
  error: ShownError | null;
}

const sizeOf = ({ chars, tokens }: { chars: number; tokens: number }) => ({ chars, tokens });

/** null while nothing is tried, or its first answer is on its way. */
export function useWeightsPreview(ask: WeightsAsk, overrides: Record<string, number> | null): Tried | null {
  const [tried, setTried] = useState<Tried | null>(null);
  const isTrying = overrides !== null && Object.keys(overrides).length > 0;
  const body = isTrying ? JSON.stringify({ ...ask, overrides }) : null;
  // External system: the server.
  useEffect(() => {
    if (body === null) return;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      void (async () => {
        const answer = await fetchJson<InjectionPreview>("/api/injections/preview", {
          body: JSON.parse(body) as unknown,
          signal: controller.signal,
        });
        if (controller.signal.aborted) return;
        const nothing = { chars: 0, tokens: 0 };
        if (!answer.ok) setTried({ of: body, moves: [], before: nothing, after: nothing, error: answer.error });
        else {
          const { block, saved } = answer.data;
          setTried({
            of: body,
            moves: saved?.moves ?? [],
            before: sizeOf(saved?.block ?? block),
            after: sizeOf(block),
            error: null,
          });
        }
      })();
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [body]);
  return body === null ? null : tried;
}
