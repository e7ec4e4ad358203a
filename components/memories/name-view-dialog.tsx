"use client";
/** Asks for the name of a list of memories. */
import { useTranslations } from "next-intl";
import { type FormEvent, useId, useState } from "react";
import { renameView, saveView } from "@/app/memories/list/actions";
import { useChange } from "../change/change-context";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { Field, Input } from "../ui/field";

interface NameViewDialogProps {
  /** The name that is changed; null = this list gets one. */
  rename: string | null;
  query: string;
  taken: string[];
  onClose: () => void;
}

const MAX_NAME = 100;

export function NameViewDialog({ rename, query, taken, onClose }: NameViewDialogProps) {
  const t = useTranslations("memories");
  const common = useTranslations("common");
  const id = useId();
  const change = useChange();
  const [name, setName] = useState(rename ?? "");
  const [pending, setPending] = useState(false);
  const wanted = name.trim();
  const isTaken = wanted !== rename && taken.includes(wanted);
  // A new list may take the place of an older one of the same name; two lists must not share one.
  const isRefused = rename !== null && isTaken;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (wanted === "" || isRefused) return;
    setPending(true);
    const result = await change.run(
      () => (rename === null ? saveView({ name: wanted, query }) : renameView(rename, wanted)),
      t(rename === null ? "saved.done" : "saved.renamed", { name: wanted }),
    );
    setPending(false);
    if (result.ok) onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={rename === null ? t("saved.add") : t("saved.rename", { name: rename })}
      {...(rename === null ? { description: t("saved.what") } : {})}
    >
      <form onSubmit={submit} className="mt-4">
        <Field
          id={id}
          label={t("saved.name")}
          hint={isTaken && rename === null ? t("saved.replaces") : undefined}
          error={isRefused ? t("saved.taken") : undefined}
        >
          <Input
            id={id}
            value={name}
            maxLength={MAX_NAME}
            autoComplete="off"
            dir="auto"
            aria-describedby={`${id}-note`}
            aria-invalid={isRefused}
            disabled={pending}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <div className="mt-4 flex justify-end gap-2">
          <Button onClick={onClose} disabled={pending}>
            {common("cancel")}
          </Button>
          <Button look="primary" type="submit" disabled={wanted === "" || isRefused || pending}>
            {common("save")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
