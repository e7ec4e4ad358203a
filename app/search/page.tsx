/** One box over everything: by words, by meaning, or both; grouped by kind, with the parts of every score. */
import type { Metadata } from "next";
import Link from "next/link";
import { redirect } from "next/navigation";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { DegradedNote } from "@/components/search/degraded";
import { HitGroups } from "@/components/search/hit-groups";
import { RetryProblem } from "@/components/states/retry-problem";
import { FillCommands, NoMatch } from "@/components/states/states";
import { buttonStyles } from "@/components/ui/button";
import { PageHeader, ScrollArea, View } from "@/components/ui/page";
import { Pager } from "@/components/ui/pager";
import { SearchBox } from "@/components/ui/search-box";
import { UrlSelect } from "@/components/ui/url-select";
import { hrefWith } from "@/components/url";
import { SEARCH_TYPES, type SearchAnswer, SearchMode, SearchQuery } from "@/lib/contract/search";
import { WEIGHTS } from "@/lib/search/recipe";
import { search } from "@/lib/search/service";
import { load } from "../_console/load";
import { flatten, parseParams } from "../_console/params";
import { scopeOf } from "../_console/projects";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("search"))("title") };
}

const GROUP_SIZE = 5;
const PAGE_SIZE = 20;
const STATUSES = ["active", "archived", "superseded", "deleted", "all"] as const;

export default async function SearchPage({ searchParams }: PageProps<"/search">) {
  const t = await getTranslations("search");
  const labels = await getTranslations("labels");
  const common = await getTranslations("common");
  const raw = await searchParams;
  const query = parseParams(SearchQuery, raw);
  const params = new URLSearchParams(flatten(raw)).toString();
  // The API takes both names; the box shows one.
  if (query.q === undefined && query.query !== undefined) {
    redirect(hrefWith("/search", params, { q: query.query, query: null }));
  }
  const text = query.q ?? "";
  const scope = await scopeOf(query.project);
  const isBlank = text.trim() === "";
  const limit = query.type === undefined ? GROUP_SIZE : PAGE_SIZE;
  const offset = query.type === undefined ? 0 : query.offset;
  const result = isBlank
    ? null
    : await load((app) => search(app, { ...query, query: text, format: "index", typing: "true", limit, offset }));
  const hits =
    result?.ok === true ? SEARCH_TYPES.reduce((sum, type) => sum + (result.data.totals[type] ?? 0), 0) : null;

  return (
    <View>
      <PageHeader title={t("title")} count={hits === null ? undefined : t("found", { count: hits })}>
        <UrlSelect
          label={t("mode")}
          param="mode"
          value={query.mode}
          fallback="hybrid"
          resets={["offset"]}
          choices={SearchMode.options.toReversed().map((value) => ({ value, label: t(`modeOf.${value}`) }))}
        />
        <UrlSelect
          label={t("type")}
          param="type"
          value={query.type ?? "all"}
          fallback="all"
          resets={["offset"]}
          choices={[
            { value: "all", label: t("allKinds") },
            ...SEARCH_TYPES.map((value) => ({ value, label: labels(`kind.${value}`) })),
          ]}
        />
        <UrlSelect
          label={t("status")}
          param="status"
          value={query.status}
          fallback="active"
          resets={["offset"]}
          choices={STATUSES.map((value) => ({
            value,
            label: value === "all" ? common("all") : labels(`status.${value}`),
          }))}
        />
      </PageHeader>
      <div className="shrink-0 border-b px-4 py-3">
        <SearchBox
          label={t("box")}
          placeholder={t("placeholder")}
          scope={scope}
          maxLength={4000}
          resets={["offset"]}
          large
          autoFocus
        />
      </div>
      {result === null && <Invitation />}
      {result?.ok === false && <RetryProblem {...result.error} />}
      {result?.ok === true && (
        <Found answer={result.data} query={query} text={text} params={params} scope={scope} offset={offset} />
      )}
    </View>
  );
}

interface FoundProps {
  answer: SearchAnswer;
  query: SearchQuery;
  text: string;
  params: string;
  scope: string;
  offset: number;
}

function Found({ answer, query, text, params, scope, offset }: FoundProps) {
  const t = useTranslations("search");
  const memories = useTranslations("memories");
  const common = useTranslations("common");
  const isEmpty = SEARCH_TYPES.every((type) => answer[type].length === 0);
  const total = query.type === undefined ? 0 : (answer.totals[query.type] ?? 0);
  return (
    <ScrollArea label={t("title")}>
      {answer.degraded !== null && <DegradedNote degraded={answer.degraded} />}
      {isEmpty ? (
        <NoMatch text={t("noMatch", { query: text, scope })} hint={t("noMatchHint")}>
          {query.project !== undefined && (
            <Link href={hrefWith("/search", params, { project: null, offset: null })} className={buttonStyles()}>
              {common("showAllProjects")}
            </Link>
          )}
          {query.status !== "all" && (
            <Link href={hrefWith("/search", params, { status: "all", offset: null })} className={buttonStyles()}>
              {memories("lookEverywhere")}
            </Link>
          )}
        </NoMatch>
      ) : (
        <HitGroups answer={answer} weights={WEIGHTS} search={params} only={query.type} />
      )}
      <Pager
        nextHref={offset + PAGE_SIZE < total ? hrefWith("/search", params, { offset: offset + PAGE_SIZE }) : null}
        firstHref={offset > 0 ? hrefWith("/search", params, { offset: null }) : null}
        nextLabel={common("nextPageMore", { count: Math.max(0, total - offset - PAGE_SIZE) })}
      />
    </ScrollArea>
  );
}

function Invitation() {
  const t = useTranslations("search");
  return (
    <ScrollArea label={t("title")}>
      <div className="mx-auto max-w-[520px] px-6 py-14">
        <h2 className="text-center text-[15px] leading-6 font-semibold">{t("emptyTitle")}</h2>
        <p className="mt-1 text-center text-muted">{t("emptyText")}</p>
        <FillCommands />
      </div>
    </ScrollArea>
  );
}
