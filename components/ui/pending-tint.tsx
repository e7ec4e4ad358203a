"use client";
/** Within a link whose place is positioned: that place lights up at once, while what it leads to is on its way. */
import { useLinkStatus } from "next/link";

export function PendingTint() {
  const { pending } = useLinkStatus();
  if (!pending) return null;
  return (
    <span aria-hidden data-pending className="pointer-events-none absolute inset-0 rounded-[inherit] bg-accent/15" />
  );
}
