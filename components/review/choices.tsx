"use client";
/** What can be said about an item, each with its key and with what happens then. */
import { useTranslations } from "next-intl";
import type { ReviewItem } from "@/lib/contract/review";
import type { ReviewDecision } from "@/lib/contract/review-decide";
import { Kbd } from "../ui/kbd";
import { decisionsOf } from "./item";
import { DECISION_KEYS, useChoiceWords } from "./words";

interface ChoicesProps {
  item: ReviewItem;
  onChoose: (decision: ReviewDecision) => void;
}

export function Choices({ item, onChoose }: ChoicesProps) {
  const t = useTranslations("review");
  const words = useChoiceWords();
  return (
    <div role="group" aria-label={t("choices")} className="mt-4 grid gap-1.5 sm:grid-cols-2">
      {decisionsOf(item).map((decision) => {
        const { label, what } = words(item, decision);
        return (
          <button
            key={decision}
            type="button"
            onClick={() => onChoose(decision)}
            aria-keyshortcuts={DECISION_KEYS[decision]}
            className="flex min-h-11 items-start gap-2.5 rounded-control border border-control/60 bg-surface px-2.5 py-2 text-left transition-colors duration-[120ms] hover:bg-hover"
          >
            <span aria-hidden>
              <Kbd>{DECISION_KEYS[decision]}</Kbd>
            </span>
            <span className="min-w-0">
              <span className="block font-medium">{label}</span>
              <span className="block text-meta text-muted">{what}</span>
            </span>
          </button>
        );
      })}
    </div>
  );
}
