/** The filters that hold, each with the way to take it off, and one to take off all. */
import { useTranslations } from "next-intl";
import { X } from "lucide-react";
import Link from "next/link";
import type { MemoryFacet } from "@/lib/contract/memory-list";
import { StoredText } from "../text/stored-text";
import { buttonStyles } from "../ui/button";
import { ChangeLink } from "../ui/change-link";
import { hrefWith } from "../url";
import { useFacetWords } from "./facet-words";

interface FilterChipsProps {
  /** Facets that are narrowed, with what to. */
  chosen: [facet: MemoryFacet, value: string][];
  /** Name of the project that is chosen. */
  projectName: string | undefined;
  search: string;
}

export function FilterChips({ chosen, projectName, search }: FilterChipsProps) {
  const t = useTranslations("memories");
  const states = useTranslations("states");
  const words = useFacetWords();
  if (chosen.length === 0) return null;
  const none = Object.fromEntries(chosen.map(([facet]) => [facet, null]));
  return (
    <ul
      aria-label={t("activeFilters")}
      className="scroll-area flex min-w-0 items-center gap-1 overflow-x-auto overflow-y-hidden"
    >
      {chosen.map(([facet, value]) => {
        const label = words.value(facet, value, facet === "project" ? (projectName ?? value) : value);
        return (
          <li key={facet} className="shrink-0">
            <ChangeLink
              path="/memories"
              search={search}
              changes={{ [facet]: null, peek: null }}
              replace
              aria-label={t("removeFilter", { facet: t(`facet.${facet}`), value: label })}
              className="flex h-6 max-w-56 items-center gap-1 rounded-full border border-control/60 bg-surface pr-1 pl-2 text-meta hover:bg-hover"
            >
              <span className="text-muted">{t(`facet.${facet}`)}</span>
              <span className="min-w-0 truncate font-medium">
                <StoredText text={label} />
              </span>
              <X aria-hidden className="size-3.5 shrink-0 text-muted" />
            </ChangeLink>
          </li>
        );
      })}
      {chosen.length > 1 && (
        <li className="shrink-0">
          <Link
            href={hrefWith("/memories", search, { ...none, peek: null })}
            replace
            scroll={false}
            prefetch={false}
            className={buttonStyles({ look: "quiet", size: "small" })}
          >
            {states("clearFilters")}
          </Link>
        </li>
      )}
    </ul>
  );
}
