"use client";
/** Turns that are being read anew: how many are left, until there is none; then what came of it is on the page. */
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { useLive } from "../live/live-context";

const EVERY_MS = 1000;

export function ReadingState({ count }: { count: number }) {
  const t = useTranslations("session");
  const router = useRouter();
  const live = useLive();
  // External system: a timer, as long as something is read.
  useEffect(() => {
    if (count === 0) return;
    const timer = setInterval(() => {
      if (document.hidden) return;
      live.clear();
      router.refresh();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [count, router, live]);
  return (
    <p role="status" className="text-meta text-teal empty:hidden">
      {count > 0 && t("reading", { count })}
    </p>
  );
}
