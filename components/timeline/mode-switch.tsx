/** Everything on one axis, or the sessions alone. */
import { useTranslations } from "next-intl";
import Link from "next/link";
import { cn } from "@/lib/cn";
import { hrefWith } from "../url";
import { PATH } from "./place";

export function ModeSwitch({ mode, search }: { mode: "all" | "sessions"; search: string }) {
  const t = useTranslations("timeline");
  const choices = [
    ["all", null, t("everything")],
    ["sessions", "sessions", t("sessions")],
  ] as const;
  return (
    <nav aria-label={t("mode")} className="flex rounded-control border border-control/60 p-px">
      {choices.map(([name, param, label]) => (
        <Link
          key={name}
          href={hrefWith(PATH, search, { as: param, peek: null, cursor: null })}
          replace
          scroll={false}
          prefetch={false}
          aria-current={mode === name ? "true" : undefined}
          className={cn(
            "grid h-6 place-items-center rounded-[4px] px-2 text-meta",
            mode === name ? "bg-selected font-medium" : "text-muted hover:text-text",
          )}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
