"use client";
/** Asks again until the receipt is final. */
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { useLive } from "../live/live-context";

const EVERY_MS = 1000;

export function ReceiptPoll() {
  const router = useRouter();
  const live = useLive();
  // External system: a timer; the server-rendered receipt replaces this component when it is done.
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.hidden) return;
      live.clear();
      router.refresh();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [router, live]);
  return null;
}
