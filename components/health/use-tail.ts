"use client";
/** The first page of the log, asked for again and again while somebody follows it and looks. */
import { useEffect, useState } from "react";
import type { LogPage } from "@/lib/contract/logs";
import { type FetchParams, fetchJson } from "../list/fetch-json";

const EVERY_MS = 2000;

/**
 * `asked`: the query as JSON. null while nothing newer than the page's own is known. A server that does not answer is asked
 * again: what stands there stays, and the frame says that it is away.
 */
export function useTail(isFollowing: boolean, asked: string): LogPage | null {
  const [page, setPage] = useState<LogPage | null>(null);
  // External system: the server.
  useEffect(() => {
    if (!isFollowing) return;
    const left = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const look = async () => {
      if (!document.hidden) {
        const signal = AbortSignal.any([left.signal, AbortSignal.timeout(5 * EVERY_MS)]);
        const answer = await fetchJson<LogPage>("/api/logs", { params: JSON.parse(asked) as FetchParams, signal });
        if (left.signal.aborted) return;
        if (answer.ok) setPage(answer.data);
      }
      timer = setTimeout(() => void look(), EVERY_MS);
    };
    void look();
    return () => {
      left.abort();
      clearTimeout(timer);
    };
  }, [isFollowing, asked]);
  return isFollowing ? page : null;
}
