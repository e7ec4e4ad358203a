/** Injections: every block that an agent was given, why each line was in it, and whether it was used. */
import type { Metadata } from "next";
import { cookies } from "next/headers";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { Filters } from "@/components/injections/filters";
import { InjectionList } from "@/components/injections/injection-list";
import { InjectionPanel } from "@/components/injections/injection-panel";
import { Totals, TotalsBones } from "@/components/injections/totals";
import { LivePill } from "@/components/live/live-pill";
import { RetryProblem } from "@/components/states/retry-problem";
import { EmptyState, NoMatch } from "@/components/states/states";
import { buttonStyles } from "@/components/ui/button";
import { ZoneRefresh } from "@/components/time/zone-refresh";
import { PageHeader, ScrollArea, View } from "@/components/ui/page";
import { PANEL_COOKIE, PANEL_DEFAULT } from "@/components/ui/panel-width";
import { Split } from "@/components/ui/split";
import { viewHref } from "@/components/url";
import { cn } from "@/lib/cn";
import type { InjectionFilter } from "@/lib/contract/inject";
import { injectionTotals } from "@/lib/inject/totals";
import { InjectionsQuery, type InjectionsView, inZone, readInjections } from "../_console/injections";
import { attempt, load } from "../_console/load";
import { zoneOfPerson } from "../_console/overview";
import { flatten, parseId, parseParams } from "../_console/params";
import { scopeOf } from "../_console/projects";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("injections"))("title") };
}

export default async function InjectionsPage({ searchParams }: PageProps<"/injections">) {
  const t = await getTranslations("injections");
  const raw = await searchParams;
  const { show, ...asked } = parseParams(InjectionsQuery, raw);
  const zone = await zoneOfPerson();
  const filter = inZone(asked, zone);
  const peek = parseId(raw["peek"]);
  const search = new URLSearchParams(flatten(raw)).toString();
  const result = await load((app) => readInjections(app, filter, peek));
  const panelWidth = Number((await cookies()).get(PANEL_COOKIE)?.value ?? PANEL_DEFAULT);
  return (
    <View>
      <PageHeader title={t("title")}>
        <LivePill topic="sessions" />
      </PageHeader>
      <ZoneRefresh zone={zone} />
      {result.ok ? (
        <Split
          initialWidth={panelWidth}
          panelLabel={result.data.peek === null ? t("list") : t("block", { id: result.data.peek.block.id })}
          panel={
            result.data.peek === null ? null : (
              <InjectionPanel key={result.data.peek.block.id} {...result.data.peek} show={show} search={search} />
            )
          }
        >
          {/* On a phone the panel lies over the list. */}
          <div className={cn("flex min-h-0 min-w-0 flex-1 flex-col", result.data.peek !== null && "max-md:invisible")}>
            <Filters query={filter} search={search} senders={result.data.senders} />
            <Body {...result.data} filter={filter} search={search} peekId={peek} />
          </div>
        </Split>
      ) : (
        <RetryProblem {...result.error} />
      )}
    </View>
  );
}

interface BodyProps extends InjectionsView {
  filter: InjectionFilter;
  search: string;
  peekId: number | null;
}

async function Body({ page, senders, filter, search, peekId }: BodyProps) {
  const t = await getTranslations("injections");
  const common = await getTranslations("common");
  const states = await getTranslations("states");
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  if (page.items.length > 0 || page.nextCursor !== null) {
    const byHost = senders.hosts.length > 1 && filter.host === undefined;
    return (
      <>
        <div className="@container shrink-0 border-b px-4 py-2">
          <Suspense key={search} fallback={<TotalsBones byHost={byHost} />}>
            <CountedTotals filter={filter} search={search} byHost={byHost} />
          </Suspense>
        </div>
        <InjectionList page={page} query={filter} peek={peekId} />
        <p className="shrink-0 border-t px-4 py-1 text-meta text-muted">{t("kept")}</p>
      </>
    );
  }
  return (
    <ScrollArea label={t("list")}>
      {isFiltered ? (
        <NoMatch text={t("noMatch", { scope: await scopeOf(filter.project) })}>
          <Link href={viewHref("/injections", filter.project)} className={buttonStyles()}>
            {states("clearFilters")}
          </Link>
          {filter.project !== undefined && (
            <Link href="/injections" className={buttonStyles()}>
              {common("showAllProjects")}
            </Link>
          )}
        </NoMatch>
      ) : (
        <EmptyState title={t("emptyTitle")} text={t("emptyText")}>
          <div className="mt-4 flex justify-center">
            <Link href="/playground" className={buttonStyles()}>
              {t("emptyTry")}
            </Link>
          </div>
        </EmptyState>
      )}
    </ScrollArea>
  );
}

interface CountedTotalsProps {
  filter: InjectionFilter;
  search: string;
  byHost: boolean;
}

async function CountedTotals({ filter, search, byHost }: CountedTotalsProps) {
  // The list does not wait for the sums.
  await new Promise((resolve) => setImmediate(resolve));
  const totals = await attempt((app) => injectionTotals(app, filter));
  if (!totals.ok) return <RetryProblem {...totals.error} />;
  return <Totals totals={totals.data} search={search} byHost={byHost} />;
}
