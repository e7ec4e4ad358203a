/** Overview: what is there, what came in last, what is used, whether anything needs the person. */
import { CircleCheck, TriangleAlert } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { OperationItem } from "@/components/feed/operation-item";
import { LivePill } from "@/components/live/live-pill";
import { MemoryRow } from "@/components/memories/memory-row";
import { Block } from "@/components/overview/block";
import { Cards } from "@/components/overview/cards";
import { HotList } from "@/components/overview/hot-list";
import { SessionRow } from "@/components/sessions/session-row";
import { RetryProblem } from "@/components/states/retry-problem";
import { EmptyState } from "@/components/states/states";
import { t } from "@/components/strings";
import { PageHeader, ScrollArea, Section, View } from "@/components/ui/page";
import { viewHref } from "@/components/url";
import { SessionListQuery } from "@/lib/contract/session-view";
import type { Health } from "@/lib/contract/system";
import { load } from "../_console/load";
import { type Overview, readOverview } from "../_console/overview";
import { parseParams } from "../_console/params";
import { scopeOf } from "../_console/projects";

export const metadata: Metadata = { title: { absolute: t.app.name } };

export default async function OverviewPage({ searchParams }: PageProps<"/">) {
  const { project } = parseParams(SessionListQuery, await searchParams);
  const result = await load((app) => readOverview(app, project));
  return (
    <View>
      <PageHeader title={t.overview.title}>
        <LivePill topic="all" />
        <span className="text-meta text-muted">{scopeOf(project)}</span>
      </PageHeader>
      {result.ok ? <OverviewBody overview={result.data} project={project} /> : <RetryProblem {...result.error} />}
    </View>
  );
}

function OverviewBody({ overview, project }: { overview: Overview; project: string | undefined }) {
  if (overview.isEmpty) {
    return (
      <ScrollArea label={t.overview.title}>
        <EmptyState title={t.overview.welcome} text={t.overview.welcomeText} />
        <div className="mx-auto max-w-[520px] px-6 pb-10">
          <HealthLine health={overview.health} />
        </div>
      </ScrollArea>
    );
  }
  return (
    <ScrollArea label={t.overview.title}>
      <div className="mx-auto max-w-[1200px] space-y-8 p-4 sm:p-6">
        <div className="space-y-3">
          <Cards cards={overview.cards} />
          <HealthLine health={overview.health} />
        </div>
        <div className="grid items-start gap-8 lg:grid-cols-2">
          <Block title={t.overview.recentMemories} href={viewHref("/memories", project)} empty={t.overview.noMemories}>
            {overview.memories.map((memory) => (
              <li key={memory.id}>
                <MemoryRow
                  memory={memory}
                  href={viewHref("/memories", project, { peek: memory.id })}
                  isHalf={overview.halves.has(memory.id)}
                />
              </li>
            ))}
          </Block>
          <Block title={t.overview.recentSessions} href={viewHref("/timeline", project)} empty={t.overview.noSessions}>
            {overview.sessions.map((session) => (
              <li key={session.id}>
                <SessionRow session={session} />
              </li>
            ))}
          </Block>
          <Section title={t.overview.hot} aside={t.overview.hotHint}>
            {overview.hot.length === 0 ? (
              <p className="rounded-panel border px-4 py-3 text-muted">{t.overview.noHot}</p>
            ) : (
              <HotList memories={overview.hot} />
            )}
          </Section>
          <Block title={t.overview.recentChanges} href={viewHref("/activity", project)} empty={t.overview.noChanges}>
            {overview.changes.map((operation) => (
              <li key={operation.id} className="border-b last:border-b-0">
                <OperationItem operation={operation} previews={overview.previews} />
              </li>
            ))}
          </Block>
        </div>
      </div>
    </ScrollArea>
  );
}

function HealthLine({ health }: { health: Health }) {
  const ok = health.problems.length === 0;
  const Icon = ok ? CircleCheck : TriangleAlert;
  return (
    <Link href="/health" className="flex w-fit items-center gap-2 rounded-control px-1 text-muted hover:text-text">
      <Icon aria-hidden className={ok ? "size-4 text-green" : "size-4 text-orange"} />
      {ok ? t.overview.healthGood : t.overview.healthBad(health.problems.length)}
    </Link>
  );
}
