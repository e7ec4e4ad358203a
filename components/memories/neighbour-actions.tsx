"use client";
/** Of two memories that say nearly the same: take the other in, or let the newer one replace the older. */
import { useTranslations } from "next-intl";
import { GitMerge, Layers } from "lucide-react";
import { useTransition } from "react";
import { mergeMemory, replaceMemory } from "@/app/memories/actions";
import { useChange } from "../change/change-context";
import { Button } from "../ui/button";

interface NeighbourActionsProps {
  /** The memory that the page is about. */
  id: number;
  other: number;
  otherIsNewer: boolean;
  mayReplace: boolean;
}

export function NeighbourActions({ id, other, otherIsNewer, mayReplace }: NeighbourActionsProps) {
  const t = useTranslations("memory");
  const change = useChange();
  const [pending, startTransition] = useTransition();
  const [older, newer] = otherIsNewer ? [id, other] : [other, id];
  const merge = () =>
    startTransition(async () => {
      await change.run(() => mergeMemory(id, other), t("near.merged", { id: other }));
    });
  const replace = () =>
    startTransition(async () => {
      await change.run(() => replaceMemory(older, newer), t("near.replaced", { older, newer }));
    });
  return (
    <div className="mt-1 -ml-2 flex flex-wrap gap-1" data-no-print>
      <Button
        size="small"
        look="quiet"
        disabled={pending}
        aria-label={t("near.mergeLabel", { id: other })}
        title={t("near.mergeHint")}
        onClick={merge}
      >
        <GitMerge aria-hidden />
        {t("near.merge")}
      </Button>
      {mayReplace && (
        <Button
          size="small"
          look="quiet"
          disabled={pending}
          aria-label={t("near.replaceLabel", { older, newer })}
          title={t("near.replaceLabel", { older, newer })}
          onClick={replace}
        >
          <Layers aria-hidden />
          {t(otherIsNewer ? "near.replaceThis" : "near.replaceOther")}
        </Button>
      )}
    </div>
  );
}
