/** Where a hit stands in its own list and in the one beside it, with a way over there. */
import { useTranslations } from "next-intl";
import type { SearchHit } from "@/lib/contract/search";
import { useNumbers } from "../numbers";
import type { Hits } from "./hit-groups";

interface PlacesProps {
  /** From 1. */
  own: number;
  hit: SearchHit;
  beside: Hits;
}

export function Places({ own, hit, beside }: PlacesProps) {
  const t = useTranslations("search");
  const numbers = useNumbers();
  const rank = beside.answer[hit.type].findIndex(({ id }) => id === hit.id) + 1;
  const isShown = beside.shown[hit.type].some(({ id }) => id === hit.id);
  const mode = t(`modeOf.${beside.mode}`);
  const there = rank === 0 ? t("notThere") : t("there", { rank });
  const name = rank === 0 ? t("notThereName", { mode }) : t("thereName", { rank, mode });
  return (
    <div className="flex min-w-[76px] shrink-0 flex-col items-start gap-1 py-2 pl-4 text-meta whitespace-nowrap">
      <span className="font-medium tabular-nums">{numbers.count(own)}</span>
      {isShown ? (
        <a
          href={`#${beside.mode}-${hit.type}-${hit.id}`}
          aria-label={name}
          title={name}
          className="flex min-h-6 items-center text-accent-soft underline-offset-2 hover:underline"
        >
          {there}
        </a>
      ) : (
        <span title={name} className="text-muted">
          {there}
        </span>
      )}
    </div>
  );
}
