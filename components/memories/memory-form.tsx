"use client";
/** The fields of a memory, with their messages. Used to edit one in place and to write a new one. */
import { useTranslations } from "next-intl";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { MEMORY_ATTRIBUTES } from "@/lib/contract/words";
import type { RejectionCode } from "@/lib/contract/memory-page";
import type { ShownError } from "../change/result";
import { useLabels } from "../labels";
import { useErrorWords } from "../states/error-words";
import { Button } from "../ui/button";
import { Field, Input, Select, TextArea } from "../ui/field";
import { checkDraft, type Draft, type DraftErrors, type DraftFault, lengthOf, MAX_KEY } from "./draft";
import { useFaultWords } from "./gate-note";
import { useValueBounds } from "./value-bounds";

interface MemoryFormProps {
  label: string;
  initial: Draft;
  submitLabel: string;
  /** Answers the error to show, or null when the form may close. */
  onSubmit: (draft: Draft) => Promise<ShownError | null>;
  onCancel: () => void;
  /** Offered beside a conflict. */
  onReload?: () => void;
  /** Further fields, below the key. */
  children?: ReactNode;
}

export function MemoryForm({ label, initial, submitLabel, onSubmit, onCancel, onReload, children }: MemoryFormProps) {
  const t = useTranslations("memory");
  const labels = useTranslations("labels");
  const common = useTranslations("common");
  const named = useLabels();
  const id = useId();
  const bounds = useValueBounds();
  const words = useFaultWords();
  const wordsOf = (fault: DraftFault | undefined): string | undefined =>
    fault === undefined ? undefined : words(fault);
  const [draft, setDraft] = useState(initial);
  const [errors, setErrors] = useState<DraftErrors>({});
  const [problem, setProblem] = useState<ShownError | null>(null);
  const [pending, setPending] = useState(false);
  /** What is being corrected is not wrong any more. */
  const set = (change: Partial<Draft>) => {
    setDraft({ ...draft, ...change });
    setErrors(Object.fromEntries(Object.entries(errors).filter(([name]) => !(name in change))));
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = checkDraft(draft, bounds, initial);
    setErrors(found);
    setProblem(null);
    if (Object.keys(found).length > 0) return;
    setPending(true);
    const error = await onSubmit(draft);
    setPending(false);
    if (error === null) return;
    setErrors(fieldErrors(error));
    setProblem(error);
  };

  const bind = (name: keyof Draft) => ({
    id: `${id}-${name}`,
    value: draft[name],
    "aria-invalid": errors[name] !== undefined,
    "aria-describedby": `${id}-${name}-note`,
    disabled: pending,
  });
  const attributes = [
    ...new Set<string>([...MEMORY_ATTRIBUTES, ...(initial.attribute === "" ? [] : [initial.attribute])]),
  ];

  return (
    <form aria-label={label} onSubmit={submit} noValidate className="@container space-y-3">
      <Field
        id={`${id}-value`}
        label={t("form.value")}
        error={wordsOf(errors.value)}
        hint={t("form.valueHint", { left: bounds.max - lengthOf(draft.value) })}
      >
        <TextArea
          {...bind("value")}
          dir="auto"
          rows={4}
          autoFocus
          onChange={(event) => set({ value: event.target.value })}
        />
      </Field>
      <Field id={`${id}-key`} label={t("form.key")} error={wordsOf(errors.key)} hint={t("form.keyHint")}>
        <Input
          {...bind("key")}
          dir="ltr"
          maxLength={MAX_KEY}
          spellCheck={false}
          autoComplete="off"
          className="font-mono text-meta"
          onChange={(event) => set({ key: event.target.value })}
        />
      </Field>
      {children}
      <div className="grid gap-3 @sm:grid-cols-2">
        <Field id={`${id}-tier`} label={t("form.tier")}>
          <Select
            {...bind("tier")}
            className="w-full max-w-none"
            onChange={(event) => set({ tier: event.target.value as Draft["tier"] })}
          >
            {(["pinned", "normal", "reference"] as const).map((tier) => (
              <option key={tier} value={tier}>
                {labels("withTerm", { label: labels(`tier.${tier}`), term: labels(`tierTerm.${tier}`) })}
              </option>
            ))}
          </Select>
        </Field>
        <Field id={`${id}-attribute`} label={t("form.attribute")}>
          <Select
            {...bind("attribute")}
            className="w-full max-w-none"
            onChange={(event) => set({ attribute: event.target.value })}
          >
            {attributes.map((attribute) => (
              <option key={attribute} value={attribute}>
                {named.attribute(attribute)}
              </option>
            ))}
          </Select>
        </Field>
        <Field id={`${id}-importance`} label={t("form.importance")} error={wordsOf(errors.importance)}>
          <Input
            {...bind("importance")}
            type="number"
            min={0}
            max={10}
            step={0.5}
            onChange={(event) => set({ importance: event.target.value })}
          />
        </Field>
        <Field
          id={`${id}-expires`}
          label={t("form.expires")}
          hint={t("form.expiresHint")}
          error={wordsOf(errors.expires)}
        >
          <Input {...bind("expires")} type="date" onChange={(event) => set({ expires: event.target.value })} />
        </Field>
      </div>
      <Field id={`${id}-tags`} label={t("form.tags")} error={wordsOf(errors.tags)}>
        <Input
          {...bind("tags")}
          dir="auto"
          maxLength={2000}
          autoComplete="off"
          onChange={(event) => set({ tags: event.target.value })}
        />
      </Field>
      {problem !== null && <FormProblem problem={problem} {...(onReload === undefined ? {} : { onReload })} />}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <Button onClick={onCancel} disabled={pending}>
          {common("cancel")}
        </Button>
        <Button look="primary" type="submit" disabled={pending}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}

function FormProblem({ problem, onReload }: { problem: ShownError; onReload?: () => void }) {
  const t = useTranslations("memory");
  const { message, detail, hint, request } = useErrorWords()(problem);
  const isStale = problem.code === "conflict" && problem.details?.some((entry) => entry.path === "revision") === true;
  const further = isStale ? [problem.message] : [detail, hint].filter((text) => text !== null);
  return (
    <div role="alert" className="rounded-control border border-orange/50 bg-orange/10 px-3 py-2">
      <p className="font-medium">{isStale ? t("form.changedMeanwhile") : message}</p>
      {further.map((text) => (
        <p key={text} className="stored mt-0.5 text-muted">
          {text}
        </p>
      ))}
      {request !== null && <p className="font-mono text-meta text-muted">{request}</p>}
      {isStale && onReload !== undefined && (
        <Button size="small" className="mt-2" onClick={onReload}>
          {t("form.reload")}
        </Button>
      )}
    </div>
  );
}

/** What the server found, beside the fields it is about; a reason of the gate in the page's language. */
export function fieldErrors({ details = [], rejection }: ShownError): DraftErrors {
  const errors: DraftErrors = {};
  const reason = RejectionCodes.find((code) => code === rejection);
  for (const { path, message } of details) {
    const name = path.replace(/^patch\./, "").split(".")[0];
    const fault = reason === undefined ? { said: message } : { rejection: reason };
    if (name === "expires_at") errors.expires = fault;
    else if (name === "key" || name === "value" || name === "tags" || name === "importance") errors[name] = fault;
  }
  return errors;
}

const RejectionCodes: readonly RejectionCode[] = [
  "read_only",
  "private",
  "empty",
  "length",
  "low_information",
  "buried",
];
