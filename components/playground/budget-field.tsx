"use client";
/** How long the block may be, tried: the URL holds it. Empty = as it is set. */
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Input } from "../ui/field";
import { useUrlParams } from "../url-params";

interface BudgetFieldProps {
  min: number;
  max: number;
  /** What holds when none is tried. */
  usual: number;
}

export function BudgetField({ min, max, usual }: BudgetFieldProps) {
  const t = useTranslations("injections");
  const { params, change } = useUrlParams();
  const fromUrl = params.get("budget") ?? "";
  const [text, setText] = useState(fromUrl);
  const [seen, setSeen] = useState(fromUrl);
  if (fromUrl !== seen) {
    setSeen(fromUrl);
    setText(fromUrl);
  }
  const chars = Number(text);
  const isBad = text !== "" && !(/^\d+$/.test(text) && chars >= min && chars <= max);
  const send = () => {
    if (!isBad && text !== fromUrl) change({ budget: text });
  };
  return (
    <form
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        send();
      }}
    >
      <Input
        inputMode="numeric"
        autoComplete="off"
        aria-label={t("ask.budget")}
        aria-invalid={isBad}
        title={isBad ? t("ask.budgetBounds", { min, max }) : undefined}
        placeholder={String(usual)}
        value={text}
        onChange={(event) => setText(event.target.value.trim())}
        onBlur={send}
        className="w-24 tabular-nums"
      />
      {isBad && (
        <p role="alert" className="mt-0.5 text-meta text-red">
          {t("ask.budgetBounds", { min, max })}
        </p>
      )}
    </form>
  );
}
