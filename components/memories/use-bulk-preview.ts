"use client";
/** Asks the server what a change of many would do, a moment after the last key; null while the answer is on its way. */
import { useEffect, useState } from "react";
import type { MemoryBulk, MemoryBulkPreview } from "@/lib/contract/memory-bulk";
import { type Fetched, fetchJson } from "../list/fetch-json";

const PAUSE_MS = 200;

export function useBulkPreview(body: MemoryBulk | null): Fetched<MemoryBulkPreview> | null {
  const asked = body === null ? null : JSON.stringify({ ...body, dry_run: true });
  const [answer, setAnswer] = useState<{ asked: string; fetched: Fetched<MemoryBulkPreview> } | null>(null);
  // External system: the server.
  useEffect(() => {
    if (asked === null) return;
    let isWanted = true;
    const timer = setTimeout(() => {
      void fetchJson<MemoryBulkPreview>("/api/memories/bulk", { body: JSON.parse(asked) }).then((fetched) => {
        if (isWanted) setAnswer({ asked, fetched });
      });
    }, PAUSE_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [asked]);
  return answer !== null && answer.asked === asked ? answer.fetched : null;
}
