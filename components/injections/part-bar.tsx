/** What a score is the sum of, as a bar of the list's scale; the numbers on hover and for screen readers. */
import { useFormatter, useTranslations } from "next-intl";
import { cn } from "@/lib/cn";
import { useTraceWords } from "./reason-words";

const COLOURS: Record<string, string> = {
  words: "bg-bar-words",
  meaning: "bg-bar-meaning",
  relevance: "bg-bar-meaning",
  recency: "bg-bar-recency",
  frequency: "bg-bar-words",
  importance: "bg-bar-importance",
};

interface PartBarProps {
  score: number;
  parts: Record<string, number>;
  /** The longest bar of the list. */
  best: number;
}

export const sumOfParts = (parts: Record<string, number> | null): number =>
  Object.values(parts ?? {}).reduce((sum, part) => sum + Math.max(0, part), 0);

export function PartBar({ score, parts, best }: PartBarProps) {
  const t = useTranslations("playground");
  const common = useTranslations("common");
  const format = useFormatter();
  const words = useTraceWords();
  const number = (value: number): string =>
    format.number(value, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const label = [
    t("scoreIs", { score: number(score) }),
    ...Object.entries(parts).map(([name, part]) => common("labelled", { label: words.part(name), text: number(part) })),
  ].join(common("listSeparator"));
  return (
    <span role="img" aria-label={label} title={label} className="inline-flex items-center gap-1.5">
      <span className="flex h-1.5 w-[60px] shrink-0 overflow-hidden rounded-full bg-hover">
        {Object.entries(parts).map(([name, part]) => (
          <span
            key={name}
            className={cn(COLOURS[name] ?? "bg-grey")}
            style={{ width: `${best <= 0 ? 0 : (Math.max(0, part) * 100) / best}%` }}
          />
        ))}
      </span>
      <span aria-hidden className="tabular-nums">
        {number(score)}
      </span>
    </span>
  );
}
