"use client";
/** One editor for each kind of setting. Each says what it is called, what is wrong with it, and whether it may be changed. */
import { Plus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { cn } from "@/lib/cn";
import { Button } from "../ui/button";
import { Input, Select, TextArea } from "../ui/field";
import type { Draft, MapRow, SettingShape } from "./draft";

export interface EditorProps {
  id: string;
  label: string;
  shape: SettingShape;
  draft: Draft;
  /** What each choice is called. */
  choiceNames: Record<string, string>;
  isInvalid: boolean;
  disabled: boolean;
  onChange: (draft: Draft) => void;
}

export function SettingEditor(props: EditorProps) {
  const { id, label, shape, draft, isInvalid, disabled, onChange, choiceNames } = props;
  const common = { id, disabled, "aria-describedby": `${id}-note`, "aria-invalid": isInvalid };
  if (typeof draft === "boolean") return <Switch {...common} label={label} checked={draft} onChange={onChange} />;
  if (typeof draft !== "string") return <MapEditor {...props} rows={draft} isPrices={shape.kind === "prices"} />;
  switch (shape.kind) {
    case "choice":
      return (
        <Select {...common} className="max-w-full" value={draft} onChange={(event) => onChange(event.target.value)}>
          {(shape.isOptional ? ["", ...shape.choices] : shape.choices).map((choice) => (
            <option key={choice} value={choice}>
              {choiceNames[choice] ?? choice}
            </option>
          ))}
        </Select>
      );
    case "list":
      return (
        <TextArea
          {...common}
          className="font-mono text-meta"
          rows={Math.min(8, Math.max(2, draft.split("\n").length))}
          spellCheck={false}
          value={draft}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case "number":
    case "text":
    case "switch":
    case "pairs":
    case "prices":
      return (
        <Input
          {...common}
          className={shape.kind === "number" ? "max-w-36 tabular-nums" : "font-mono text-meta"}
          inputMode={shape.kind === "number" ? (shape.isWhole ? "numeric" : "decimal") : undefined}
          autoComplete="off"
          spellCheck={false}
          value={draft}
          onChange={(event) => onChange(event.target.value)}
        />
      );
  }
}

interface SwitchProps {
  id: string;
  label: string;
  checked: boolean;
  disabled: boolean;
  "aria-describedby": string;
  onChange: (checked: boolean) => void;
}

export function Switch({ checked, label, onChange, ...props }: SwitchProps) {
  return (
    <button
      {...props}
      type="button"
      role="switch"
      aria-checked={checked}
      aria-label={label}
      onClick={() => onChange(!checked)}
      className={cn(
        "relative inline-flex h-6 w-10 shrink-0 items-center rounded-full border transition-colors duration-[120ms] disabled:opacity-55",
        checked ? "border-accent bg-accent" : "border-control bg-sunken",
      )}
    >
      <span
        aria-hidden
        className={cn(
          "size-4 rounded-full transition-transform duration-[120ms]",
          checked ? "translate-x-[19px] bg-accent-text" : "translate-x-[3px] bg-control",
        )}
      />
    </button>
  );
}

function MapEditor({
  id,
  label,
  rows,
  isPrices,
  isInvalid,
  disabled,
  onChange,
}: EditorProps & { rows: MapRow[]; isPrices: boolean }) {
  const t = useTranslations("settings.form");
  const heads = isPrices ? [t("model"), t("priceIn"), t("priceOut")] : [t("folder"), t("keyName")];
  const put = (at: number, row: MapRow) => onChange(rows.map((old, index) => (index === at ? row : old)));
  const cellsOf = ({ name, cells }: MapRow) => [name, ...cells];
  const change = (at: number, cell: number, text: string) => {
    const next = cellsOf(rows[at] ?? { name: "", cells: [] }).map((old, index) => (index === cell ? text : old));
    put(at, { name: next[0] ?? "", cells: next.slice(1) });
  };
  return (
    <div id={id} role="group" aria-label={label} aria-describedby={`${id}-note`} className="space-y-1.5">
      {rows.map((row, at) => (
        <div key={at} className="flex min-w-0 items-center gap-1.5">
          {cellsOf(row).map((cell, index) => (
            <Input
              key={heads[index]}
              aria-label={`${heads[index]} ${at + 1}`}
              aria-invalid={isInvalid}
              placeholder={heads[index]}
              className={cn("font-mono text-meta", isPrices && index > 0 && "max-w-20")}
              inputMode={isPrices && index > 0 ? "decimal" : undefined}
              autoComplete="off"
              spellCheck={false}
              disabled={disabled}
              value={cell}
              onChange={(event) => change(at, index, event.target.value)}
            />
          ))}
          <Button
            look="quiet"
            size="iconSmall"
            disabled={disabled}
            aria-label={t("remove", { name: row.name === "" ? String(at + 1) : row.name })}
            onClick={() => onChange(rows.filter((_, index) => index !== at))}
          >
            <X aria-hidden />
          </Button>
        </div>
      ))}
      <Button
        size="small"
        look="quiet"
        disabled={disabled}
        onClick={() => onChange([...rows, { name: "", cells: isPrices ? ["", ""] : [""] }])}
      >
        <Plus aria-hidden />
        {t("add")}
      </Button>
    </div>
  );
}
