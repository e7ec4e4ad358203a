"use client";
/** A span of days that the URL holds as `from` and `to`. */
import { useId } from "react";
import { useUrlParams } from "../url-params";
import { Input } from "./field";

interface DateRangeProps {
  fromLabel: string;
  toLabel: string;
  resets: string[];
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const PARAMS = ["from", "to"] as const;

export function DateRange({ fromLabel, toLabel, resets }: DateRangeProps) {
  const id = useId();
  const { params, change } = useUrlParams();
  const labels = { from: fromLabel, to: toLabel };
  const set = (param: (typeof PARAMS)[number], value: string) => {
    if (value !== "" && !DAY.test(value)) return;
    const cleared = Object.fromEntries(resets.map((name) => [name, null]));
    change({ ...cleared, [param]: value });
  };
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-2 gap-y-1.5">
      {PARAMS.map((param) => {
        const value = params.get(param) ?? "";
        return (
          <div key={param} className="col-span-2 grid grid-cols-subgrid items-center">
            <label htmlFor={`${id}-${param}`} className="text-meta text-muted">
              {labels[param]}
            </label>
            <Input
              id={`${id}-${param}`}
              type="date"
              value={DAY.test(value) ? value : ""}
              max="9999-12-31"
              onChange={(event) => set(param, event.target.value)}
            />
          </div>
        );
      })}
    </div>
  );
}
