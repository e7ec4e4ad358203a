"use client";
/** The text of an item, edited in its place: Ctrl+Enter saves and goes on, Esc leaves it. */
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useId, useState } from "react";
import type { ReviewItem } from "@/lib/contract/review";
import type { MemoryPatch } from "@/lib/contract/memory";
import type { ActionResult, ShownError } from "../change/result";
import { useErrorWords } from "../states/error-words";
import { Button } from "../ui/button";
import { Field, Input, TextArea } from "../ui/field";
import { Kbd } from "../ui/kbd";
import { editedOf } from "./item";
import { SAVE_KEYS } from "./words";

interface EditFormProps {
  item: ReviewItem;
  onSave: (patch: Pick<MemoryPatch, "key" | "value">) => Promise<ActionResult<unknown>>;
  onClose: () => void;
}

const MAX_KEY = 200;

export function EditForm({ item, onSave, onClose }: EditFormProps) {
  const t = useTranslations("review");
  const common = useTranslations("common");
  const id = useId();
  const wordsOf = useErrorWords();
  const initial = editedOf(item);
  const [value, setValue] = useState(initial.value);
  const [key, setKey] = useState(initial.key);
  const [error, setError] = useState<ShownError | null>(null);
  const [isSaving, setSaving] = useState(false);

  const save = async () => {
    if (isSaving) return;
    setSaving(true);
    const patch: Pick<MemoryPatch, "key" | "value"> = {};
    if (value !== initial.before.value) patch.value = value;
    if (key !== initial.before.key) patch.key = key;
    const result = await onSave(patch);
    setSaving(false);
    if (result.ok) onClose();
    else setError(result.error);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void save();
    else if (event.key === "Escape") onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const words = error === null ? null : wordsOf(error);
  return (
    <form
      aria-label={t("edit.label")}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      className="mt-4 space-y-3 rounded-panel border bg-sunken p-3"
    >
      <Field id={`${id}-value`} label={t("edit.value")}>
        <TextArea
          id={`${id}-value`}
          rows={4}
          autoFocus
          value={value}
          aria-describedby={`${id}-value-note`}
          aria-invalid={error === null ? undefined : true}
          onChange={(event) => setValue(event.target.value)}
        />
      </Field>
      <Field id={`${id}-key`} label={t("edit.key")}>
        <Input
          id={`${id}-key`}
          value={key}
          maxLength={MAX_KEY}
          className="font-mono"
          dir="ltr"
          aria-describedby={`${id}-key-note`}
          onChange={(event) => setKey(event.target.value)}
        />
      </Field>
      {words !== null && (
        <p role="alert" className="stored text-meta text-red">
          {[words.message, words.detail, words.hint].filter((text) => text !== null).join(" ")}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" look="primary" size="small" disabled={isSaving}>
          {t("edit.save")}
        </Button>
        <Button size="small" onClick={onClose}>
          {common("cancel")}
        </Button>
        <span aria-hidden className="ml-auto hidden gap-1 sm:flex">
          {SAVE_KEYS.map((name) => (
            <Kbd key={name}>{name}</Kbd>
          ))}
        </span>
      </div>
    </form>
  );
}
