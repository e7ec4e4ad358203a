"use client";
/** What a project may take of a day's tokens, with what it took today, and how long its injected block may be. */
import { useTranslations } from "next-intl";
import { type FormEvent, useState, useTransition } from "react";
import { editProject } from "@/app/projects/actions";
import { useChange } from "../change/change-context";
import { useNumbers } from "../numbers";
import { Button } from "../ui/button";
import { Field, Input } from "../ui/field";
import { Meter } from "../ui/meter";

export interface Bounds {
  min: number;
  max: number;
}

interface ProjectBudgetProps {
  id: number;
  dailyTokens: number | null;
  spentTokens: number;
  maxChars: number | null;
  /** What holds where the project says nothing. */
  usualChars: number;
  tokenBounds: Bounds;
  charBounds: Bounds;
}

export function ProjectBudget(props: ProjectBudgetProps) {
  const { id, dailyTokens, spentTokens, maxChars, usualChars, tokenBounds, charBounds } = props;
  const t = useTranslations("projects.budget");
  const numbers = useNumbers();
  const change = useChange();
  const [pending, startTransition] = useTransition();
  const set = (patch: Parameters<typeof editProject>[1], done: string) =>
    startTransition(async () => void (await change.run(() => editProject(id, patch), done)));
  return (
    <div className="space-y-4">
      <div className="space-y-2">
        <NumberField
          key={`tokens ${dailyTokens ?? ""}`}
          id="project-tokens"
          label={t("tokens")}
          hint={t("tokensHint")}
          empty={t("none")}
          value={dailyTokens}
          bounds={tokenBounds}
          pending={pending}
          onSave={(llmDailyTokens) =>
            set(
              { llmDailyTokens },
              llmDailyTokens === null ? t("tokensFree") : t("tokensSaved", { count: llmDailyTokens }),
            )
          }
        />
        {dailyTokens === null ? (
          <p className="text-meta text-muted">{t("spent", { count: spentTokens })}</p>
        ) : (
          <Meter
            label={t("today")}
            text={t("spentOf", { spent: numbers.count(spentTokens), bound: numbers.count(dailyTokens) })}
            value={spentTokens}
            max={dailyTokens}
          />
        )}
      </div>
      <NumberField
        key={`chars ${maxChars ?? ""}`}
        id="project-chars"
        label={t("chars")}
        hint={t("charsHint", { usual: usualChars })}
        empty={numbers.count(usualChars)}
        value={maxChars}
        bounds={charBounds}
        pending={pending}
        onSave={(injectMaxChars) =>
          set({ injectMaxChars }, injectMaxChars === null ? t("charsFree") : t("charsSaved", { count: injectMaxChars }))
        }
      />
    </div>
  );
}

interface NumberFieldProps {
  id: string;
  label: string;
  hint: string;
  /** What holds while nothing stands there. */
  empty: string;
  value: number | null;
  bounds: Bounds;
  pending: boolean;
  onSave: (value: number | null) => void;
}

/** Empty = no bound of its own. */
function NumberField({ id, label, hint, empty, value, bounds, pending, onSave }: NumberFieldProps) {
  const t = useTranslations("projects.budget");
  const common = useTranslations("common");
  const [text, setText] = useState(value === null ? "" : String(value));
  const wanted = text.trim() === "" ? null : /^\d{1,12}$/.test(text.trim()) ? Number(text) : Number.NaN;
  const isBad = wanted !== null && !(wanted >= bounds.min && wanted <= bounds.max);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBad && wanted !== value) onSave(wanted);
  };
  return (
    <form onSubmit={submit}>
      <Field id={id} label={label} hint={hint} error={isBad ? t("bounds", { ...bounds }) : undefined}>
        <div className="flex gap-2">
          <Input
            id={id}
            aria-describedby={`${id}-note`}
            aria-invalid={isBad}
            className="max-w-40 tabular-nums"
            inputMode="numeric"
            placeholder={empty}
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <Button type="submit" disabled={pending || isBad || wanted === value}>
            {common("save")}
          </Button>
        </div>
      </Field>
    </form>
  );
}
