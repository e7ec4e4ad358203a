"use client";
/** Draws the view anew as soon as something of that kind happens elsewhere: for views in which nothing can shift. */
import { useRouter } from "next/navigation";
import { useEffect, useTransition } from "react";
import { useLive, useLiveSnapshot } from "./live-context";

/** `kinds`: how the types of the events begin, e.g. `settings.`. */
export function LiveRefresh({ kinds }: { kinds: readonly string[] }) {
  const live = useLive();
  const { unseen } = useLiveSnapshot();
  const router = useRouter();
  const last = unseen.findLast((event) => kinds.some((kind) => event.type.startsWith(kind)))?.id;
  const [pending, startTransition] = useTransition();
  // External system: the stream. What comes while the view is drawn waits for the next drawing, or none would ever be shown.
  useEffect(() => {
    if (last === undefined || pending) return;
    live.clear();
    startTransition(() => router.refresh());
  }, [last, pending, live, router]);
  return null;
}
