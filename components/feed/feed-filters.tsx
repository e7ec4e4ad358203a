/** Filters of the feed with counts: by whom, what, how it stands, where, when. */
import { useTranslations } from "next-intl";
import Link from "next/link";
import { OPERATION_GROUPS } from "@/lib/contract/operation-groups";
import type { OperationFacets, OperationFilter } from "@/lib/contract/operations";
import { useLabels } from "../labels";
import { DateRange } from "../ui/date-range";
import { buttonStyles } from "../ui/button";
import { Facet, type FacetValue } from "../ui/facet";

interface FeedFiltersProps {
  facets: OperationFacets;
  query: OperationFilter;
  search: string;
}

const PATH = "/activity";
/** What belongs to the rows that were shown. */
const RESETS = ["peek", "receipt", "rows"] as const;
const MAX_SHOWN = 12;

export function FeedFilters({ facets, query, search }: FeedFiltersProps) {
  const t = useTranslations("activity");
  const labels = useTranslations("labels");
  const named = useLabels();
  const shared = { path: PATH, search, resets: RESETS };
  const names = facets.name
    .slice(0, MAX_SHOWN)
    .map(({ actor, count }) => ({ value: actor.name, label: named.actorName(actor), count }));
  const projects = facets.project
    .slice(0, MAX_SHOWN)
    .map(({ ref, name, count }) => ({ value: ref, label: name, count }));
  return (
    <div className="space-y-4 p-3">
      <Facet
        {...shared}
        name={t("facet.actor")}
        param="actor"
        current={query.actor}
        // Who exactly belongs to whom.
        resets={[...RESETS, "name"]}
        values={(["person", "agent", "job"] as const).map((value) => ({
          value,
          label: labels(`actor.${value}`),
          count: facets.actor[value],
        }))}
      />
      <Facet
        {...shared}
        name={t("facet.name")}
        param="name"
        current={query.name}
        values={withCurrent(names, query.name)}
      />
      <Facet
        {...shared}
        name={t("facet.group")}
        param="group"
        current={query.group}
        values={OPERATION_GROUPS.filter(
          (group) => group !== "other" || facets.group.other > 0 || query.group === group,
        ).map((value) => ({ value, label: t(`group.${value}`), count: facets.group[value] }))}
      />
      <Facet
        {...shared}
        name={t("facet.state")}
        param="state"
        current={query.state}
        values={(["undoable", "undone", "final"] as const).map((value) => ({
          value,
          label: t(`state.${value}`),
          count: facets.state[value],
        }))}
      />
      {(projects.length > 0 || query.project !== undefined) && (
        <Facet
          {...shared}
          name={t("facet.project")}
          param="project"
          current={query.project}
          values={withCurrent(projects, query.project)}
        />
      )}
      <section aria-label={t("facet.time")} className="px-2">
        <h2 className="pb-1 text-meta font-semibold text-muted">{t("facet.time")}</h2>
        <DateRange fromLabel={t("from")} toLabel={t("to")} resets={[...RESETS]} />
      </section>
      {search !== "" && (
        <Link
          href={PATH}
          replace
          scroll={false}
          prefetch={false}
          className={buttonStyles({ size: "small", look: "quiet" })}
        >
          {t("clear")}
        </Link>
      )}
    </div>
  );
}

/** What is chosen stays to be seen, and to be taken away, when nothing is left of it. */
const withCurrent = (values: FacetValue[], current: string | undefined): FacetValue[] =>
  current === undefined || values.some(({ value }) => value === current)
    ? values
    : [...values, { value: current, label: current, count: 0 }];
