/** Numbers that lead to the rows behind them. */
import { GitCompareArrows } from "lucide-react";
import Link from "next/link";
import { cn } from "@/lib/cn";
import { formatCount } from "@/lib/format";
import { t } from "../strings";

export interface Card {
  label: string;
  term?: string;
  count: number;
  href: string;
  /** Something to do, not only to know. */
  needsYou?: boolean;
}

export function Cards({ cards }: { cards: Card[] }) {
  return (
    <ul aria-label={t.overview.cards} className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-6">
      {cards.map((card) => (
        <li key={card.label} className="max-sm:last:odd:col-span-2">
          <Link
            href={card.href}
            title={card.term}
            className={cn(
              "flex h-full flex-col rounded-panel border bg-surface px-4 py-3 transition-colors duration-[120ms] hover:bg-hover",
              card.needsYou === true && "border-orange/50",
            )}
          >
            <span className="text-[22px] leading-7 font-semibold">{formatCount(card.count)}</span>
            <span className="flex items-center gap-1 text-meta text-muted">
              {card.needsYou === true && <GitCompareArrows aria-hidden className="size-3.5 text-orange" />}
              {card.label}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
