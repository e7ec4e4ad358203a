"use client";
/** A further account of the gateway, whose memory no other one sees. */
import { useTranslations } from "next-intl";
import { type FormEvent, useState, useTransition } from "react";
import { makeAccount } from "@/app/settings/gateway/actions";
import { useChange } from "../change/change-context";
import { Button } from "../ui/button";
import { Input } from "../ui/field";

export function NewAccountForm() {
  const t = useTranslations("settings.gateway");
  const change = useChange();
  const [pending, startTransition] = useTransition();
  const [name, setName] = useState("");
  const make = (event: FormEvent) => {
    event.preventDefault();
    startTransition(async () => {
      const result = await change.run(() => makeAccount(name), t("accountMade"));
      if (result.ok) setName("");
    });
  };
  return (
    <form onSubmit={make} className="flex flex-wrap items-center gap-2 border-t pt-3">
      <Input
        aria-label={t("accountName")}
        placeholder={t("accountName")}
        className="w-auto min-w-0 flex-1 basis-52"
        required
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" disabled={pending}>
        {t("makeAccount")}
      </Button>
      <p className="basis-full text-meta text-muted">{t("accountHint")}</p>
    </form>
  );
}
