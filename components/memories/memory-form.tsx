"use client";
/** The fields of a memory, with their messages. Used to edit one in place and to write a new one. */
import { type FormEvent, type ReactNode, useId, useState } from "react";
import type { ShownError } from "../change/result";
import { t } from "../strings";
import { m } from "../strings-memories";
import { Button } from "../ui/button";
import { Field, Input, Select, TextArea } from "../ui/field";
import { checkDraft, type Draft, type DraftErrors, lengthOf, MAX_KEY } from "./draft";
import { attributeName } from "./tags";
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
  const id = useId();
  const bounds = useValueBounds();
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
    ...new Set<string>([...Object.keys(m.attributeOf), ...(initial.attribute === "" ? [] : [initial.attribute])]),
  ];

  return (
    <form aria-label={label} onSubmit={submit} noValidate className="@container space-y-3">
      <Field
        id={`${id}-value`}
        label={m.form.value}
        error={errors.value}
        hint={m.form.valueHint(bounds.max - lengthOf(draft.value))}
      >
        <TextArea
          {...bind("value")}
          dir="auto"
          rows={4}
          autoFocus
          onChange={(event) => set({ value: event.target.value })}
        />
      </Field>
      <Field id={`${id}-key`} label={m.form.key} error={errors.key} hint={m.form.keyHint}>
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
        <Field id={`${id}-tier`} label={m.form.tier}>
          <Select
            {...bind("tier")}
            className="w-full max-w-none"
            onChange={(event) => set({ tier: event.target.value as Draft["tier"] })}
          >
            {(["pinned", "normal", "reference"] as const).map((tier) => (
              <option key={tier} value={tier}>
                {m.tierOf[tier]} ({m.tierTerm[tier]})
              </option>
            ))}
          </Select>
        </Field>
        <Field id={`${id}-attribute`} label={m.form.attribute}>
          <Select
            {...bind("attribute")}
            className="w-full max-w-none"
            onChange={(event) => set({ attribute: event.target.value })}
          >
            {attributes.map((attribute) => (
              <option key={attribute} value={attribute}>
                {attributeName(attribute)}
              </option>
            ))}
          </Select>
        </Field>
        <Field id={`${id}-importance`} label={m.form.importance} error={errors.importance}>
          <Input
            {...bind("importance")}
            type="number"
            min={0}
            max={10}
            step={0.5}
            onChange={(event) => set({ importance: event.target.value })}
          />
        </Field>
        <Field id={`${id}-expires`} label={m.form.expires} hint={m.form.expiresHint} error={errors.expires}>
          <Input {...bind("expires")} type="date" onChange={(event) => set({ expires: event.target.value })} />
        </Field>
      </div>
      <Field id={`${id}-tags`} label={m.form.tags} error={errors.tags}>
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
          {t.common.cancel}
        </Button>
        <Button look="primary" type="submit" disabled={pending}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}

function FormProblem({ problem, onReload }: { problem: ShownError; onReload?: () => void }) {
  const isStale = problem.code === "conflict" && problem.details?.some((detail) => detail.path === "revision") === true;
  return (
    <div role="alert" className="rounded-control border border-orange/50 bg-orange/10 px-3 py-2">
      <p className="font-medium">{isStale ? m.form.changedMeanwhile : problem.message}</p>
      {problem.hint !== undefined && (
        <p className="stored mt-0.5 text-muted">{isStale ? problem.message : problem.hint}</p>
      )}
      {problem.requestId !== undefined && (
        <p className="font-mono text-meta text-muted">{t.problem.requestId(problem.requestId)}</p>
      )}
      {isStale && onReload !== undefined && (
        <Button size="small" className="mt-2" onClick={onReload}>
          {m.form.reload}
        </Button>
      )}
    </div>
  );
}

/** The server's messages, beside the fields they are about. */
function fieldErrors(error: ShownError): DraftErrors {
  const errors: DraftErrors = {};
  for (const { path, message } of error.details ?? []) {
    const name = path.replace(/^patch\./, "").split(".")[0];
    if (name === "expires_at") errors.expires = message;
    else if (name === "key" || name === "value" || name === "tags" || name === "importance") errors[name] = message;
  }
  return errors;
}
