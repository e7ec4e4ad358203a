"use client";
/** Backups, newest first: make one, go back to one. */
import { useTranslations } from "next-intl";
import { History, Save } from "lucide-react";
import { useState, useTransition } from "react";
import { backUpNow, goBackTo } from "@/app/health/actions";
import type { Backup } from "@/lib/contract/backups";
import { useChange } from "../change/change-context";
import { ConfirmByTyping } from "../change/confirm-by-typing";
import { wordFor } from "../labels";
import { useNumbers } from "../numbers";
import { Time } from "../time/time";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";

export function BackupList({ backups }: { backups: Backup[] }) {
  const t = useTranslations("health");
  const numbers = useNumbers();
  const nameOf = ({ label }: Backup) => wordFor(t, "backups.labelOf", label);
  const change = useChange();
  const [pending, startTransition] = useTransition();
  const [chosen, setChosen] = useState<Backup | null>(null);
  const restore = (backup: Backup) =>
    startTransition(async () => {
      const result = await change.run(() => goBackTo(backup.name), t("backups.restored"));
      if (result.ok) setChosen(null);
    });
  return (
    <>
      {backups.length === 0 ? (
        <p className="text-muted">{t("backups.none")}</p>
      ) : (
        <ul className="divide-y rounded-panel border">
          {backups.map((backup) => (
            <li key={backup.name} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
              <span className="min-w-0 flex-1 basis-60">
                <span className="font-medium">{nameOf(backup)}</span>{" "}
                <span className="text-meta text-muted">
                  <Time at={backup.created_at} show="absolute" />, {numbers.bytes(backup.size)}
                </span>
              </span>
              <Button
                size="small"
                look="quiet"
                disabled={pending}
                aria-label={t("backups.restoreLabel", { name: backup.name })}
                onClick={() => setChosen(backup)}
              >
                <History aria-hidden />
                {t("backups.restore")}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Button
        size="small"
        className="mt-2"
        disabled={pending}
        onClick={() => startTransition(async () => void (await change.run(() => backUpNow(), t("backups.made"))))}
      >
        <Save aria-hidden />
        {t("backups.make")}
      </Button>
      <Dialog
        open={chosen !== null}
        onOpenChange={(open) => !open && setChosen(null)}
        title={t("backups.confirmTitle")}
        description={t("backups.confirmWhat")}
      >
        {chosen !== null && (
          <p className="mt-3 rounded-control bg-sunken px-3 py-2">
            {t.rich("backups.confirmOf", {
              label: nameOf(chosen),
              size: numbers.bytes(chosen.size),
              at: () => <Time at={chosen.created_at} show="absolute" />,
            })}
            <span className="stored block font-mono text-meta text-muted">{chosen.name}</span>
          </p>
        )}
        <ConfirmByTyping
          label={t("backups.type", { word: t("backups.word") })}
          isConfirmed={(typed) => typed.trim().toLowerCase() === t("backups.word")}
          pending={pending}
          confirm={t("backups.confirm")}
          running={t("backups.running")}
          onCancel={() => setChosen(null)}
          onConfirm={() => chosen !== null && restore(chosen)}
        />
      </Dialog>
    </>
  );
}
