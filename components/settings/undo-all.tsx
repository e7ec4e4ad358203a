"use client";
/** Undo of all operations of one import, the last one first. */
import { Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useTransition } from "react";
import { useChange } from "../change/change-context";
import { Button } from "../ui/button";

export function UndoAll({ operations, onDone }: { operations: number[]; onDone: () => void }) {
  const t = useTranslations("settings.transfer");
  const change = useChange();
  const [pending, startTransition] = useTransition();
  if (operations.length === 0) return null;
  const undo = () =>
    startTransition(async () => {
      for (const id of [...operations].reverse()) await change.undo(id);
      onDone();
    });
  return (
    <Button size="small" disabled={pending} onClick={undo}>
      <Undo2 aria-hidden />
      {t("undo")}
    </Button>
  );
}
