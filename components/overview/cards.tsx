/** Numbers that lead to the rows behind them. */
import { useTranslations } from "next-intl";
import { CalendarClock, GitCompareArrows } from "lucide-react";
import Link from "next/link";
import { cn } from "@/lib/cn";
import type { OverviewCounts } from "@/lib/contract/overview";
import { useNumbers } from "../numbers";
import { viewHref } from "../url";

type Name = "active" | "pinned" | "normal" | "reference" | "never" | "waiting" | "expiring";

const TIERS = ["pinned", "normal", "reference"] as const;
const isTier = (name: Name): name is (typeof TIERS)[number] => TIERS.some((tier) => tier === name);

export function Cards({ counts, project }: { counts: OverviewCounts; project: string | undefined }) {
  const t = useTranslations("overview");
  const labels = useTranslations("labels");
  const numbers = useNumbers();
  const memories = (more: Record<string, string> = {}) => viewHref("/memories", project, more);
  const cards: { name: Name; count: number; href: string; icon?: typeof CalendarClock }[] = [
    { name: "active", count: counts.active, href: memories() },
    { name: "pinned", count: counts.pinned, href: memories({ tier: "pinned" }) },
    { name: "normal", count: counts.normal, href: memories({ tier: "normal" }) },
    { name: "reference", count: counts.reference, href: memories({ tier: "reference" }) },
    { name: "never", count: counts.never_used, href: memories({ used: "no" }) },
    { name: "waiting", count: counts.waiting, href: viewHref("/review", project), icon: GitCompareArrows },
    {
      name: "expiring",
      count: counts.expiring,
      href: viewHref("/review", project, { kind: "expiring" }),
      icon: CalendarClock,
    },
  ];
  const labelOf = (name: Name): string => (isTier(name) ? labels(`tier.${name}`) : t(name));
  const termOf = (name: Name): string | undefined =>
    isTier(name)
      ? labels(`tierTerm.${name}`)
      : name === "waiting" || name === "expiring" || name === "never" || name === "active"
        ? t(`${name}Term`)
        : undefined;
  return (
    <ul aria-label={t("cards")} className="grid grid-cols-2 gap-2 sm:grid-cols-4 xl:grid-cols-7">
      {cards.map(({ name, count, href, icon: Icon }) => {
        const needsYou = Icon !== undefined && count > 0;
        return (
          <li key={name} className="max-sm:last:odd:col-span-2">
            <Link
              href={href}
              title={termOf(name)}
              className={cn(
                "flex h-full flex-col rounded-panel border bg-surface px-3.5 py-2.5 transition-colors duration-[120ms] hover:bg-hover",
                needsYou && name === "waiting" && "border-orange/50",
              )}
            >
              <span className={cn("text-[22px] leading-7 font-semibold", count === 0 && "text-muted")}>
                {numbers.count(count)}
              </span>
              <span className="flex items-center gap-1 text-meta text-muted">
                {needsYou && <Icon aria-hidden className="size-3.5 shrink-0 text-orange" />}
                {labelOf(name)}
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
