"use client";
/** Two tabs, one field: what stands there now, what was typed here, and the choice. */
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "../ui/button";

interface ConflictBoxProps {
  theirs: ReactNode;
  mine: ReactNode;
  pending: boolean;
  onTakeTheirs: () => void;
  onTakeMine: () => void;
}

export function ConflictBox({ theirs, mine, pending, onTakeTheirs, onTakeMine }: ConflictBoxProps) {
  const t = useTranslations("memory");
  return (
    <div role="alert" className="space-y-2 rounded-control border border-orange/50 bg-orange/10 px-3 py-2">
      <p className="font-medium">{t("form.changedMeanwhile")}</p>
      <dl className="space-y-1.5">
        <div>
          <dt className="text-meta text-muted">{t("conflict.theirs")}</dt>
          <dd className="stored">{theirs}</dd>
        </div>
        <div>
          <dt className="text-meta text-muted">{t("conflict.mine")}</dt>
          <dd className="stored">{mine}</dd>
        </div>
      </dl>
      <div className="flex flex-wrap gap-2">
        <Button size="small" disabled={pending} onClick={onTakeTheirs}>
          {t("conflict.takeTheirs")}
        </Button>
        <Button size="small" disabled={pending} onClick={onTakeMine}>
          {t("conflict.takeMine")}
        </Button>
      </div>
    </div>
  );
}
