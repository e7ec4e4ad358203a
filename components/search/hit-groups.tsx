/** Hits by kind, always in the same order (each kind has its own scale); each group leads to all of its hits. */
import { useTranslations } from "next-intl";
import Link from "next/link";
import {
  DISPLAY_ORDER,
  type FoundIn,
  type SearchAnswer,
  type SearchMode,
  type SearchType,
} from "@/lib/contract/search";
import { useNumbers } from "../numbers";
import { hrefWith } from "../url";
import { HitRow, TYPE_ICONS } from "./hit-row";
import { Places } from "./places";
import type { ScoreWeights } from "./score-bar";

/** One list of hits. */
export interface Hits {
  mode: SearchMode;
  answer: SearchAnswer;
  /** Hits that are shown, by kind. */
  shown: Pick<SearchAnswer, SearchType>;
  why: ReadonlyMap<string, FoundIn[]>;
}

interface HitGroupsProps {
  hits: Hits;
  /** The list that is laid beside it. */
  beside: Hits | null;
  weights: ScoreWeights;
  /** The query string as it is. */
  search: string;
  /** The one kind that is looked at, or undefined for all. */
  only: SearchType | undefined;
  currentId: number | null;
}

export function HitGroups({ hits, beside, weights, search, only, currentId }: HitGroupsProps) {
  const t = useTranslations("search");
  const labels = useTranslations("labels");
  const numbers = useNumbers();
  const common = useTranslations("common");
  const { answer, shown, why } = hits;
  return DISPLAY_ORDER.filter((type) => shown[type].length > 0).map((type) => {
    const Icon = TYPE_ICONS[type];
    const total = answer.totals[type] ?? shown[type].length;
    const kind = labels(`kind.${type}`);
    const name = beside === null ? kind : [kind, t(`modeOf.${hits.mode}`)].join(common("listSeparator"));
    return (
      <section key={type} aria-label={name}>
        <div className="sticky top-0 z-10 flex items-center gap-2 border-b bg-bg px-4 py-1.5 text-meta text-muted">
          <Icon aria-hidden className="size-3.5" />
          <h2 className="font-semibold">{kind}</h2>
          <span>{numbers.count(total)}</span>
          {only === undefined && total > shown[type].length && (
            <Link
              href={hrefWith("/search", search, { type, offset: null })}
              prefetch={false}
              className="ml-auto text-accent-soft underline-offset-2 hover:underline"
            >
              {t(`allOf.${type}`, { count: total })}
            </Link>
          )}
        </div>
        <ul>
          {shown[type].map((hit, index) => (
            <li key={hit.id} id={`${hits.mode}-${type}-${hit.id}`} className="scroll-mt-8">
              <HitRow
                hit={hit}
                terms={answer.terms}
                why={why.get(`${type}:${hit.id}`) ?? []}
                weights={weights}
                search={search}
                current={type === "memories" && hit.id === currentId}
                places={beside === null ? undefined : <Places own={index + 1} hit={hit} beside={beside} />}
              />
            </li>
          ))}
        </ul>
      </section>
    );
  });
}
