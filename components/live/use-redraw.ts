"use client";
/** Draws the view anew every second, while something goes on that it tells of. */
import { useRouter } from "next/navigation";
import { useEffect, useTransition } from "react";
import { useLive } from "./live-context";

const EVERY_MS = 1000;

/** The next drawing waits until the last one is shown: of drawings that overtake each other on a slow machine none ever would be. */
export function useRedraw(isOn: boolean): void {
  const router = useRouter();
  const live = useLive();
  const [pending, startTransition] = useTransition();
  // External system: a timer.
  useEffect(() => {
    if (!isOn || pending) return;
    const timer = setInterval(() => {
      if (document.hidden) return;
      live.clear();
      startTransition(() => router.refresh());
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [isOn, pending, router, live]);
}
