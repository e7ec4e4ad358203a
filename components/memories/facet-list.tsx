"use client";
/** Facets with counts: each count keeps all filters but the facet's own. A value with nothing is dimmed, not hidden. */
import { useTranslations } from "next-intl";
import { memo, useId, useState } from "react";
import { cn } from "@/lib/cn";
import type { FacetValue, MemoryFacet, MemoryFacets } from "@/lib/contract/memory-list";
import { useNumbers } from "../numbers";
import { StoredText } from "../text/stored-text";
import { Button } from "../ui/button";
import { ChangeLink } from "../ui/change-link";
import { Input } from "../ui/field";
import { PendingTint } from "../ui/pending-tint";
import { useFacetWords } from "./facet-words";

/** In the order of the rail. */
const ORDER: readonly MemoryFacet[] = [
  "status",
  "review",
  "tier",
  "attribute",
  "kind",
  "project",
  "tag",
  "used",
  "age",
  "origin",
  "host",
  "branch",
];
/** Values of a long facet that are shown at first. */
const TOP = 8;
/** From so many on, a box finds one. */
const FILTERED_FROM = 14;

interface FacetListProps {
  facets: MemoryFacets;
  /** What each facet is narrowed to. */
  chosen: Partial<Record<MemoryFacet, string>>;
  /** The query string as it is. */
  search: string;
  /** Old counts, while the new ones are on their way. */
  isOld?: boolean;
}

export const FacetList = memo(function FacetList({ facets, chosen, search, isOld = false }: FacetListProps) {
  return (
    // Counts that come at once change in place; only those that are waited for stand dimmed.
    <div className={cn("space-y-4 p-3", isOld && "opacity-60 transition-opacity delay-150")} aria-busy={isOld}>
      {ORDER.map((facet) => {
        const values = facets.values[facet].filter(({ value }) => value !== "");
        if (values.length === 0) return null;
        return <Facet key={facet} facet={facet} values={values} current={chosen[facet]} search={search} />;
      })}
    </div>
  );
});

interface FacetProps {
  facet: MemoryFacet;
  values: FacetValue[];
  current: string | undefined;
  search: string;
}

function Facet({ facet, values, current, search }: FacetProps) {
  const t = useTranslations("memories");
  const common = useTranslations("common");
  const words = useFacetWords();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [text, setText] = useState("");
  const wanted = text.trim().toLowerCase();
  const fits = ({ value, label }: FacetValue): boolean =>
    wanted === "" || words.value(facet, value, label).toLowerCase().includes(wanted);
  // The chosen value is never among the rest that is folded away.
  const shown = isOpen ? values.filter(fits) : values.filter(({ value }, index) => index < TOP || value === current);
  const hidden = values.length - shown.length;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="px-2 pb-1 text-meta font-semibold text-muted">
        {t(`facet.${facet}`)}
      </h2>
      {isOpen && values.length >= FILTERED_FROM && (
        <Input
          type="search"
          aria-label={t("facetFilter", { facet: t(`facet.${facet}`) })}
          placeholder={t("facetFilterHint")}
          value={text}
          dir="auto"
          onChange={(event) => setText(event.target.value)}
          className="mb-1 h-7 text-meta"
        />
      )}
      <ul className={cn(isOpen && values.length >= FILTERED_FROM && "scroll-area max-h-72")}>
        {shown.map((value) => (
          <li key={value.value}>
            <FacetLink facet={facet} value={value} isOn={value.value === current} search={search} />
          </li>
        ))}
      </ul>
      {(hidden > 0 || isOpen) && values.length > TOP && (
        <Button
          size="small"
          look="quiet"
          aria-expanded={isOpen}
          onClick={() => {
            setIsOpen(!isOpen);
            setText("");
          }}
        >
          {isOpen ? common("showLess") : t("facetMore", { count: hidden })}
        </Button>
      )}
    </section>
  );
}

interface FacetLinkProps {
  facet: MemoryFacet;
  value: FacetValue;
  isOn: boolean;
  search: string;
}

function FacetLink({ facet, value: { value, label, count }, isOn, search }: FacetLinkProps) {
  const numbers = useNumbers();
  const words = useFacetWords();
  const isFixed = facet === "status";
  // Status holds without a parameter; the other facets are switched off by a second click.
  const next = isFixed ? (value === "active" ? null : value) : isOn ? null : value;
  // Only what is in force waits: with another status the list would be empty.
  const resets = facet === "review" ? { peek: null, status: null } : { peek: null };
  return (
    <ChangeLink
      path="/memories"
      search={search}
      changes={{ ...resets, [facet]: next }}
      replace
      aria-current={isOn ? "true" : undefined}
      title={words.term(facet, value)}
      className={cn(
        "relative flex h-7 items-center gap-2 rounded-control px-2",
        isOn ? "bg-selected font-medium" : "hover:bg-hover",
        count === 0 && !isOn && "text-muted",
      )}
    >
      <span className="min-w-0 flex-1 truncate">
        <StoredText text={words.value(facet, value, label)} />
      </span>
      <span className="shrink-0 text-meta text-muted">{numbers.count(count)}</span>
      <PendingTint />
    </ChangeLink>
  );
}
