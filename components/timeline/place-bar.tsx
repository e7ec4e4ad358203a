"use client";
/** Says that the list begins in the past, and leads back to the newest. */
import { useTranslations } from "next-intl";
import { ArrowUpToLine } from "lucide-react";
import Link from "next/link";
import { useTime } from "../time/time-context";
import { useTimeWords } from "../time/words";
import { buttonStyles } from "../ui/button";

export function PlaceBar({ at, newestHref }: { at: number; newestHref: string }) {
  const t = useTranslations("timeline");
  const { format } = useTime();
  const words = useTimeWords();
  return (
    <div className="flex min-h-9 shrink-0 items-center gap-3 border-b bg-selected px-4">
      <p className="min-w-0 flex-1 truncate">{t("since", { day: words.date(format.dayKey(at)) })}</p>
      <Link href={newestHref} scroll={false} prefetch={false} className={buttonStyles({ size: "small" })}>
        <ArrowUpToLine aria-hidden />
        {t("newest")}
      </Link>
    </div>
  );
}
