"use client";
/** One weight: a slider for the usual values, a field for exact ones, and what holds now. */
import { useTranslations } from "next-intl";
import { useId } from "react";
import { Input } from "../ui/field";
import { stepOf, type WeightField, weightOf } from "./weights";

interface WeightRowProps {
  field: WeightField;
  text: string;
  onChange: (text: string) => void;
}

export function WeightRow({ field, text, onChange }: WeightRowProps) {
  const t = useTranslations("injections");
  const id = useId();
  const value = weightOf(field, text);
  const isChanged = value !== null && value !== field.value;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_80px] items-center gap-x-3 gap-y-0.5 px-3 py-2">
      <label htmlFor={id} className="font-medium">
        {field.label}
      </label>
      <Input
        inputMode={field.isWhole ? "numeric" : "decimal"}
        autoComplete="off"
        aria-label={t("weights.exact", { label: field.label })}
        aria-invalid={value === null}
        aria-describedby={`${id}-note`}
        value={text}
        onChange={(event) => onChange(event.target.value.trim())}
        className="row-span-2 self-start tabular-nums"
      />
      <input
        id={id}
        type="range"
        min={Math.max(0, Math.floor(field.min))}
        max={field.slideTo}
        step={stepOf(field)}
        value={value ?? field.value}
        title={field.meaning}
        onChange={(event) => onChange(String(Math.max(field.min, Number(event.target.value))))}
        className="h-6 w-full accent-accent"
      />
      <p
        id={`${id}-note`}
        className={value === null ? "col-span-2 text-meta text-red" : "col-span-2 text-meta text-muted"}
      >
        {value === null
          ? t("weights.bounds", { min: field.min, max: field.max })
          : isChanged
            ? t("weights.now", { value: field.value })
            : field.meaning}
        {field.readOnly !== null && <span className="block">{field.readOnly}</span>}
      </p>
    </div>
  );
}
