"use client";
/** "Delete for good": says what goes, asks for the word, then shows the receipt. */
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { type FormEvent, useId, useState } from "react";
import { deleteForGood } from "@/app/memories/actions";
import { useChange } from "../change/change-context";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { Input } from "../ui/field";

export function HardDelete({ id }: { id: number }) {
  const t = useTranslations("memory");
  const common = useTranslations("common");
  const inputId = useId();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const [pending, setPending] = useState(false);
  const router = useRouter();
  const change = useChange();
  const isConfirmed = typed.trim().toLowerCase() === t("hard.word");

  const onOpenChange = (next: boolean) => {
    setOpen(next);
    setTyped("");
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isConfirmed) return;
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
        <form onSubmit={submit} className="mt-4">
          <label htmlFor={inputId} className="mb-1 block text-meta font-medium text-muted">
            {t("hard.type", { word: t("hard.word") })}
          </label>
          <Input
            id={inputId}
            value={typed}
            autoComplete="off"
            spellCheck={false}
            disabled={pending}
            onChange={(event) => setTyped(event.target.value)}
          />
          <div className="mt-4 flex justify-end gap-2">
            <Button onClick={() => onOpenChange(false)} disabled={pending}>
              {common("cancel")}
            </Button>
            <Button look="danger" type="submit" disabled={!isConfirmed || pending}>
              {pending ? t("hard.running") : t("hard.confirm")}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  );
}
