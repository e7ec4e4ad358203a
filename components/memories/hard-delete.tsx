"use client";
/** "Delete for good": counts what goes, asks for the word, then shows the receipt. */
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { deleteForGood } from "@/app/memories/actions";
import type { DeletePreview } from "@/lib/contract/memory-page";
import { useChange } from "../change/change-context";
import { ConfirmByTyping } from "../change/confirm-by-typing";
import { wordFor } from "../labels";
import { type Fetched, fetchJson } from "../list/fetch-json";
import { useNumbers } from "../numbers";
import { useErrorWords } from "../states/error-words";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { Bone } from "../ui/skeleton";

export function HardDelete({ id }: { id: number }) {
  const t = useTranslations("memory");
  const [open, setOpen] = useState(false);
  const [pending, setPending] = useState(false);
  const [preview, setPreview] = useState<Fetched<DeletePreview> | null>(null);
  const router = useRouter();
  const change = useChange();

  const onOpenChange = (next: boolean) => {
    setOpen(next);
    setPreview(null);
    if (next) void fetchJson<DeletePreview>(`/api/memories/${id}/delete-preview`).then(setPreview);
  };
  const remove = async () => {
    setPending(true);
    const result = await change.run(() => deleteForGood(id), "");
    setPending(false);
    if (!result.ok) return;
    setOpen(false);
    router.push(`/activity?receipt=${result.data.receiptId}`);
  };
  return (
    <>
      <Button size="small" look="quiet" onClick={() => onOpenChange(true)}>
        {t("danger")}
      </Button>
      <Dialog open={open} onOpenChange={onOpenChange} title={t("hard.title")} description={t("hard.what", { id })}>
        <div aria-live="polite" className="mt-3 min-h-24 rounded-control border bg-sunken px-3 py-2">
          <Counted preview={preview} />
        </div>
        <ConfirmByTyping
          label={t("hard.type", { word: t("hard.word") })}
          isConfirmed={(typed) => typed.trim().toLowerCase() === t("hard.word")}
          pending={pending}
          confirm={t("hard.confirm")}
          running={t("hard.running")}
          onCancel={() => onOpenChange(false)}
          onConfirm={() => void remove()}
        />
      </Dialog>
    </>
  );
}

/** Tables with the rows that hold the text; null = still being counted. */
function Counted({ preview }: { preview: Fetched<DeletePreview> | null }) {
  const t = useTranslations("memory");
  const numbers = useNumbers();
  const wordsOf = useErrorWords();
  if (preview === null) {
    return (
      <div role="status" aria-label={t("hard.counting")} className="animate-skeleton space-y-2 py-1">
        <Bone className="w-2/3 bg-control/30" />
        <Bone className="w-1/2 bg-control/30" />
        <Bone className="w-3/5 bg-control/30" />
      </div>
    );
  }
  if (!preview.ok) return <p className="stored text-muted">{wordsOf(preview.error).message}</p>;
  return (
    <>
      <p className="font-medium">{t("hard.found")}</p>
      <dl className="mt-1 grid grid-cols-[minmax(0,1fr)_auto] gap-x-4">
        {preview.data.holders.map(({ holder, found }) => (
          <div key={holder} className="col-span-2 grid grid-cols-subgrid">
            <dt className="text-muted">{wordFor(t, "hard.holder", holder)}</dt>
            <dd className="text-right">{numbers.count(found)}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-1 text-muted">{t("hard.files")}</p>
    </>
  );
}
