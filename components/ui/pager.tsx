/** Keyset pages: on, or back to the first. The browser's back goes to the page before. */
import { useTranslations } from "next-intl";
import { ArrowRight, ArrowUpToLine } from "lucide-react";
import Link from "next/link";
import { buttonStyles } from "./button";

interface PagerProps {
  nextHref: string | null;
  /** null on the first page. */
  firstHref: string | null;
  nextLabel?: string;
  firstLabel?: string;
}

export function Pager({ nextHref, firstHref, nextLabel, firstLabel }: PagerProps) {
  const t = useTranslations("common");
  if (nextHref === null && firstHref === null) return null;
  return (
    <nav aria-label={t("nextPage")} className="flex items-center justify-center gap-2 p-4">
      {firstHref !== null && (
        <Link href={firstHref} prefetch={false} className={buttonStyles({ size: "small" })}>
          <ArrowUpToLine aria-hidden />
          {firstLabel ?? t("firstPage")}
        </Link>
      )}
      {nextHref !== null && (
        <Link href={nextHref} prefetch={false} className={buttonStyles({ size: "small" })}>
          {nextLabel ?? t("nextPage")}
          <ArrowRight aria-hidden />
        </Link>
      )}
    </nav>
  );
}
