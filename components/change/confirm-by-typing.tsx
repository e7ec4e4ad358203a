"use client";
/** The end of a dialog that can't be undone: what to type, the box for it, and the button that waits for it. */
import { useTranslations } from "next-intl";
import { type FormEvent, type InputHTMLAttributes, type ReactNode, useId, useState } from "react";
import { Button } from "../ui/button";
import { Input } from "../ui/field";

interface ConfirmByTypingProps {
  label: ReactNode;
  inputMode?: InputHTMLAttributes<HTMLInputElement>["inputMode"];
  isConfirmed: (typed: string) => boolean;
  pending: boolean;
  /** On the button, at rest and while it runs. */
  confirm: string;
  running: string;
  onCancel: () => void;
  onConfirm: (typed: string) => void;
}

/** What was typed goes with the dialog: it is empty when that opens again. */
export function ConfirmByTyping(props: ConfirmByTypingProps) {
  const { label, inputMode, isConfirmed, pending, confirm, running, onCancel, onConfirm } = props;
  const common = useTranslations("common");
  const id = useId();
  const [typed, setTyped] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isConfirmed(typed)) onConfirm(typed);
  };
  return (
    <form onSubmit={submit} className="mt-4">
      <label htmlFor={id} className="mb-1 block text-meta font-medium text-muted">
        {label}
      </label>
      <Input
        id={id}
        value={typed}
        autoComplete="off"
        spellCheck={false}
        inputMode={inputMode}
        disabled={pending}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className="mt-4 flex justify-end gap-2">
        <Button onClick={onCancel} disabled={pending}>
          {common("cancel")}
        </Button>
        <Button look="danger" type="submit" disabled={!isConfirmed(typed) || pending}>
          {pending ? running : confirm}
        </Button>
      </div>
    </form>
  );
}
