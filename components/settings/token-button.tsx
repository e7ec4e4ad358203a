"use client";
/** Makes another token: asks first, since every other browser and program is out until it reads the new one. */
import { KeyRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState, useTransition } from "react";
import { changeToken } from "@/app/settings/actions";
import { useChange } from "../change/change-context";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";

export function TokenButton() {
  const t = useTranslations("settings.access");
  const common = useTranslations("common");
  const change = useChange();
  const [isOpen, setOpen] = useState(false);
  const [pending, startTransition] = useTransition();
  const rotate = () =>
    startTransition(async () => {
      const result = await change.run(() => changeToken(), t("rotated"));
      if (result.ok) setOpen(false);
    });
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <KeyRound aria-hidden />
        {t("rotate")}
      </Button>
      <Dialog open={isOpen} onOpenChange={setOpen} title={t("rotateTitle")} description={t("rotateWhat")}>
        <div className="mt-4 flex justify-end gap-2">
          <Button onClick={() => setOpen(false)} disabled={pending}>
            {common("cancel")}
          </Button>
          <Button look="danger" disabled={pending} onClick={rotate}>
            {t("rotate")}
          </Button>
        </div>
      </Dialog>
    </>
  );
}
