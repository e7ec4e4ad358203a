/** One box over everything: by words, by meaning, or both; grouped by kind, with the parts of every score; two ways side by side. */
import type { Metadata } from "next";
import { cookies } from "next/headers";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { DegradedNote } from "@/components/search/degraded";
import { HitGroups, type Hits } from "@/components/search/hit-groups";
import { Invitation } from "@/components/search/invitation";
import { NoHits } from "@/components/search/no-hits";
import { SearchRail } from "@/components/search/search-rail";
import { RetryProblem } from "@/components/states/retry-problem";
import { ZoneRefresh } from "@/components/time/zone-refresh";
import { NarrowFold } from "@/components/ui/fold";
import { PageHeader, ScrollArea, View } from "@/components/ui/page";
import { Pager } from "@/components/ui/pager";
import { PANEL_COOKIE, PANEL_DEFAULT } from "@/components/ui/panel-width";
import { SearchBox } from "@/components/ui/search-box";
import { Split } from "@/components/ui/split";
import { UrlSelect } from "@/components/ui/url-select";
import { hrefWith } from "@/components/url";
import { SEARCH_TYPES, SearchMode } from "@/lib/contract/search";
import { cn } from "@/lib/cn";
import { WEIGHTS } from "@/lib/search/recipe";
import { load } from "../_console/load";
import { zoneOfPerson } from "../_console/overview";
import { flatten } from "../_console/params";
import { scopeOf } from "../_console/projects";
import { PAGE_SIZE, readAddress, readSearch, type SearchAddress, type SearchData } from "../_console/search";
import { MemoryPeek } from "../memories/memory-view";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("search"))("title") };
}

const STATUSES = ["active", "archived", "superseded", "deleted", "all"] as const;
const MODES = SearchMode.options.toReversed();

export default async function SearchPage({ searchParams }: PageProps<"/search">) {
  const t = await getTranslations("search");
  const labels = await getTranslations("labels");
  const common = await getTranslations("common");
  const raw = await searchParams;
  const zone = await zoneOfPerson();
  const address = readAddress(raw);
  const { query, beside, search } = address;
  const scope = await scopeOf(query.project);
  const result = await load((app) => readSearch(app, address, zone));
  const panelWidth = Number((await cookies()).get(PANEL_COOKIE)?.value ?? PANEL_DEFAULT);
  const peekId = result.ok ? result.data.peekId : null;
  const first = result.ok ? result.data.answers[0]?.answer : undefined;
  const count = SEARCH_TYPES.filter((type) => query.type === undefined || query.type === type).reduce(
    (sum, type) => sum + (first?.totals[type] ?? 0),
    0,
  );

  return (
    <View>
      <PageHeader title={t("title")} count={first === undefined ? undefined : t("found", { count })}>
        <UrlSelect
          label={t("mode")}
          param="mode"
          value={query.mode}
          fallback="hybrid"
          resets={["offset"]}
          choices={MODES.map((value) => ({ value, label: t(`modeOf.${value}`) }))}
        />
        <UrlSelect
          label={t("compare")}
          param="compare"
          value={beside ?? "none"}
          fallback="none"
          resets={["offset"]}
          choices={[
            { value: "none", label: t("compareNone") },
            ...MODES.filter((value) => value !== query.mode).map((value) => ({
              value,
              label: t("compareWith", { mode: t(`modeOf.${value}`) }),
            })),
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
      <ZoneRefresh zone={zone} />
      <div className="shrink-0 border-b px-4 py-3">
        <SearchBox
          label={t("box")}
          placeholder={t("placeholder")}
          scope={scope}
          maxLength={4000}
          resets={["offset", "peek"]}
          large
          autoFocus
          opensIds
        />
      </div>
      {!result.ok && <RetryProblem {...result.error} />}
      {result.ok && (
        <Split
          initialWidth={panelWidth}
          panelLabel={peekId === null ? t("title") : labels("memory", { id: peekId })}
          panel={
            peekId === null ? null : (
              <MemoryPeek
                id={peekId}
                project={query.project ?? null}
                compare={undefined}
                closeHref={hrefWith("/search", search, {
                  peek: null,
                  ...(flatten(raw)["peek"] === undefined ? { q: null } : {}),
                })}
              />
            )
          }
        >
          <div className="flex min-h-0 min-w-0 flex-1 flex-col lg:flex-row">
            <NarrowFold
              label={t("filters")}
              className="scroll-area max-h-[50%] shrink-0 border-b lg:max-h-none lg:w-[200px] lg:border-r lg:border-b-0"
            >
              <SearchRail query={query} totals={first?.totals} branches={result.data.branches} search={search} />
            </NarrowFold>
            <Found data={result.data} address={address} scope={scope} />
          </div>
        </Split>
      )}
    </View>
  );
}

interface FoundProps {
  data: SearchData;
  address: SearchAddress;
  scope: string;
}

function Found({ data, address, scope }: FoundProps) {
  const t = useTranslations("search");
  const [first, second] = data.answers;
  if (first === undefined) {
    return (
      <ScrollArea label={t("title")}>
        <Invitation isEmptyStore={data.isEmptyStore} />
      </ScrollArea>
    );
  }
  const shared = { data, address, scope };
  if (second === undefined) return <Column hits={first} beside={null} {...shared} />;
  return (
    <div
      className={cn(
        "grid min-h-0 min-w-0 flex-1 auto-rows-[minmax(0,1fr)] grid-cols-1 xl:grid-cols-2",
        // The panel leaves too little for two columns.
        data.peekId !== null && "xl:grid-cols-1 2xl:grid-cols-2",
      )}
    >
      <Column hits={first} beside={second} {...shared} />
      <Column hits={second} beside={first} {...shared} />
    </div>
  );
}

interface ColumnProps extends FoundProps {
  hits: Hits;
  beside: Hits | null;
}

function Column({ hits, beside, data, address, scope }: ColumnProps) {
  const t = useTranslations("search");
  const common = useTranslations("common");
  const { query, text, search, from, to } = address;
  const { answer, shown, mode } = hits;
  const isEmpty = SEARCH_TYPES.every((type) => shown[type].length === 0);
  const total = query.type === undefined || beside !== null ? 0 : (answer.totals[query.type] ?? 0);
  const next = query.offset + PAGE_SIZE;
  const isDated = [from, to, query.since, query.until].some((value) => value !== undefined);
  return (
    <ScrollArea
      label={beside === null ? t("title") : t(`modeOf.${mode}`)}
      className={beside === null ? undefined : "border-b xl:border-r xl:border-b-0 xl:last:border-r-0"}
    >
      {beside !== null && <h2 className="border-b px-4 py-2 font-semibold">{t(`modeOf.${mode}`)}</h2>}
      {answer.degraded !== null && <DegradedNote degraded={answer.degraded} />}
      {isEmpty ? (
        <NoHits
          text={text}
          query={{ ...query, mode }}
          isDated={isDated}
          isEmptyStore={data.isEmptyStore}
          scope={scope}
          search={search}
        />
      ) : (
        <HitGroups
          hits={hits}
          beside={beside}
          weights={WEIGHTS}
          search={search}
          only={query.type}
          currentId={data.peekId}
        />
      )}
      <Pager
        nextHref={next < total ? hrefWith("/search", search, { offset: next }) : null}
        firstHref={query.offset > 0 && total > 0 ? hrefWith("/search", search, { offset: null }) : null}
        nextLabel={common("nextPageMore", { count: Math.max(0, total - next) })}
      />
    </ScrollArea>
  );
}
