"use client";
/** One moment: relative in lists with the absolute on hover, absolute in detail, or the clock alone inside a day. */
import { relativeTime } from "@/lib/format";
import { useTime } from "./time-context";

interface TimeProps {
  at: number;
  show?: "relative" | "absolute" | "clock";
  className?: string;
}

export function Time({ at, show = "relative", className }: TimeProps) {
  const { now, format } = useTime();
  const absolute = format.absolute(at);
  const text = show === "absolute" ? absolute : show === "clock" ? format.clock(at) : relativeTime(at, now);
  return (
    <time dateTime={new Date(at).toISOString()} title={absolute} className={className}>
      {text}
    </time>
  );
}
