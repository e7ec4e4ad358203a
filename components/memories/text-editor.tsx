"use client";
/** Edits the statement or the key of a memory where it stands: the gate speaks while it is typed, Ctrl+Enter saves, Escape leaves. */
import { useTranslations } from "next-intl";
import { type FormEvent, type KeyboardEvent, useId, useState } from "react";
import type { Memory } from "@/lib/contract/memory";
import { StoredText } from "../text/stored-text";
import { Button } from "../ui/button";
import { Input, TextArea } from "../ui/field";
import { ConflictBox } from "./conflict-box";
import { checkDraft, type DraftFault, draftOf, MAX_KEY } from "./draft";
import { GateNote } from "./gate-note";
import { fieldErrors } from "./memory-form";
import { isFields, useFieldSave } from "./use-field-save";
import { useGate } from "./use-gate";
import { useValueBounds } from "./value-bounds";

interface TextEditorProps {
  field: "key" | "value";
  /** The newest that this page knows. */
  memory: Memory;
  /** As it was when editing began: a newer one must not slip under the editor's hands. */
  base: Memory;
  text: string;
  onText: (text: string) => void;
  /** `text` is what is given up; null = it was saved, or nothing was changed. */
  onClose: (given: string | null) => void;
}

export function TextEditor({ field, memory, base, text, onText, onClose }: TextEditorProps) {
  const t = useTranslations("memory");
  const common = useTranslations("common");
  const id = useId();
  const bounds = useValueBounds();
  const { pending, save } = useFieldSave(memory);
  const [said, setSaid] = useState<{ text: string; fault: DraftFault } | null>(null);
  const [theirs, setTheirs] = useState<Memory | null>(null);
  const given = { id: memory.id, key: base.key, value: base.value, [field]: text };
  const checked = useGate(given);
  const local = checkDraft({ ...draftOf(base), [field]: text }, bounds, draftOf(base))[field];
  // What is being corrected is not wrong any more.
  const fault = local ?? (said?.text === text ? said.fault : undefined);
  const isRefused = fault !== undefined || checked?.ok === false || checked?.taken_by != null;

  const close = () => onClose(text === base[field] ? null : text);
  const submit = async (force?: Memory) => {
    if (pending || isRefused) return;
    if (text === base[field]) return onClose(null);
    const result = await save({ [field]: text }, base, force);
    if (result.kind === "saved") return onClose(null);
    if (result.kind === "conflict") return setTheirs(result.theirs);
    // All else was told in a toast: once the server is back, the same words can be saved.
    if (isFields(result.error))
      setSaid({ text, fault: fieldErrors(result.error)[field] ?? { said: result.error.message } });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const isSend = event.key === "Enter" && (event.ctrlKey || event.metaKey || field === "key");
    if (!isSend && event.key !== "Escape") return;
    event.preventDefault();
    if (isSend) void submit();
    else close();
  };
  const control = {
    id,
    value: text,
    autoFocus: true,
    disabled: pending,
    "aria-invalid": isRefused,
    "aria-describedby": `${id}-note`,
    onKeyDown,
  };

  return (
    <form
      aria-label={t("form.label")}
      className="space-y-2"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div>
        <label htmlFor={id} className="mb-1 block text-meta font-medium text-muted">
          {t(field === "value" ? "form.value" : "form.key")}
        </label>
        {field === "value" ? (
          <TextArea
            {...control}
            dir="auto"
            rows={4}
            className="field-sizing-content max-h-[60vh] min-h-24"
            onChange={(event) => onText(event.target.value)}
          />
        ) : (
          <Input
            {...control}
            dir="ltr"
            maxLength={MAX_KEY}
            spellCheck={false}
            autoComplete="off"
            className="font-mono text-meta"
            onChange={(event) => onText(event.target.value)}
          />
        )}
        <GateNote
          id={`${id}-note`}
          fault={fault}
          checked={checked}
          {...(field === "value" ? { value: text, bounds } : {})}
        />
      </div>
      {theirs !== null && (
        <ConflictBox
          theirs={<StoredText text={theirs[field]} />}
          mine={<StoredText text={text} />}
          pending={pending}
          onTakeTheirs={() => onClose(text)}
          onTakeMine={() => {
            setTheirs(null);
            void submit(theirs);
          }}
        />
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button look="primary" size="small" type="submit" disabled={pending || isRefused}>
          {common("save")}
        </Button>
        <Button size="small" onClick={close} disabled={pending}>
          {common("cancel")}
        </Button>
        <span className="ml-auto hidden text-meta text-muted sm:inline">{t(`editor.${field}Keys`)}</span>
      </div>
    </form>
  );
}
