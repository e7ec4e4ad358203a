/** Hits by kind, always in the same order (each kind has its own scale); each group leads to all of its hits. */
import { useTranslations } from "next-intl";
import Link from "next/link";
import { DISPLAY_ORDER, type SearchAnswer, type SearchType } from "@/lib/contract/search";
import { useNumbers } from "../numbers";
import { hrefWith } from "../url";
import { HitRow, TYPE_ICONS } from "./hit-row";
import type { ScoreWeights } from "./score-bar";

interface HitGroupsProps {
  answer: SearchAnswer;
  weights: ScoreWeights;
  /** The query string as it is. */
  search: string;
  /** The one kind that is looked at, or undefined for all. */
  only: SearchType | undefined;
}

export function HitGroups({ answer, weights, search, only }: HitGroupsProps) {
  const t = useTranslations("search");
  const labels = useTranslations("labels");
  const numbers = useNumbers();
  return DISPLAY_ORDER.filter((type) => answer[type].length > 0).map((type) => {
    const Icon = TYPE_ICONS[type];
    const total = answer.totals[type] ?? answer[type].length;
    return (
      <section key={type} aria-label={labels(`kind.${type}`)}>
        <div className="sticky top-0 z-10 flex items-center gap-2 border-b bg-bg px-4 py-1.5 text-meta text-muted">
          <Icon aria-hidden className="size-3.5" />
          <h2 className="font-semibold">{labels(`kind.${type}`)}</h2>
          <span>{numbers.count(total)}</span>
          {only === undefined && total > answer[type].length && (
            <Link
              href={hrefWith("/search", search, { type })}
              prefetch={false}
              className="ml-auto text-accent-soft underline-offset-2 hover:underline"
            >
              {t(`allOf.${type}`, { count: total })}
            </Link>
          )}
        </div>
        <ul>
          {answer[type].map((hit) => (
            <li key={hit.id}>
              <HitRow hit={hit} terms={answer.terms} weights={weights} />
            </li>
          ))}
        </ul>
      </section>
    );
  });
}
