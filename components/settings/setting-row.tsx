"use client";
/** One setting: what it does, where its value comes from, its bounds and default, and the editor. */
import { RotateCcw } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "../ui/button";
import type { Draft, SettingShape } from "./draft";
import { SettingEditor } from "./editors";

/** Everything that the server said of it, in the person's language. */
export interface ShownSetting {
  key: string;
  label: string;
  meaning: string;
  shape: SettingShape;
  value: unknown;
  /** In words, as the default is. */
  valueText: string;
  /** Bounds, default and source, each a sentence. */
  facts: string[];
  boundsText: string | null;
  /** Why it can't be changed here; null = it can. */
  readOnly: string | null;
  isSetHere: boolean;
  choiceNames: Record<string, string>;
}

interface SettingRowProps {
  setting: ShownSetting;
  draft: Draft;
  error: string | null;
  note: string | null;
  pending: boolean;
  onChange: (draft: Draft) => void;
  onReset: () => void;
}

export function SettingRow({ setting, draft, error, note, pending, onChange, onReset }: SettingRowProps) {
  const t = useTranslations("settings.form");
  const id = `setting-${setting.key}`;
  const isSingle = typeof draft === "string";
  return (
    <div className="grid gap-x-6 gap-y-2 px-3 py-3 md:grid-cols-[minmax(0,1fr)_minmax(0,320px)]">
      <div className="min-w-0">
        {isSingle ? (
          <label htmlFor={id} className="font-medium">
            {setting.label}
          </label>
        ) : (
          <p className="font-medium">{setting.label}</p>
        )}
        <p className="text-muted">{setting.meaning}</p>
        <p className="mt-1 flex flex-wrap gap-x-3 text-meta text-muted">
          <code className="font-mono break-all">{setting.key}</code>
          {setting.facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
      </div>
      <div className="min-w-0">
        <div className="flex items-start gap-2">
          <div className="min-w-0 flex-1">
            <SettingEditor
              id={id}
              label={setting.label}
              shape={setting.shape}
              draft={draft}
              choiceNames={setting.choiceNames}
              isInvalid={error !== null}
              disabled={setting.readOnly !== null}
              onChange={onChange}
            />
          </div>
          {setting.isSetHere && setting.readOnly === null && (
            <Button
              look="quiet"
              disabled={pending}
              aria-label={t("resetLabel", { label: setting.label })}
              onClick={onReset}
            >
              <RotateCcw aria-hidden />
              {t("reset")}
            </Button>
          )}
        </div>
        <p
          id={`${id}-note`}
          role={error === null ? undefined : "alert"}
          className={`mt-1 text-meta empty:hidden ${error === null ? "text-muted" : "text-red"}`}
        >
          {error ?? note ?? setting.readOnly}
        </p>
      </div>
    </div>
  );
}
