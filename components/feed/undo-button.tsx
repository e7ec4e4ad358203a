"use client";
/** Takes back one operation. */
import { useTranslations } from "next-intl";
import { Undo2 } from "lucide-react";
import { useTransition } from "react";
import { useChange } from "../change/change-context";
import { Button } from "../ui/button";

export function UndoButton({ id, title }: { id: number; title: string }) {
  const t = useTranslations("activity");
  const change = useChange();
  const [pending, startTransition] = useTransition();
  return (
    <Button
      size="small"
      look="quiet"
      disabled={pending}
      aria-label={t("undoLabel", { title })}
      onClick={() => startTransition(() => change.undo(id))}
    >
      <Undo2 aria-hidden />
      {t("undo")}
    </Button>
  );
}
