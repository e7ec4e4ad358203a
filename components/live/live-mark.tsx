"use client";
/** Whether the page hears of changes at once: a dot and a word; on a phone only when it does not. */
import { cn } from "@/lib/cn";
import { t } from "../strings";
import { useLiveSnapshot } from "./live-context";

export function LiveMark() {
  const { connection } = useLiveSnapshot();
  const word = t.live[connection];
  const isLost = connection === "reconnecting";
  return (
    <div
      role="status"
      className={cn(
        "items-center gap-2 px-2 text-meta text-muted sm:flex sm:h-7 sm:justify-center lg:justify-start",
        isLost
          ? "fixed top-2 left-1/2 z-30 flex h-7 -translate-x-1/2 rounded-full bg-raised shadow-float sm:static sm:translate-x-0 sm:bg-transparent sm:shadow-none"
          : "hidden",
      )}
      title={word}
    >
      <span aria-hidden className={cn("size-2 rounded-full", isLost ? "bg-orange" : connection === "open" ? "bg-green" : "bg-control")} />
      <span className={cn("sm:sr-only lg:not-sr-only", isLost && "not-sr-only")}>{word}</span>
    </div>
  );
}
