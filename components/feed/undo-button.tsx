"use client";
/** Undo of one operation: first what it would touch, then the doing. */
import { Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "../ui/button";

const UndoDialog = dynamic(() => import("./undo-dialog").then((module) => module.UndoDialog), { ssr: false });

export function UndoButton({ id, title }: { id: number; title: string }) {
  const t = useTranslations("activity");
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        look="quiet"
        className="relative z-10"
        data-no-print
        aria-haspopup="dialog"
        aria-label={t("undoLabel", { title })}
        onClick={() => setOpen(true)}
      >
        <Undo2 aria-hidden />
        {t("undo")}
      </Button>
      {isOpen && <UndoDialog id={id} title={title} onClose={() => setOpen(false)} />}
    </>
  );
}
