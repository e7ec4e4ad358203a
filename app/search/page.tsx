/** One box over everything: by words, by meaning, or both; grouped by kind, with the parts of every score. */
import type { Metadata } from "next";
import Link from "next/link";
import { redirect } from "next/navigation";
import { DegradedNote } from "@/components/search/degraded";
import { HitGroups } from "@/components/search/hit-groups";
import { RetryProblem } from "@/components/states/retry-problem";
import { FillCommands, NoMatch } from "@/components/states/states";
import { t } from "@/components/strings";
import { m } from "@/components/strings-memories";
import { buttonStyles } from "@/components/ui/button";
import { PageHeader, ScrollArea, View } from "@/components/ui/page";
import { Pager } from "@/components/ui/pager";
import { SearchBox } from "@/components/ui/search-box";
import { UrlSelect } from "@/components/ui/url-select";
import { hrefWith } from "@/components/url";
import { SEARCH_TYPES, type SearchAnswer, SearchMode, SearchQuery } from "@/lib/contract/search";
import { plural } from "@/lib/format";
import { WEIGHTS } from "@/lib/search/recipe";
import { search } from "@/lib/search/service";
import { load } from "../_console/load";
import { flatten, parseParams } from "../_console/params";
import { scopeOf } from "../_console/projects";

export const metadata: Metadata = { title: t.search.title };

const GROUP_SIZE = 5;
const PAGE_SIZE = 20;
const STATUSES = ["active", "archived", "superseded", "deleted", "all"] as const;

export default async function SearchPage({ searchParams }: PageProps<"/search">) {
  const raw = await searchParams;
  const query = parseParams(SearchQuery, raw);
  const params = new URLSearchParams(flatten(raw)).toString();
  // The API takes both names; the box shows one.
  if (query.q === undefined && query.query !== undefined) {
    redirect(hrefWith("/search", params, { q: query.query, query: null }));
  }
  const text = query.q ?? "";
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
      <PageHeader title={t.search.title} count={hits === null ? undefined : t.search.found(hits)}>
        <UrlSelect
          label={t.search.mode}
          param="mode"
          value={query.mode}
          fallback="hybrid"
          resets={["offset"]}
          choices={SearchMode.options.toReversed().map((value) => ({ value, label: t.search[value] }))}
        />
        <UrlSelect
          label={t.search.type}
          param="type"
          value={query.type ?? "all"}
          fallback="all"
          resets={["offset"]}
          choices={[
            { value: "all", label: t.search.back },
            ...SEARCH_TYPES.map((value) => ({ value, label: t.search.kinds[value] })),
          ]}
        />
        <UrlSelect
          label={t.search.status}
          param="status"
          value={query.status}
          fallback="active"
          resets={["offset"]}
          choices={STATUSES.map((value) => ({ value, label: value === "all" ? t.common.all : m.statusOf[value] }))}
        />
      </PageHeader>
      <div className="shrink-0 border-b px-4 py-3">
        <SearchBox
          label={t.search.box}
          placeholder={t.search.placeholder}
          scope={scopeOf(query.project)}
          maxLength={4000}
          resets={["offset"]}
          large
          autoFocus
        />
      </div>
      {result === null && <Invitation />}
      {result?.ok === false && <RetryProblem {...result.error} />}
      {result?.ok === true && <Found answer={result.data} query={query} text={text} params={params} offset={offset} />}
    </View>
  );
}

interface FoundProps {
  answer: SearchAnswer;
  query: SearchQuery;
  text: string;
  params: string;
  offset: number;
}

function Found({ answer, query, text, params, offset }: FoundProps) {
  const isEmpty = SEARCH_TYPES.every((type) => answer[type].length === 0);
  const total = query.type === undefined ? 0 : (answer.totals[query.type] ?? 0);
  return (
    <ScrollArea label={t.search.title}>
      {answer.degraded !== null && <DegradedNote degraded={answer.degraded} />}
      {isEmpty ? (
        <NoMatch text={t.search.noMatch(text, scopeOf(query.project))} hint={t.search.noMatchHint}>
          {query.project !== undefined && (
            <Link href={hrefWith("/search", params, { project: null, offset: null })} className={buttonStyles()}>
              {t.scope.showAll}
            </Link>
          )}
          {query.status !== "all" && (
            <Link href={hrefWith("/search", params, { status: "all", offset: null })} className={buttonStyles()}>
              {m.lookEverywhere}
            </Link>
          )}
        </NoMatch>
      ) : (
        <HitGroups answer={answer} weights={WEIGHTS} search={params} only={query.type} />
      )}
      <Pager
        nextHref={offset + PAGE_SIZE < total ? hrefWith("/search", params, { offset: offset + PAGE_SIZE }) : null}
        firstHref={offset > 0 ? hrefWith("/search", params, { offset: null }) : null}
        nextLabel={`${t.common.nextPage} (${plural(Math.max(0, total - offset - PAGE_SIZE), "more", "more")})`}
      />
    </ScrollArea>
  );
}

function Invitation() {
  return (
    <ScrollArea label={t.search.title}>
      <div className="mx-auto max-w-[520px] px-6 py-14">
        <h2 className="text-center text-[15px] leading-6 font-semibold">{t.search.emptyTitle}</h2>
        <p className="mt-1 text-center text-muted">{t.search.emptyText}</p>
        <FillCommands />
      </div>
    </ScrollArea>
  );
}
