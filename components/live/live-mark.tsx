"use client";
/** Whether the page hears of changes at once: a dot and a word. On a phone the outage card says it when it does not. */
import { useTranslations } from "next-intl";
import { cn } from "@/lib/cn";
import { useLiveSnapshot } from "./live-context";

const COLOURS = { open: "bg-green", reconnecting: "bg-orange", connecting: "bg-control", asleep: "bg-control" };

export function LiveMark() {
  const t = useTranslations("frame");
  const { connection } = useLiveSnapshot();
  const word = t(`live.${connection}`);
  return (
    <div
      role="status"
      title={word}
      className="hidden h-7 items-center gap-2 px-2 text-meta text-muted sm:flex sm:justify-center lg:justify-start"
    >
      <span aria-hidden className={cn("size-2 rounded-full", COLOURS[connection])} />
      <span className="sm:sr-only lg:not-sr-only">{word}</span>
    </div>
  );
}
