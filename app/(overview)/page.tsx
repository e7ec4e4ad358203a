/** Overview: what is there, what came in last, what is used, whether anything needs the person. */
import { CircleCheck, TriangleAlert } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { OperationItem } from "@/components/feed/operation-item";
import { LivePill } from "@/components/live/live-pill";
import { MemoryRow } from "@/components/memories/memory-row";
import { Block } from "@/components/overview/block";
import { Cards } from "@/components/overview/cards";
import { HotList } from "@/components/overview/hot-list";
import { SessionRow } from "@/components/sessions/session-row";
import { FirstRun } from "@/components/settings/first-run";
import { RetryProblem } from "@/components/states/retry-problem";
import { PageHeader, ScrollArea, Section, View } from "@/components/ui/page";
import { viewHref } from "@/components/url";
import { SessionListQuery } from "@/lib/contract/session-view";
import type { Health } from "@/lib/contract/system";
import { findTranscripts } from "@/lib/hosts/claude-code/found";
import { load } from "../_console/load";
import { type Overview, readOverview } from "../_console/overview";
import { parseParams } from "../_console/params";
import { scopeOf } from "../_console/projects";

export async function generateMetadata(): Promise<Metadata> {
  return { title: { absolute: (await getTranslations("common"))("name") } };
}

export default async function OverviewPage({ searchParams }: PageProps<"/">) {
  const t = await getTranslations("overview");
  const { project } = parseParams(SessionListQuery, await searchParams);
  const result = await load((app) => readOverview(app, project));
  return (
    <View>
      <PageHeader title={t("title")}>
        <LivePill topic="all" />
        <span className="text-meta text-muted">{await scopeOf(project)}</span>
      </PageHeader>
      {result.ok ? <OverviewBody overview={result.data} project={project} /> : <RetryProblem {...result.error} />}
    </View>
  );
}

function OverviewBody({ overview, project }: { overview: Overview; project: string | undefined }) {
  const t = useTranslations("overview");
  if (overview.isEmpty) {
    return (
      <ScrollArea label={t("title")}>
        <FirstRun transcripts={findTranscripts()} />
        <div className="mx-auto max-w-[960px] px-4 pb-10 sm:px-6">
          <HealthLine health={overview.health} />
        </div>
      </ScrollArea>
    );
  }
  return (
    <ScrollArea label={t("title")}>
      <div className="mx-auto max-w-[1200px] space-y-8 p-4 sm:p-6">
        <div className="space-y-3">
          <Cards cards={overview.cards} />
          <HealthLine health={overview.health} />
        </div>
        <div className="grid items-start gap-8 lg:grid-cols-2">
          <Block title={t("recentMemories")} href={viewHref("/memories", project)} empty={t("noMemories")}>
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
          <Block title={t("recentSessions")} href={viewHref("/timeline", project)} empty={t("noSessions")}>
            {overview.sessions.map((session) => (
              <li key={session.id}>
                <SessionRow session={session} />
              </li>
            ))}
          </Block>
          <Section title={t("hot")} aside={t("hotHint")}>
            {overview.hot.length === 0 ? (
              <p className="rounded-panel border px-4 py-3 text-muted">{t("noHot")}</p>
            ) : (
              <HotList memories={overview.hot} />
            )}
          </Section>
          <Block title={t("recentChanges")} href={viewHref("/activity", project)} empty={t("noChanges")}>
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
  const t = useTranslations("overview");
  const ok = health.problems.length === 0;
  const Icon = ok ? CircleCheck : TriangleAlert;
  return (
    <Link href="/health" className="flex w-fit items-center gap-2 rounded-control px-1 text-muted hover:text-text">
      <Icon aria-hidden className={ok ? "size-4 text-green" : "size-4 text-orange"} />
      {ok ? t("healthGood") : t("healthBad", { count: health.problems.length })}
    </Link>
  );
}
