"use client";
/** Turns that are being read anew: how many are left, until there is none; then what came of it is on the page. */
import { useTranslations } from "next-intl";
import { useRedraw } from "../live/use-redraw";

export function ReadingState({ count }: { count: number }) {
  const t = useTranslations("session");
  useRedraw(count > 0);
  return (
    <p role="status" className="text-meta text-teal empty:hidden">
      {count > 0 && t("reading", { count })}
    </p>
  );
}
