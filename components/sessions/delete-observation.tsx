"use client";
/** "Delete": no question asked, since the toast that follows undoes it. */
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { deleteObservation } from "@/app/observation/[id]/actions";
import { useChange } from "../change/change-context";
import { Button } from "../ui/button";

export function DeleteObservation({ id }: { id: number }) {
  const t = useTranslations("observation");
  const [pending, setPending] = useState(false);
  const router = useRouter();
  const change = useChange();
  const remove = async () => {
    setPending(true);
    const result = await change.run(() => deleteObservation(id), t("deleted", { id }));
    setPending(false);
    if (result.ok) router.push("/search");
  };
  return (
    <Button size="small" look="quiet" title={t("deleteHint")} disabled={pending} onClick={() => void remove()}>
      {t("delete")}
    </Button>
  );
}
