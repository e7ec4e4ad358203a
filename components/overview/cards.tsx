/** Numbers that lead to the rows behind them. */
import { useTranslations } from "next-intl";
import { GitCompareArrows } from "lucide-react";
import Link from "next/link";
import { cn } from "@/lib/cn";
import { useNumbers } from "../numbers";

export interface Card {
  name: "active" | "never" | "waiting" | "pinned" | "normal" | "reference";
  count: number;
  href: string;
  /** Something to do, not only to know. */
  needsYou?: boolean;
}

const TIERS = ["pinned", "normal", "reference"] as const;
const isTier = (name: Card["name"]): name is (typeof TIERS)[number] => TIERS.some((tier) => tier === name);

export function Cards({ cards }: { cards: Card[] }) {
  const t = useTranslations("overview");
  const labels = useTranslations("labels");
  const numbers = useNumbers();
  const labelOf = (name: Card["name"]): string => (isTier(name) ? labels(`tier.${name}`) : t(name));
  const termOf = (name: Card["name"]): string | undefined =>
    isTier(name) ? labels(`tierTerm.${name}`) : name === "waiting" ? t("waitingTerm") : undefined;
  return (
    <ul aria-label={t("cards")} className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-6">
      {cards.map((card) => (
        <li key={card.name} className="max-sm:last:odd:col-span-2">
          <Link
            href={card.href}
            title={termOf(card.name)}
            className={cn(
              "flex h-full flex-col rounded-panel border bg-surface px-4 py-3 transition-colors duration-[120ms] hover:bg-hover",
              card.needsYou === true && "border-orange/50",
            )}
          >
            <span className="text-[22px] leading-7 font-semibold">{numbers.count(card.count)}</span>
            <span className="flex items-center gap-1 text-meta text-muted">
              {card.needsYou === true && <GitCompareArrows aria-hidden className="size-3.5 text-orange" />}
              {labelOf(card.name)}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
