/** Why an entry is in a block or was cut, in the page's words. For server components. */
import { useTranslations } from "next-intl";
import { LAYERS, readReason } from "@/lib/contract/trace-reason";
import { wordFor } from "../labels";

export interface TraceWords {
  /** A sentence of a version that this one does not know stays as it is stored. */
  reason(text: string): string;
  layer(layer: string): string;
  part(name: string): string;
}

export function useTraceWords(): TraceWords {
  const t = useTranslations("playground");
  return {
    reason(text) {
      const known = readReason(text);
      if (known === null) return text;
      const words = wordFor(t, "reasons", known.code, valuesOf(known.values));
      return known.isCutToFit ? t("cutToFit", { reason: words }) : words;
    },
    layer: (layer) => wordFor(t, "layers", LAYERS.some((known) => known === layer) ? layer : "", {}) || layer,
    part: (name) => wordFor(t, "parts", name),
  };
}

/** Numbers as numbers, so that their plural is right; a word of two as one, as messages choose by it. */
const valuesOf = (values: Record<string, string>): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      /^-?\d+(\.\d+)?$/.test(value) && name !== "score" ? Number(value) : value.replaceAll(" ", "_"),
    ]),
  );
