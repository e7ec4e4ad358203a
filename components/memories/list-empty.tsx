/** Instead of rows: nothing stored yet, or where was looked in vain and how to look further. */
import { useTranslations } from "next-intl";
import Link from "next/link";
import type { MemoryFacet, MemoryListQuery } from "@/lib/contract/memory-list";
import { EmptyState, NoMatch } from "../states/states";
import { buttonStyles } from "../ui/button";
import { ScrollArea } from "../ui/page";
import { hrefWith, viewHref } from "../url";
import { useFacetWords } from "./facet-words";

interface ListEmptyProps {
  query: MemoryListQuery;
  chosen: [facet: MemoryFacet, value: string][];
  projectName: string | undefined;
  search: string;
  /** "in app", "in all projects". */
  scope: string;
}

export function ListEmpty({ query, chosen, projectName, search, scope }: ListEmptyProps) {
  const t = useTranslations("memories");
  const common = useTranslations("common");
  const states = useTranslations("states");
  const words = useFacetWords();
  const isFiltered = (query.q ?? "").trim() !== "" || chosen.length > 0;
  const others = chosen
    .filter(([facet]) => facet !== "status" && facet !== "project")
    .map(([facet, value]) =>
      common("labelled", { label: t(`facet.${facet}`), text: words.value(facet, value, projectName) }),
    );
  const looked = {
    status: [words.value("status", query.status), ...others].join(common("listSeparator")),
    scope,
  };
  return (
    <ScrollArea label={t("list")}>
      {isFiltered ? (
        <NoMatch text={t(query.review === undefined ? "noMatch" : "nothingWaits", looked)}>
          <Link href={viewHref("/memories", undefined)} className={buttonStyles()}>
            {states("clearFilters")}
          </Link>
          {query.status !== "all" && query.review === undefined && (
            <Link href={hrefWith("/memories", search, { status: "all", peek: null })} className={buttonStyles()}>
              {t("lookEverywhere")}
            </Link>
          )}
          {query.project !== undefined && (
            <Link href={hrefWith("/memories", search, { project: null, peek: null })} className={buttonStyles()}>
              {common("showAllProjects")}
            </Link>
          )}
        </NoMatch>
      ) : (
        <EmptyState title={t("emptyTitle")} text={t("emptyText")} />
      )}
    </ScrollArea>
  );
}
