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

const GAINS = ["exact", "glossary", "neighbour"] as const;
/** What was added to the score beside its parts: for a name, for another name of the same, for what stands next to it. */
export type ScoreGains = Partial<Record<(typeof GAINS)[number], number>>;

interface ScoreBarProps {
  parts: ScoreParts;
  weights: ScoreWeights;
  rank: number;
  gains?: ScoreGains;
}

export function ScoreBar({ parts, weights, rank, gains = {} }: ScoreBarProps) {
  const t = useTranslations("search");
  const common = useTranslations("common");
  const label = [
    t("score", { value: rank.toFixed(2) }),
    ...PARTS.map(([name]) => t(`part.${name}`, { value: parts[name].toFixed(2) })),
    ...GAINS.flatMap((name) => {
      const gain = gains[name] ?? 0;
      return gain === 0 ? [] : [t(`gain.${name}`, { value: gain.toFixed(2) })];
    }),
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
