"use client";
/** A choice that the URL holds. */
import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { hrefWith } from "../url";
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
  const router = useRouter();
  const pathname = usePathname();
  const params = useSearchParams();
  const choose = (next: string) => {
    const changes = Object.fromEntries(resets.map((name) => [name, null]));
    router.replace(hrefWith(pathname, params, { ...changes, [param]: next === fallback ? null : next }), {
      scroll: false,
    });
  };
  return (
    <Select aria-label={label} value={value} onChange={(event) => choose(event.target.value)}>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </Select>
  );
}
