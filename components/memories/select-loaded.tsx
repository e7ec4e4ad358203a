"use client";
/** The box above the list: selects the rows that are loaded, or lets all go. */
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";

interface SelectLoadedProps {
  size: number;
  /** All that match are selected. */
  isWhole: boolean;
  onChange: (isOn: boolean) => void;
}

export function SelectLoaded({ size, isWhole, onChange }: SelectLoadedProps) {
  const t = useTranslations("memories");
  const box = useRef<HTMLInputElement>(null);
  // External system: what is half checked has no attribute.
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = size > 0 && !isWhole;
  }, [size, isWhole]);
  const label = size > 0 ? t("selection.clear") : t("selection.loaded");
  return (
    <label className="grid h-full w-9 shrink-0 place-items-center" title={label}>
      <input
        ref={box}
        type="checkbox"
        aria-label={label}
        checked={size > 0}
        onChange={() => onChange(size === 0)}
        className="size-4 accent-accent"
      />
    </label>
  );
}
