/** Words for the values of facets: codes in the page's language, stored names as they are. For components of both sides. */
import { useTranslations } from "next-intl";
import type { MemoryFacet } from "@/lib/contract/memory-list";
import { useLabels, wordFor } from "../labels";

export interface FacetWords {
  value(facet: MemoryFacet, value: string, label?: string): string;
  /** The internal term, where the words are by effect. */
  term(facet: MemoryFacet, value: string): string | undefined;
}

/** The contract's word for "has none of it". */
const NONE = "-";

export function useFacetWords(): FacetWords {
  const t = useTranslations("memories");
  const labels = useTranslations("labels");
  const common = useTranslations("common");
  const named = useLabels();
  return {
    value(facet, value, label = value) {
      switch (facet) {
        case "status":
          return value === "all" ? common("all") : wordFor(labels, "status", value);
        case "tier":
          return wordFor(labels, "tier", value);
        case "attribute":
          return value === NONE ? t("none.attribute") : named.attribute(value);
        case "host":
          return value === NONE ? t("none.host") : named.host(value);
        case "origin":
          return value === NONE ? t("none.origin") : wordFor(t, "originOf", value);
        case "age":
          return wordFor(t, "ageOf", value);
        case "used":
          return wordFor(t, "usedOf", value);
        case "review":
          return value === "waiting" ? t("waitsForReview") : label;
        case "kind":
          return value === NONE ? t("none.kind") : wordFor(t, "kindOf", value);
        case "branch":
          return value === NONE ? t("none.branch") : value;
        case "tag":
          return value === NONE ? t("none.tag") : value;
        case "project":
          return value === "global" ? common("allProjects") : label;
      }
    },
    term: (facet, value) => (facet === "tier" ? wordFor(labels, "tierTerm", value) : undefined),
  };
}
