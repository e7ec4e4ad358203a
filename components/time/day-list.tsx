"use client";
/** Groups rows under the day they fall on in the reader's own zone (U03), newest first as given. */
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useTime } from "./time-context";
import { useTimeWords } from "./words";

export interface DayEntry {
  id: number;
  at: number;
  row: ReactNode;
}

export function DayList({ entries, label }: { entries: DayEntry[]; label: string }) {
  const { now, format } = useTime();
  const words = useTimeWords();
  const t = useTranslations("common");
  const days = new Map<string, DayEntry[]>();
  for (const entry of entries) {
    const key = format.dayKey(entry.at);
    const day = days.get(key);
    if (day === undefined) days.set(key, [entry]);
    else day.push(entry);
  }
  const today = format.dayKey(now);
  return [...days].map(([key, rows]) => (
    <section key={key} aria-label={t("labelled", { label, text: words.heading(key, today) })}>
      <h2 className="sticky top-0 z-10 border-b bg-bg px-4 py-1.5 text-meta font-semibold text-muted">
        {words.heading(key, today)}
      </h2>
      <ul>
        {rows.map((entry) => (
          <li key={entry.id}>{entry.row}</li>
        ))}
      </ul>
    </section>
  ));
}
