"use client";
/** "Delete for good" of rows: says what goes, asks for their number (for one: the word), then shows the receipts. */
import { useTranslations } from "next-intl";
import Link from "next/link";
import { useEffect, useState } from "react";
import { deleteManyForGood } from "@/app/memories/list/actions";
import type { MemoryBulkDeletePreview } from "@/lib/contract/memory-bulk";
import { useChange } from "../change/change-context";
import { ConfirmByTyping } from "../change/confirm-by-typing";
import { type Fetched, fetchJson } from "../list/fetch-json";
import { useNumbers } from "../numbers";
import { useErrorWords } from "../states/error-words";
import { KeyText, StoredText } from "../text/stored-text";
import { buttonStyles } from "../ui/button";
import { Dialog } from "../ui/dialog";
import type { BulkTask } from "./memory-list";

const EXAMPLES = 5;

interface DeleteDialogProps {
  task: BulkTask;
  onClose: () => void;
  onDone: () => void;
}

export function DeleteDialog({ task, onClose, onDone }: DeleteDialogProps) {
  const t = useTranslations("memories");
  const memory = useTranslations("memory");
  const states = useTranslations("states");
  const numbers = useNumbers();
  const wordsOf = useErrorWords();
  const change = useChange();
  const [preview, setPreview] = useState<Fetched<MemoryBulkDeletePreview> | null>(null);
  const [pending, setPending] = useState(false);
  const [receipts, setReceipts] = useState<number[] | null>(null);
  const asked = JSON.stringify(task.which);
  // External system: the server.
  useEffect(() => {
    const body = { ...(JSON.parse(asked) as BulkTask["which"]), count: 0, dry_run: true };
    void fetchJson<MemoryBulkDeletePreview>("/api/memories/bulk/delete-for-good", { body }).then(setPreview);
  }, [asked]);

  const found = preview?.ok === true ? preview.data.found : 0;
  const word = task.size === 1 ? memory("hard.word") : String(found);
  const isConfirmed = (typed: string): boolean =>
    found > 0 &&
    typed
      .trim()
      .toLowerCase()
      .replaceAll(/[,.\s]/g, "") === word.toLowerCase();
  const remove = async () => {
    setPending(true);
    const result = await change.run(() => deleteManyForGood({ ...task.which, count: found }), "");
    setPending(false);
    if (!result.ok) return;
    setReceipts(result.data.receipt_ids);
    onDone();
  };

  if (receipts !== null) {
    return (
      <Dialog open onOpenChange={onClose} title={t("bulk.gone", { count: found })}>
        <p className="mt-2 text-muted">{t("bulk.receipts", { count: receipts.length })}</p>
        <ul className="mt-2 flex flex-wrap gap-2">
          {receipts.map((receipt) => (
            <li key={receipt}>
              <Link href={`/activity?receipt=${receipt}`} className={buttonStyles({ size: "small" })}>
                {t("bulk.receipt", { id: receipt })}
              </Link>
            </li>
          ))}
        </ul>
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("bulk.title.deleteForGood", { count: task.size })}
      description={t("bulk.what.deleteForGood", { count: task.size })}
    >
      <div className="mt-4 min-h-24 rounded-panel border bg-sunken p-3">
        {preview === null && <p className="text-muted">{t("bulk.counting")}</p>}
        {preview?.ok === false && (
          <p role="alert" className="stored text-red">
            {preview.error.message === "" ? states("server") : wordsOf(preview.error).message}
          </p>
        )}
        {preview?.ok === true && (
          <>
            <p role="status" className="font-medium">
              {t("bulk.removes", { count: found })}
            </p>
            {preview.data.versions > 0 && <p>{t("bulk.versions", { count: preview.data.versions })}</p>}
            <ul className="mt-2 space-y-1">
              {preview.data.examples.slice(0, EXAMPLES).map((example) => (
                <li key={example.id} className="min-w-0">
                  <p className="truncate text-muted">
                    <KeyText oneLine text={example.key} />
                  </p>
                  <p className="truncate">
                    <StoredText text={example.value} />
                  </p>
                </li>
              ))}
              {found > EXAMPLES && <li className="text-muted">{t("bulk.more", { count: found - EXAMPLES })}</li>}
            </ul>
          </>
        )}
      </div>
      <ConfirmByTyping
        label={task.size === 1 ? memory("hard.type", { word }) : t("bulk.typeCount", { count: numbers.count(found) })}
        inputMode={task.size === 1 ? "text" : "numeric"}
        isConfirmed={isConfirmed}
        pending={pending}
        confirm={t("bulk.confirm.deleteForGood", { count: found })}
        running={memory("hard.running")}
        onCancel={onClose}
        onConfirm={() => void remove()}
      />
    </Dialog>
  );
}
