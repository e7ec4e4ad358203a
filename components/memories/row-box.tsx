"use client";
/** The box that selects a row; with Shift, all rows from the last one to it. */
import { useTranslations } from "next-intl";
import { cn } from "@/lib/cn";

interface RowBoxProps {
  id: number;
  isSelected: boolean;
  onToggle: (id: number, isRange: boolean) => void;
  className?: string;
}

export function RowBox({ id, isSelected, onToggle, className }: RowBoxProps) {
  const t = useTranslations("memories");
  return (
    // Shift would select text as well.
    <label className={cn("grid h-full w-9 place-items-center select-none", className)} data-no-print>
      <input
        type="checkbox"
        checked={isSelected}
        aria-label={t("selectRow", { id })}
        onChange={(event) => onToggle(id, (event.nativeEvent as MouseEvent).shiftKey === true)}
        className="size-4 accent-accent"
      />
    </label>
  );
}
