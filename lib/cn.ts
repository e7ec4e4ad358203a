/** Joins class names; later Tailwind classes win over earlier ones of the same kind. */
import { type ClassValue, clsx } from "clsx";
import { extendTailwindMerge } from "tailwind-merge";

/** Our own type scale: without it `text-meta` and `text-muted` would count as the same kind and one would be dropped. */
const merge = extendTailwindMerge({
  extend: { classGroups: { "font-size": [{ text: ["meta", "body", "read", "section", "title"] }] } },
});

export const cn = (...classes: ClassValue[]): string => merge(clsx(classes));
