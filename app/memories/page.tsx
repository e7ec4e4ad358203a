/** Memories: facets, list, and the panel of the one that is open. */
import { setTimeout } from "node:timers/promises";
import type { Metadata } from "next";
import { cookies } from "next/headers";
import { getFormatter, getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { LivePill } from "@/components/live/live-pill";
import { CountedFacets } from "@/components/memories/counted-facets";
import { FilterChips } from "@/components/memories/filter-chips";
import { ListEmpty } from "@/components/memories/list-empty";
import { VIEW_COOKIE, viewOf } from "@/components/memories/list-view";
import { MemoryList } from "@/components/memories/memory-list";
import { NewMemoryButton } from "@/components/memories/new-memory";
import { OrderLink } from "@/components/memories/order-link";
import { RefreshList } from "@/components/memories/refresh-list";
import { SavedViews } from "@/components/memories/saved-views";
import { ValueBoundsProvider } from "@/components/memories/value-bounds";
import { ViewMenu } from "@/components/memories/view-menu";
import { DegradedNote } from "@/components/search/degraded";
import { RetryProblem } from "@/components/states/retry-problem";
import { NarrowFold } from "@/components/ui/fold";
import { PageHeader, View } from "@/components/ui/page";
import { PANEL_COOKIE, PANEL_DEFAULT } from "@/components/ui/panel-width";
import { SearchBox } from "@/components/ui/search-box";
import { Split } from "@/components/ui/split";
import { UrlSelect } from "@/components/ui/url-select";
import { hrefWith } from "@/components/url";
import {
  isRanked,
  type MemoryFacet,
  type MemoryListQuery,
  memoryOrder,
  MemorySearchMode,
  MemorySort,
} from "@/lib/contract/memory-list";
import { listMemoryFacets } from "@/lib/memories/facets";
import { listMemoryPage } from "@/lib/memories/list";
import { memoriesVersion } from "@/lib/memories/list-version-query";
import { writeRules } from "@/lib/memories/rules";
import { WEIGHTS } from "@/lib/search/recipe";
import { readSettings } from "@/lib/settings/service";
import { attempt, load } from "../_console/load";
import { currentView, readAddress } from "../_console/memory-list";
import { flatten } from "../_console/params";
import { projectChoices, scopeOf } from "../_console/projects";
import { MemoryPeek } from "./memory-view";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("memories"))("title") };
}

const FIRST_ROWS = 60;
/** Counting is one piece of work: begun at once it would hold up the rows, which are ready. */
const ROWS_FIRST_MS = 5;
const MODES = MemorySearchMode.exclude(["text"]).options;

export default async function MemoriesPage({ searchParams }: PageProps<"/memories">) {
  const t = await getTranslations("memories");
  const labels = await getTranslations("labels");
  const format = await getFormatter();
  const raw = await searchParams;
  const jar = await cookies();
  const view = viewOf(flatten(raw), jar.get(VIEW_COOKIE)?.value);
  const panelWidth = Number(jar.get(PANEL_COOKIE)?.value ?? PANEL_DEFAULT);
  const result = await load(async (app) => {
    const address = readAddress(app, raw);
    const { cursor: _, ...query } = address.query;
    return {
      address,
      version: memoriesVersion(app),
      page: await listMemoryPage(app, { ...query, limit: FIRST_ROWS }),
      projects: projectChoices(app),
      views: readSettings(app).saved_views,
      bounds: writeRules(app).bounds,
    };
  });
  const scope = await scopeOf(result.ok ? result.data.address.query.project : flatten(raw)["project"]);
  const header = (
    <SearchBox
      label={t("searchLabel")}
      placeholder={t("searchPlaceholder")}
      scope={scope}
      maxLength={500}
      resets={["cursor", "peek", "sort"]}
      opensIds
    />
  );
  if (!result.ok) {
    return (
      <View>
        <PageHeader title={t("title")} search={header} />
        <RetryProblem {...result.error} />
      </View>
    );
  }
  const { address, page, projects, bounds, views, version } = result.data;
  const { query, filter, search, kept, peekId } = address;
  const { sort, order } = memoryOrder(query);
  const total = page.total ?? page.items.length;
  const projectName = projects.find(({ ref }) => ref === query.project)?.name;
  const chosen: Partial<Record<MemoryFacet, string>> = Object.fromEntries([
    ["status", query.status],
    ...address.chosen,
  ]);
  const ranked = isRanked(query);

  return (
    <View>
      <PageHeader
        title={t("title")}
        count={page.found?.isCapped === true ? t("atLeast", { count: format.number(total) }) : format.number(total)}
        countLabel={t("total", { count: total })}
        search={header}
      >
        <UrlSelect
          label={t("mode")}
          param="mode"
          value={query.mode}
          fallback="hybrid"
          resets={["cursor"]}
          choices={MODES.map((value) => ({ value, label: t(`modeOf.${value}`) }))}
        />
        <LivePill topic="memories" />
        <ValueBoundsProvider bounds={bounds}>
          <NewMemoryButton project={query.project ?? null} projects={projects} />
        </ValueBoundsProvider>
      </PageHeader>
      <Split
        initialWidth={panelWidth}
        panelLabel={peekId === null ? t("list") : labels("memory", { id: peekId })}
        panel={
          peekId === null ? null : (
            <MemoryPeek
              id={peekId}
              project={query.project ?? null}
              compare={flatten(raw)["compare"]}
              closeHref={hrefWith("/memories", search, { peek: null, compare: null })}
            />
          )
        }
      >
        <div className="flex min-h-0 min-w-0 flex-1 flex-col lg:flex-row">
          <NarrowFold
            label={t("filters")}
            className="scroll-area max-h-[50%] shrink-0 border-b lg:max-h-none lg:w-[200px] lg:border-r lg:border-b-0"
          >
            <Suspense fallback={<div className="min-h-96" aria-busy />}>
              <CountedFacets
                counting={countFacets(query)}
                filter={JSON.stringify(filter)}
                chosen={chosen}
                search={search}
              />
            </Suspense>
          </NarrowFold>
          <ValueBoundsProvider bounds={bounds}>
            <MemoryList
              page={page}
              version={`${version}`}
              filter={filter}
              sort={sort}
              order={order}
              view={view}
              search={search}
              currentId={peekId}
              weights={WEIGHTS}
              projects={projects}
              toolbar={
                <div key="toolbar" className="flex min-w-0 flex-1 items-center gap-1">
                  <FilterChips chosen={address.chosen} projectName={projectName} search={search} />
                  <span className="ml-auto flex shrink-0 items-center gap-1">
                    <RefreshList />
                    <SavedViews views={views} current={currentView(views, kept)} query={kept} />
                    <ViewMenu view={view} search={search} />
                    <UrlSelect
                      label={t("sort")}
                      param="sort"
                      value={sort}
                      fallback={ranked ? "relevance" : "updated_at"}
                      resets={["cursor", "order"]}
                      choices={MemorySort.options
                        .filter((value) => ranked || value !== "relevance")
                        .map((value) => ({ value, label: t(`sortOf.${value}`) }))}
                    />
                    <OrderLink order={order} search={search} />
                  </span>
                </div>
              }
              note={page.found?.degraded == null ? null : <DegradedNote key="note" degraded={page.found.degraded} />}
              empty={
                <ListEmpty
                  key="empty"
                  query={query}
                  chosen={address.chosen}
                  projectName={projectName}
                  search={search}
                  scope={scope}
                />
              }
            />
          </ValueBoundsProvider>
        </div>
      </Split>
    </View>
  );
}

/** After the rows: those are written out first. */
const countFacets = (query: MemoryListQuery) =>
  attempt(async (app) => {
    await setTimeout(ROWS_FIRST_MS);
    return listMemoryFacets(app, query);
  });
