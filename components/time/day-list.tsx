"use client";
/** Groups rows under the day they fall on in the reader's own zone (U03), newest first as given. */
import type { ReactNode } from "react";
import { dayHeading } from "@/lib/format";
import { useTime } from "./time-context";

export interface DayEntry {
  id: number;
  at: number;
  row: ReactNode;
}

export function DayList({ entries, label }: { entries: DayEntry[]; label: string }) {
  const { now, format } = useTime();
  const days = new Map<string, DayEntry[]>();
  for (const entry of entries) {
    const key = format.dayKey(entry.at);
    const day = days.get(key);
    if (day === undefined) days.set(key, [entry]);
    else day.push(entry);
  }
  const today = format.dayKey(now);
  return [...days].map(([key, rows]) => (
    <section key={key} aria-label={`${label}: ${dayHeading(key, today)}`}>
      <h2 className="sticky top-0 z-10 border-b bg-bg px-4 py-1.5 text-meta font-semibold text-muted">
        {dayHeading(key, today)}
      </h2>
      <ul>
        {rows.map((entry) => (
          <li key={entry.id}>{entry.row}</li>
        ))}
      </ul>
    </section>
  ));
}
