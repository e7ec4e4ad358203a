/** Facets with counts: each count keeps all filters but the facet's own. A value with nothing is dimmed, not hidden. */
import { useTranslations } from "next-intl";
import Link from "next/link";
import type { MemoryFacets, MemoryListQuery } from "@/lib/contract/memory";
import { cn } from "@/lib/cn";
import { useLabels } from "../labels";
import { useNumbers } from "../numbers";
import { StoredText } from "../text/stored-text";
import { hrefWith } from "../url";

interface FacetValue {
  value: string;
  label: string;
  term?: string;
  count: number;
}

interface FacetsProps {
  facets: MemoryFacets;
  query: MemoryListQuery;
  /** The query string as it is. */
  search: string;
}

export function Facets({ facets, query, search }: FacetsProps) {
  const t = useTranslations("memories");
  const labels = useTranslations("labels");
  const common = useTranslations("common");
  const named = useLabels();
  const statuses = ["active", "archived", "superseded", "deleted"] as const;
  const tiers = ["pinned", "normal", "reference"] as const;
  const total = Object.values(facets.status).reduce((sum, count) => sum + count, 0);
  const attributes = Object.entries(facets.attribute).map(([value, count]) => ({
    value,
    label: named.attribute(value),
    count,
  }));
  if (query.attribute !== undefined && facets.attribute[query.attribute] === undefined) {
    attributes.push({ value: query.attribute, label: named.attribute(query.attribute), count: 0 });
  }
  return (
    <div className="space-y-4 p-3">
      <Facet
        name={t("status")}
        param="status"
        search={search}
        current={query.status}
        fallback="active"
        values={[
          ...statuses.map((value) => ({ value, label: labels(`status.${value}`), count: facets.status[value] ?? 0 })),
          { value: "all", label: common("all"), count: total },
        ]}
      />
      <Facet
        name={t("tier")}
        param="tier"
        search={search}
        current={query.tier}
        values={tiers.map((value) => ({
          value,
          label: labels(`tier.${value}`),
          term: labels(`tierTerm.${value}`),
          count: facets.tier[value] ?? 0,
        }))}
      />
      {attributes.length > 0 && (
        <Facet
          name={t("attribute")}
          param="attribute"
          search={search}
          current={query.attribute}
          values={attributes.filter((attribute) => attribute.value !== "")}
        />
      )}
      <Facet
        name={t("review")}
        param="review"
        search={search}
        current={query.review}
        // Only what is in force waits: with another status the list would be empty.
        resets={["status"]}
        values={[{ value: "waiting", label: t("waitsForReview"), count: facets.review.waiting }]}
      />
    </div>
  );
}

interface FacetProps {
  name: string;
  param: string;
  search: string;
  current: string | undefined;
  /** The value that holds without a parameter; other facets have none and can be switched off. */
  fallback?: string;
  /** Other parameters that a choice here takes away. */
  resets?: string[];
  values: FacetValue[];
}

function Facet({ name, param, search, current, fallback, resets = [], values }: FacetProps) {
  const numbers = useNumbers();
  const cleared = Object.fromEntries(["cursor", "peek", ...resets].map((other) => [other, null]));
  return (
    <section aria-label={name}>
      <h2 className="px-2 pb-1 text-meta font-semibold text-muted">{name}</h2>
      <ul>
        {values.map((entry) => {
          const isOn = entry.value === current;
          const next = isOn && fallback === undefined ? null : entry.value === fallback ? null : entry.value;
          return (
            <li key={entry.value}>
              <Link
                href={hrefWith("/memories", search, { ...cleared, [param]: next })}
                replace
                scroll={false}
                prefetch={false}
                aria-current={isOn ? "true" : undefined}
                title={entry.term}
                className={cn(
                  "flex h-7 items-center gap-2 rounded-control px-2",
                  isOn ? "bg-selected font-medium" : "hover:bg-hover",
                  entry.count === 0 && !isOn && "text-muted",
                )}
              >
                <span className="min-w-0 flex-1 truncate">
                  <StoredText text={entry.label} />
                </span>
                <span className="shrink-0 text-meta text-muted">{numbers.count(entry.count)}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
