"use client";
/** A choice that the URL holds. */
import { startTransition, useOptimistic } from "react";
import { useUrlParams } from "../url-params";
import { Select } from "./field";

interface UrlSelectProps {
  label: string;
  param: string;
  value: string;
  choices: { value: string; label: string }[];
  /** The value that needs no parameter. */
  fallback: string;
  resets?: string[];
}

export function UrlSelect({ label, param, value, choices, fallback, resets = [] }: UrlSelectProps) {
  const { change } = useUrlParams();
  // What was chosen stands there at once, and goes back by itself where the address never came to be.
  const [shown, setShown] = useOptimistic(value);
  const choose = (next: string) =>
    startTransition(() => {
      setShown(next);
      const changes = Object.fromEntries(resets.map((name) => [name, null]));
      change({ ...changes, [param]: next === fallback ? null : next });
    });
  return (
    <Select aria-label={label} value={shown} onChange={(event) => choose(event.target.value)}>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </Select>
  );
}
