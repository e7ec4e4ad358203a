/** What a search is narrowed to: kinds with what each holds, branches, days. */
import { useTranslations } from "next-intl";
import { DISPLAY_ORDER, type SearchAnswer, type SearchQuery } from "@/lib/contract/search";
import { DateRange } from "../ui/date-range";
import { Facet } from "../ui/facet";

interface SearchRailProps {
  query: SearchQuery;
  /** Of the first answer; absent without a question. */
  totals: SearchAnswer["totals"] | undefined;
  branches: string[];
  search: string;
}

const RESETS = ["offset", "peek"] as const;
const MAX_BRANCHES = 20;

export function SearchRail({ query, totals, branches, search }: SearchRailProps) {
  const t = useTranslations("search");
  const labels = useTranslations("labels");
  const chosen = query.branch === undefined || branches.includes(query.branch) ? [] : [query.branch];
  const shared = { path: "/search", search, resets: RESETS };
  return (
    <div className="space-y-4 p-3">
      <Facet
        name={t("type")}
        param="type"
        current={query.type}
        values={DISPLAY_ORDER.map((value) => ({
          value,
          label: labels(`kind.${value}`),
          ...(totals === undefined ? {} : { count: totals[value] ?? 0 }),
        }))}
        {...shared}
      />
      {branches.length + chosen.length > 0 && (
        <Facet
          name={t("branch")}
          param="branch"
          current={query.branch}
          values={[...chosen, ...branches].slice(0, MAX_BRANCHES).map((value) => ({ value, label: value }))}
          {...shared}
        />
      )}
      <section aria-label={t("span")} className="px-2">
        <h2 className="pb-1 text-meta font-semibold text-muted">{t("span")}</h2>
        <DateRange fromLabel={t("from")} toLabel={t("to")} resets={[...RESETS]} />
      </section>
    </div>
  );
}
