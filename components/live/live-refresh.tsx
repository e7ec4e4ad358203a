"use client";
/** Draws the view anew as soon as something of that kind happens elsewhere: for views in which nothing can shift. */
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { useLive, useLiveSnapshot } from "./live-context";

/** `kinds`: how the types of the events begin, e.g. `settings.`. */
export function LiveRefresh({ kinds }: { kinds: readonly string[] }) {
  const live = useLive();
  const { unseen } = useLiveSnapshot();
  const router = useRouter();
  const last = unseen.findLast((event) => kinds.some((kind) => event.type.startsWith(kind)))?.id;
  // External system: the stream.
  useEffect(() => {
    if (last === undefined) return;
    live.clear();
    router.refresh();
  }, [last, live, router]);
  return null;
}
