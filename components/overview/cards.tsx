/** Numbers that lead to the rows behind them. */
import Link from "next/link";
import { formatCount } from "@/lib/format";
import { t } from "../strings";

export interface Card {
  label: string;
  term?: string;
  count: number;
  href: string;
}

export function Cards({ cards }: { cards: Card[] }) {
  return (
    <ul aria-label={t.overview.cards} className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
      {cards.map((card) => (
        <li key={card.label} className="max-sm:last:odd:col-span-2">
          <Link
            href={card.href}
            title={card.term}
            className="flex h-full flex-col rounded-panel border bg-surface px-4 py-3 transition-colors duration-[120ms] hover:bg-hover"
          >
            <span className="text-[22px] leading-7 font-semibold">{formatCount(card.count)}</span>
            <span className="text-meta text-muted">{card.label}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
