"use client";
/** One moment: relative in lists with the absolute on hover, absolute in detail, or the clock alone inside a day. */
import { useTime } from "./time-context";
import { useTimeWords } from "./words";

interface TimeProps {
  at: number;
  /** `spoken` stands inside a sentence. */
  show?: "relative" | "spoken" | "absolute" | "clock";
  className?: string;
}

export function Time({ at, show = "relative", className }: TimeProps) {
  const { now, format } = useTime();
  const words = useTimeWords();
  const absolute = words.absolute(format.wall(at));
  const text = show === "absolute" ? absolute : show === "clock" ? format.clock(at) : words[show](at, now);
  return (
    <time dateTime={new Date(at).toISOString()} title={absolute} className={className}>
      {text}
    </time>
  );
}
