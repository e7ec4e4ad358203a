"use client";
/** "Forget this session": no question asked, since the toast that follows undoes it. */
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { forgetThisSession } from "@/app/session/[id]/actions";
import { useChange } from "../change/change-context";
import { Button } from "../ui/button";

export function ForgetSession({ id, backHref }: { id: number; backHref: string }) {
  const t = useTranslations("session");
  const [pending, setPending] = useState(false);
  const router = useRouter();
  const change = useChange();
  const forget = async () => {
    setPending(true);
    const result = await change.run(() => forgetThisSession(id), t("forgotten", { id }));
    setPending(false);
    if (result.ok) router.push(backHref);
  };
  return (
    <Button size="small" look="quiet" title={t("forgetHint")} disabled={pending} onClick={() => void forget()}>
      {t("forget")}
    </Button>
  );
}
