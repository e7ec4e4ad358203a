/** Why a hit stands where it stands: a 60 px stacked bar of the parts, their numbers on hover and for screen readers. */
import { useTranslations } from "next-intl";
import type { ScoreParts } from "@/lib/contract/search";

export type ScoreWeights = Record<keyof ScoreParts, number>;

const PARTS = [
  ["words", "bg-bar-words"],
  ["meaning", "bg-bar-meaning"],
  ["recency", "bg-bar-recency"],
  ["importance", "bg-bar-importance"],
] as const;

export function ScoreBar({ parts, weights, rank }: { parts: ScoreParts; weights: ScoreWeights; rank: number }) {
  const t = useTranslations("search");
  const common = useTranslations("common");
  const label = [
    t("score", { value: rank.toFixed(2) }),
    ...PARTS.map(([name]) => t(`part.${name}`, { value: parts[name].toFixed(2) })),
  ].join(common("listSeparator"));
  const best = Object.values(weights).reduce((sum, weight) => sum + weight, 0);
  return (
    <span
      role="img"
      aria-label={label}
      title={label}
      className="flex h-1.5 w-[60px] shrink-0 overflow-hidden rounded-full bg-hover"
    >
      {PARTS.map(([name, colour]) => (
        <span
          key={name}
          className={colour}
          style={{ width: `${(Math.max(0, parts[name]) * weights[name] * 100) / best}%` }}
        />
      ))}
    </span>
  );
}
