/** Timeline: sessions under the day of their latest event, newest first. */
import type { Metadata } from "next";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { LivePill } from "@/components/live/live-pill";
import { SessionRow } from "@/components/sessions/session-row";
import { RetryProblem } from "@/components/states/retry-problem";
import { EmptyState, NoMatch } from "@/components/states/states";
import { DayList } from "@/components/time/day-list";
import { buttonStyles } from "@/components/ui/button";
import { PageHeader, ScrollArea, View } from "@/components/ui/page";
import { Pager } from "@/components/ui/pager";
import { hrefWith } from "@/components/url";
import { SessionListQuery } from "@/lib/contract/session-view";
import { pageOfSessions } from "@/lib/sessions/service";
import { load } from "../_console/load";
import { flatten, parseParams } from "../_console/params";
import { scopeOf } from "../_console/projects";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("timeline"))("title") };
}

const PAGE_SIZE = 50;

export default async function TimelinePage({ searchParams }: PageProps<"/timeline">) {
  const t = await getTranslations("timeline");
  const raw = await searchParams;
  const query = parseParams(SessionListQuery, raw);
  const params = new URLSearchParams(flatten(raw)).toString();
  const scope = await scopeOf(query.project);
  const result = await load((app) => pageOfSessions(app, { ...query, limit: PAGE_SIZE }));
  return (
    <View>
      <PageHeader title={t("title")}>
        <LivePill topic="sessions" />
        <span className="text-meta text-muted">{scope}</span>
      </PageHeader>
      {!result.ok && <RetryProblem {...result.error} />}
      {result.ok && (
        <ScrollArea label={t("list")}>
          {result.data.items.length === 0 && query.project === undefined && (
            <EmptyState title={t("emptyTitle")} text={t("emptyText")} />
          )}
          {result.data.items.length === 0 && query.project !== undefined && (
            <NoMatch text={t("emptyIn", { scope })}>
              <Link href="/timeline" className={buttonStyles()}>
                {(await getTranslations("common"))("showAllProjects")}
              </Link>
            </NoMatch>
          )}
          <DayList
            label={t("list")}
            entries={result.data.items.map((session) => ({
              id: session.id,
              at: session.last_event_at,
              row: <SessionRow session={session} clock />,
            }))}
          />
          <Pager
            nextHref={
              result.data.nextCursor === null ? null : hrefWith("/timeline", params, { cursor: result.data.nextCursor })
            }
            firstHref={query.cursor === undefined ? null : hrefWith("/timeline", params, { cursor: null })}
          />
        </ScrollArea>
      )}
    </View>
  );
}
