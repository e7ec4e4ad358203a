/** Something changed underneath a decision: nothing was done, and what is there now. */
import { useTranslations } from "next-intl";
import { X } from "lucide-react";
import Link from "next/link";
import { wordFor } from "../labels";
import { WordDiff } from "../text/word-diff";
import { Button } from "../ui/button";
import { Kbd } from "../ui/kbd";
import { headlineOf, keyOf } from "./item";
import { LINK } from "./item-detail";
import type { Overtaken } from "./use-inbox";
import { KEYS } from "./words";

interface OvertakenNoteProps {
  overtaken: Overtaken;
  onShow: (key: string) => void;
  onDismiss: () => void;
}

export function OvertakenNote({ overtaken: { before, now, status }, onShow, onDismiss }: OvertakenNoteProps) {
  const t = useTranslations("review");
  const labels = useTranslations("labels");
  const common = useTranslations("common");
  const old = headlineOf(before);
  return (
    <section aria-label={t("overtaken.label")} className="mb-4 rounded-panel border border-orange/40 bg-sunken p-3">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <h3 className="font-medium text-orange">{t(now === null ? "overtaken.goneTitle" : "overtaken.title")}</h3>
          <p className="mt-0.5 text-muted">
            {now === null
              ? t("overtaken.gone", {
                  status: status === null ? t("overtaken.deleted") : wordFor(labels, "status", status),
                })
              : t("overtaken.changed")}
          </p>
        </div>
        <Button look="quiet" size="iconSmall" aria-label={common("close")} onClick={onDismiss}>
          <X aria-hidden />
        </Button>
      </div>
      {now !== null && (
        <div className="mt-2">
          <WordDiff before={old.value} after={headlineOf(now).value} />
        </div>
      )}
      <div className="mt-2 flex flex-wrap items-center gap-2">
        {now !== null && (
          <Button size="small" aria-keyshortcuts="c" onClick={() => onShow(keyOf(now))}>
            <span aria-hidden>
              <Kbd>{KEYS.changed}</Kbd>
            </span>
            {t("overtaken.show")}
          </Button>
        )}
        {old.memory !== null && (
          <Link href={`/memories/${old.memory.id}`} prefetch={false} className={LINK}>
            {labels("memory", { id: old.memory.id })}
          </Link>
        )}
      </div>
    </section>
  );
}
