/** What the inbox calls its decisions and what they come to. */
import { useTranslations } from "next-intl";
import { useCallback } from "react";
import type { ReviewItem } from "@/lib/contract/review";
import type { ReviewDecision } from "@/lib/contract/review-decide";
import { isClaim } from "./item";

/** The key of each decision. */
export const DECISION_KEYS: Record<ReviewDecision, string> = {
  keep: "a",
  edit: "e",
  merge: "m",
  newer: "s",
  older: "o",
  archive: "x",
};

/** Of what is no decision. */
export const KEYS = { undo: "z", like: "A", changed: "c", confirm: "Enter" } as const;
export const SAVE_KEYS = ["Ctrl", "Enter"] as const;

export function useDoneWords(): (decision: ReviewDecision) => string {
  const t = useTranslations("review");
  return useCallback((decision) => t(`done.${decision}`), [t]);
}

interface ChoiceWords {
  label: string;
  /** What happens then. */
  what: string;
}

export function useChoiceWords(): (item: ReviewItem, decision: ReviewDecision) => ChoiceWords {
  const t = useTranslations("review");
  return (item, decision) => {
    if (item.type === "pair") {
      if (!isClaim(item)) return { label: t(`label.two.${decision}`), what: t(`what.pair.${decision}`) };
      return { label: t(`label.two.${decision}`), what: t(`what.claim.${decision}`) };
    }
    if (item.type === "finding" && item.finding.other !== null) {
      return { label: t(`label.two.${decision}`), what: t(`what.twins.${decision}`) };
    }
    if (decision === "edit") return { label: t("label.one.edit"), what: t("what.one.edit") };
    if (decision === "archive") return { label: t("label.one.archive"), what: t("what.one.archive") };
    const { kind } = item;
    const isOwn = kind === "expiring" || kind === "low_confidence" || kind === "unused" || kind === "file_changed";
    return { label: t("label.one.keep"), what: t(`what.keep.${isOwn ? kind : "held"}`) };
  };
}
