/** Timeline: everything that happened on one axis, newest first; bars to jump by, filters, and the entry that is open. */
import type { Metadata } from "next";
import { cookies } from "next/headers";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { cache, Suspense } from "react";
import { LivePill } from "@/components/live/live-pill";
import { RetryProblem } from "@/components/states/retry-problem";
import { EmptyState, NoMatch } from "@/components/states/states";
import { DensityBars } from "@/components/timeline/density-bars";
import { EntryPanel } from "@/components/timeline/entry-panel";
import { Filters, KindFilter } from "@/components/timeline/filters";
import { ModeSwitch } from "@/components/timeline/mode-switch";
import { PlaceBar } from "@/components/timeline/place-bar";
import { PATH, RESETS } from "@/components/timeline/place";
import type { WholeEntry } from "@/lib/contract/timeline-entries";
import { TimelineList } from "@/components/timeline/timeline-list";
import { buttonStyles } from "@/components/ui/button";
import { NarrowFold } from "@/components/ui/fold";
import { PageHeader, View } from "@/components/ui/page";
import { SearchBox } from "@/components/ui/search-box";
import { PANEL_COOKIE, PANEL_DEFAULT } from "@/components/ui/panel-width";
import { ZoneRefresh } from "@/components/time/zone-refresh";
import { Split } from "@/components/ui/split";
import { hrefWith } from "@/components/url";
import { DEFAULT_KINDS, type TimelineDensity, type TimelineEntryPage } from "@/lib/contract/timeline-entries";
import { timelineDensity } from "@/lib/timeline/density";
import { timelineFacets } from "@/lib/timeline/facets";
import { attempt, load } from "../_console/load";
import { zoneOfPerson } from "../_console/overview";
import { scopeOf } from "../_console/projects";
import { askedOf, firstEntries, peeked, readAddress, SHOWN_KINDS, type TimelineAddress } from "../_console/timeline";

/** As the contract bounds it. */
const MAX_TEXT = 200;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("timeline"))("title") };
}

export default async function TimelinePage({ searchParams }: PageProps<"/timeline">) {
  const t = await getTranslations("timeline");
  const zone = await zoneOfPerson();
  const address = readAddress(await searchParams, zone);
  const { query, mode, peek, at, search } = address;
  const scope = await scopeOf(query.project);
  const panelWidth = Number((await cookies()).get(PANEL_COOKIE)?.value ?? PANEL_DEFAULT);
  const result = await load(async (app) => ({
    page: await firstEntries(app, query),
    facets: timelineFacets(app, query),
    entry: peek === null ? null : peeked(app, peek),
  }));
  if (!result.ok) {
    return (
      <View>
        <PageHeader title={t("title")} />
        <RetryProblem {...result.error} />
      </View>
    );
  }
  const { page, facets, entry } = result.data;
  const title = peek === null ? "" : t("named", { kind: t(`one.${peek.kind}`), id: peek.id });
  const isEmpty = page.items.length === 0 && page.nextCursor === null;
  return (
    <View>
      <PageHeader title={t("title")}>
        <LivePill topic="sessions" />
        <ModeSwitch mode={mode} search={search} />
        <SearchBox
          label={t("find")}
          placeholder={t("findHint")}
          scope={scope}
          maxLength={MAX_TEXT}
          resets={[...RESETS]}
        />
      </PageHeader>
      <ZoneRefresh zone={zone} />
      <Split
        initialWidth={panelWidth}
        panelLabel={peek === null ? t("list") : title}
        panel={
          peek === null ? null : (
            <EntryPanel
              title={title}
              entry={entry}
              project={entry === null ? null : projectOf(entry, page)}
              closeHref={hrefWith(PATH, search, { peek: null })}
            />
          )
        }
      >
        <div className="flex min-h-0 min-w-0 flex-1 flex-col lg:flex-row">
          <NarrowFold
            label={t("filters")}
            className="scroll-area max-h-[50%] shrink-0 border-b lg:max-h-none lg:w-[200px] lg:border-r lg:border-b-0"
          >
            <div className="space-y-4 p-3">
              {mode === "all" && (
                <Suspense fallback={<Kinds address={address} />}>
                  <CountedKinds address={address} />
                </Suspense>
              )}
              <Filters
                search={search}
                host={query.host}
                branch={query.branch}
                hosts={facets.hosts}
                branches={facets.branches}
                files={facets.files}
              />
            </div>
          </NarrowFold>
          <div className="flex min-h-0 min-w-0 flex-1 flex-col">
            {!isEmpty && (
              <div className="shrink-0 border-b p-2 short:hidden">
                <Suspense fallback={<div aria-hidden className="h-[135px] rounded-panel border bg-surface" />}>
                  <Bars address={address} />
                </Suspense>
              </div>
            )}
            {at !== null && <PlaceBar at={at} newestHref={hrefWith(PATH, search, { at: null, peek: null })} />}
            {isEmpty ? (
              <Nothing address={address} scope={scope} />
            ) : (
              <TimelineList
                page={page}
                query={askedOf(address)}
                peek={peek === null ? null : `${peek.kind}:${peek.id}`}
              />
            )}
          </div>
        </div>
      </Split>
    </View>
  );
}

/** Bars and counts are of one question, whatever the list begins with; asked once a request. */
const readDensity = cache(async (key: string) =>
  attempt((app) => timelineDensity(app, JSON.parse(key) as Parameters<typeof timelineDensity>[1])),
);
const densityOf = ({ query }: TimelineAddress) => {
  const { project, host, branch, kind, q, file, from, to, zone } = query;
  return readDensity(JSON.stringify({ project, host, branch, kind, q, file, from, to, zone }));
};

async function Bars({ address }: { address: TimelineAddress }) {
  const density = await densityOf(address);
  return density.ok ? <DensityBars density={density.data} at={address.at} /> : <RetryProblem {...density.error} />;
}

async function CountedKinds({ address }: { address: TimelineAddress }) {
  const density = await densityOf(address);
  return <Kinds address={address} counts={density.ok ? density.data.kinds : {}} />;
}

function Kinds({ address, counts = {} }: { address: TimelineAddress; counts?: TimelineDensity["kinds"] }) {
  return (
    <KindFilter
      search={address.search}
      kinds={SHOWN_KINDS}
      chosen={address.chosen}
      usual={DEFAULT_KINDS}
      counts={counts}
    />
  );
}

function Nothing({ address, scope }: { address: TimelineAddress; scope: string }) {
  const t = useTranslations("timeline");
  const common = useTranslations("common");
  const { isNarrowed, query, mode } = address;
  if (!isNarrowed) return <EmptyState title={t("emptyTitle")} text={t("emptyText")} />;
  const as = mode === "sessions" ? "sessions" : null;
  return (
    <NoMatch text={t("noMatch", { scope })}>
      <Link href={hrefWith(PATH, "", { project: query.project, as })} className={buttonStyles()}>
        {t("clear")}
      </Link>
      {query.project !== undefined && (
        <Link href={hrefWith(PATH, address.search, { project: null, peek: null })} className={buttonStyles()}>
          {common("showAllProjects")}
        </Link>
      )}
    </NoMatch>
  );
}

/** Rows in full name their project by its id alone, where the list has its name. */
function projectOf(entry: WholeEntry, page: TimelineEntryPage): string | null {
  if (entry.kind === "session") return entry.session.project;
  if (entry.kind === "observation") return entry.observation.project;
  if (entry.kind === "summary") return entry.summary.project;
  if (entry.kind === "memory") return entry.memory.project;
  if (entry.kind === "reflection") return entry.reflection.project;
  if (entry.kind === "task") return entry.task.project;
  const id = entry.kind === "prompt" ? entry.prompt.project_id : entry.event.project_id;
  return page.items.find((item) => item.project_id === id)?.project ?? null;
}
