"use client";
/** "3 new": announces rows without shifting what is being read, below the header and above the list; a click draws the list anew. */
import { useTranslations } from "next-intl";
import { ArrowUp } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTransition } from "react";
import type { LiveEvent } from "./live-store";
import { useLive, useLiveSnapshot } from "./live-context";

export type LiveTopic = "all" | "memories" | "sessions" | "operations" | { session: number };

export function LivePill({ topic }: { topic: LiveTopic }) {
  const t = useTranslations("frame");
  const live = useLive();
  const { unseen } = useLiveSnapshot();
  const router = useRouter();
  const [pending, startTransition] = useTransition();
  const count = unseen.filter((event) => concerns(event, topic)).length;
  const show = () =>
    startTransition(() => {
      live.clear();
      router.refresh();
    });
  return (
    <div role="status" className="absolute top-full left-1/2 z-30 mt-1.5 -translate-x-1/2 empty:hidden" data-no-print>
      {count > 0 && (
        <button
          type="button"
          disabled={pending}
          onClick={show}
          aria-label={t("live.pillLabel", { count })}
          className="inline-flex h-6 animate-appear items-center gap-1 rounded-full bg-accent px-2.5 text-meta font-medium text-accent-text shadow-float"
        >
          <ArrowUp aria-hidden className="size-3" />
          {t("live.pill", { count })}
        </button>
      )}
    </div>
  );
}

function concerns(event: LiveEvent, topic: LiveTopic): boolean {
  const isOf = {
    memories: event.type.startsWith("memory."),
    operations: event.operation !== null,
    sessions: event.sessionId !== null,
  };
  // Not every event: that a vector was made or a job gave up draws no row.
  if (topic === "all") return isOf.memories || isOf.operations || isOf.sessions;
  return typeof topic === "string" ? isOf[topic] : event.sessionId === topic.session;
}
