"use client";
/** On a first visit the server does not know the reader's zone yet: what it counted by days is drawn anew in the right one. */
import { useRouter } from "next/navigation";
import { useEffect } from "react";

/** `zone`: what the page was drawn for. */
export function ZoneRefresh({ zone }: { zone: string }) {
  const router = useRouter();
  // External system: the browser's zone. A frame later its cookie is written (time-context).
  useEffect(() => {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (own === undefined || own === zone) return;
    const frame = requestAnimationFrame(() => {
      if (document.cookie.includes("keepsake-zone=")) router.refresh();
    });
    return () => cancelAnimationFrame(frame);
  }, [zone, router]);
  return null;
}
