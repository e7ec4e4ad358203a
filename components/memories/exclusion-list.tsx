"use client";
/** Where a memory is never injected, each with the way back. */
import { useTranslations } from "next-intl";
import { useTransition } from "react";
import { allowAgain } from "@/app/memories/actions";
import type { Exclusion } from "@/lib/contract/exclusion";
import { useChange } from "../change/change-context";
import { StoredText } from "../text/stored-text";
import { Time } from "../time/time";
import { Button } from "../ui/button";

export function ExclusionList({ exclusions }: { exclusions: Exclusion[] }) {
  const t = useTranslations("memory");
  const change = useChange();
  const [pending, startTransition] = useTransition();
  const allow = (id: number) =>
    startTransition(async () => {
      await change.run(() => allowAgain(id), t("exclusion.allowed"));
    });
  return (
    <ul className="divide-y rounded-panel border">
      {exclusions.map((exclusion) => (
        <li key={exclusion.id} className="flex min-h-10 items-center gap-2 py-1 pr-1 pl-3">
          <span className="min-w-0 flex-1 truncate">
            {exclusion.project_id === 0 ? (
              t("exclusion.everywhere")
            ) : (
              <StoredText text={exclusion.project ?? t("exclusion.gone")} />
            )}
            <span className="text-muted">
              {" · "}
              <Time at={exclusion.created_at} />
            </span>
          </span>
          <Button
            size="small"
            look="quiet"
            disabled={pending}
            aria-label={
              exclusion.project === null
                ? t("exclusion.allowEverywhere")
                : t("exclusion.allowIn", { project: exclusion.project })
            }
            onClick={() => allow(exclusion.id)}
          >
            {t("exclusion.allow")}
          </Button>
        </li>
      ))}
    </ul>
  );
}
