/** Memories: facets, list, and the panel of the one that is open. */
import type { Metadata } from "next";
import { cookies } from "next/headers";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { getFormatter, getTranslations } from "next-intl/server";
import { LivePill } from "@/components/live/live-pill";
import { DEFAULT_BOUNDS } from "@/components/memories/draft";
import { OrderLink } from "@/components/memories/order-link";
import { Facets } from "@/components/memories/facets";
import { MemoryPanel } from "@/components/memories/memory-panel";
import { MemoryRow } from "@/components/memories/memory-row";
import { NewMemoryButton } from "@/components/memories/new-memory";
import { ValueBoundsProvider } from "@/components/memories/value-bounds";
import { RetryProblem } from "@/components/states/retry-problem";
import { EmptyState, NoMatch } from "@/components/states/states";
import { buttonStyles } from "@/components/ui/button";
import { NarrowFold } from "@/components/ui/fold";
import { PageHeader, ScrollArea, View } from "@/components/ui/page";
import { Pager } from "@/components/ui/pager";
import { SearchBox } from "@/components/ui/search-box";
import { PANEL_COOKIE, PANEL_DEFAULT } from "@/components/ui/panel-width";
import { Split } from "@/components/ui/split";
import { UrlSelect } from "@/components/ui/url-select";
import { hrefWith, viewHref } from "@/components/url";
import { type Memory, MemoryListQuery, MemorySort } from "@/lib/contract/memory";
import type { OperationDetail } from "@/lib/contract/operations";
import { memoryVersions } from "@/lib/memories/history";
import { getMemory, listMemories, memoryFacets } from "@/lib/memories/query";
import { writeRules } from "@/lib/memories/rules";
import { pairsOfMemory } from "@/lib/review/service";
import { load } from "../_console/load";
import { memoryExclusions } from "../_console/exclusions";
import { halvesOf } from "../_console/halves";
import { memoryOperations } from "../_console/history";
import { flatten, parseId, parseParams } from "../_console/params";
import { previewsOf } from "../_console/previews";
import { projectChoices, scopeOf } from "../_console/projects";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("memories"))("title") };
}

const PAGE_SIZE = 50;

export default async function MemoriesPage({ searchParams }: PageProps<"/memories">) {
  const t = await getTranslations("memories");
  const labels = await getTranslations("labels");
  const format = await getFormatter();
  const raw = await searchParams;
  const query = parseParams(MemoryListQuery, raw);
  const peekId = parseId(raw["peek"]);
  const search = new URLSearchParams(flatten(raw)).toString();
  const result = await load((app) => {
    const peeked = peekId === null ? undefined : getMemory(app, peekId);
    const page = listMemories(app, { ...query, limit: PAGE_SIZE });
    const history = peeked === undefined ? [] : memoryOperations(app, peeked.id);
    return {
      page,
      halves: halvesOf(app, page.items),
      projects: projectChoices(app),
      facets: memoryFacets(app, query),
      bounds: writeRules(app).bounds,
      peek:
        peeked === undefined
          ? null
          : {
              memory: peeked,
              history,
              previews: previewsOf(app, history),
              exclusions: memoryExclusions(app, peeked.id),
              versions: memoryVersions(app, peeked.id),
              pairs: pairsOfMemory(app, peeked.id),
              project: query.project ?? null,
            },
    };
  });
  const panelWidth = Number((await cookies()).get(PANEL_COOKIE)?.value ?? PANEL_DEFAULT);
  const scope = await scopeOf(query.project);
  const bounds = result.ok ? result.data.bounds : DEFAULT_BOUNDS;
  const total = result.ok ? (result.data.page.total ?? result.data.page.items.length) : undefined;

  return (
    <View>
      <PageHeader
        title={t("title")}
        count={total === undefined ? undefined : format.number(total)}
        countLabel={total === undefined ? undefined : t("total", { count: total })}
        search={
          <SearchBox
            label={t("searchLabel")}
            placeholder={t("searchPlaceholder")}
            scope={scope}
            maxLength={500}
            resets={["cursor", "peek"]}
          />
        }
      >
        <LivePill topic="memories" />
        <UrlSelect
          label={t("sort")}
          param="sort"
          value={query.sort}
          fallback="updated_at"
          resets={["cursor"]}
          choices={MemorySort.options.map((value) => ({ value, label: t(`sortOf.${value}`) }))}
        />
        <OrderLink order={query.order} search={search} />
        <ValueBoundsProvider bounds={bounds}>
          <NewMemoryButton project={query.project ?? null} projects={result.ok ? result.data.projects : []} />
        </ValueBoundsProvider>
      </PageHeader>
      {result.ok ? (
        <Split
          initialWidth={panelWidth}
          panelLabel={result.data.peek === null ? t("list") : labels("memory", { id: result.data.peek.memory.id })}
          panel={
            result.data.peek === null ? null : (
              <ValueBoundsProvider bounds={bounds}>
                <MemoryPanel {...result.data.peek} closeHref={hrefWith("/memories", search, { peek: null })} />
              </ValueBoundsProvider>
            )
          }
        >
          <div className="flex min-h-0 min-w-0 flex-1 flex-col lg:flex-row">
            <NarrowFold
              label={t("filters")}
              className="scroll-area max-h-[50%] shrink-0 border-b lg:max-h-none lg:w-[192px] lg:border-r lg:border-b-0"
            >
              <Facets facets={result.data.facets} query={query} search={search} />
            </NarrowFold>
            <MemoryList {...result.data} query={query} search={search} scope={scope} />
          </div>
        </Split>
      ) : (
        <RetryProblem {...result.error} />
      )}
    </View>
  );
}

interface MemoryListProps {
  page: { items: Memory[]; nextCursor: string | null };
  halves: ReadonlySet<number>;
  peek: { memory: Memory; history: OperationDetail[] } | null;
  query: MemoryListQuery;
  search: string;
  scope: string;
}

function MemoryList({ page, halves, peek, query, search, scope }: MemoryListProps) {
  const t = useTranslations("memories");
  const labels = useTranslations("labels");
  const common = useTranslations("common");
  const states = useTranslations("states");
  const status = query.status === "all" ? common("all") : labels(`status.${query.status}`);
  const isFiltered =
    query.q !== undefined ||
    query.tier !== undefined ||
    query.attribute !== undefined ||
    query.review !== undefined ||
    query.status !== "active";
  return (
    <ScrollArea label={t("list")}>
      {page.items.length === 0 ? (
        isFiltered || query.project !== undefined ? (
          <NoMatch text={t(query.review === undefined ? "noMatch" : "nothingWaits", { status, scope })}>
            <Link href={viewHref("/memories", query.project)} className={buttonStyles()}>
              {states("clearFilters")}
            </Link>
            {query.status !== "all" && query.review === undefined && (
              <Link href={hrefWith("/memories", search, { status: "all", cursor: null })} className={buttonStyles()}>
                {t("lookEverywhere")}
              </Link>
            )}
            {query.project !== undefined && (
              <Link href={hrefWith("/memories", search, { project: null, cursor: null })} className={buttonStyles()}>
                {common("showAllProjects")}
              </Link>
            )}
          </NoMatch>
        ) : (
          <EmptyState title={t("emptyTitle")} text={t("emptyText")} />
        )
      ) : (
        <ul>
          {page.items.map((memory) => (
            <li key={memory.id}>
              <MemoryRow
                memory={memory}
                href={hrefWith("/memories", search, { peek: memory.id })}
                current={memory.id === peek?.memory.id}
                isHalf={halves.has(memory.id)}
                inPlace={peek !== null}
              />
            </li>
          ))}
        </ul>
      )}
      <Pager
        nextHref={
          page.nextCursor === null ? null : hrefWith("/memories", search, { cursor: page.nextCursor, peek: null })
        }
        firstHref={query.cursor === undefined ? null : hrefWith("/memories", search, { cursor: null, peek: null })}
      />
    </ScrollArea>
  );
}
