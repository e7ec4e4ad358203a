"use client";
/** Importance and expiry of a memory, changed where they stand; saved when one leaves the field or presses Enter. */
import { useFormatter, useTranslations } from "next-intl";
import { X } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import type { Memory } from "@/lib/contract/memory";
import { Time } from "../time/time";
import { useTime } from "../time/time-context";
import { useTimeWords } from "../time/words";
import { Button } from "../ui/button";
import { Input } from "../ui/field";
import { dayOf } from "./draft";
import { FieldConflict, useInstant } from "./field-conflict";

/** Enter saves, Escape takes the typing back. */
const keysFor = (commit: () => void, cancel: () => void) => (event: KeyboardEvent) => {
  if (event.key === "Enter") commit();
  else if (event.key === "Escape") cancel();
  else return;
  event.preventDefault();
};

/** E110: 0 to 10 in halves. */
export function ImportanceField({ memory }: { memory: Memory }) {
  const t = useTranslations("memory");
  const format = useFormatter();
  const field = useInstant(memory, "importance");
  const [typed, setTyped] = useState<string | null>(null);
  const value = Number(typed);
  const isWrong = typed !== null && (typed.trim() === "" || !(value >= 0 && value <= 10));
  const commit = () => {
    if (typed === null || isWrong) return;
    setTyped(null);
    void field.set(value);
  };
  return (
    <>
      <span className="flex items-center gap-2">
        <Input
          type="number"
          min={0}
          max={10}
          step={0.5}
          aria-label={t("form.importance")}
          aria-invalid={isWrong}
          className="h-7 w-18"
          value={typed ?? String(field.shown)}
          disabled={field.pending}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={commit}
          onKeyDown={keysFor(commit, () => setTyped(null))}
        />
        <span className="text-meta text-muted">{t("ofTenAlone")}</span>
      </span>
      {isWrong && (
        <p role="alert" className="mt-1 text-meta text-red">
          {t("form.range")}
        </p>
      )}
      <FieldConflict field={field} words={(importance) => format.number(importance)} />
    </>
  );
}

export function ExpiryField({ memory, isOver }: { memory: Memory; isOver: boolean }) {
  const t = useTranslations("memory");
  const { format } = useTime();
  const words = useTimeWords();
  const field = useInstant(memory, "expires_at");
  const [typed, setTyped] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const close = () => {
    setTyped(null);
    setOpen(false);
  };
  const commit = () => {
    const day = typed;
    close();
    if (day === null) return;
    // A day ends at its end, in local time: as the server reads it.
    void field.set(day === "" ? null : new Date(`${day}T23:59:59.999`).getTime());
  };
  if (open) {
    return (
      <Input
        type="date"
        aria-label={t("form.expires")}
        className="h-7"
        autoFocus
        value={typed ?? (memory.expires_at === null ? "" : dayOf(memory.expires_at))}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={commit}
        onKeyDown={keysFor(commit, close)}
      />
    );
  }
  return (
    <>
      <span className="flex items-center gap-1">
        <Button size="small" className="min-w-0" disabled={field.pending} onClick={() => setOpen(true)}>
          <span className="sr-only">{t("changeExpiry")} </span>
          {field.shown === null ? t("neverExpires") : <Time at={field.shown} show="absolute" />}
        </Button>
        {field.shown !== null && (
          <Button
            size="iconSmall"
            look="quiet"
            disabled={field.pending}
            aria-label={t("clearExpiry")}
            title={t("clearExpiry")}
            onClick={() => void field.set(null)}
          >
            <X aria-hidden />
          </Button>
        )}
      </span>
      {isOver && <p className="text-meta text-orange">{t("expired")}</p>}
      <FieldConflict
        field={field}
        words={(at) => (at === null ? t("neverExpires") : words.absolute(format.wall(at)))}
      />
    </>
  );
}
