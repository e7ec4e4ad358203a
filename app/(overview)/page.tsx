/** Overview: what changed, what is there, what happens, what is used, what it costs, whether anything needs the person. Parts arrive as they are counted. */
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { type ReactNode, Suspense } from "react";
import { LivePill } from "@/components/live/live-pill";
import { FirstRun } from "@/components/settings/first-run";
import { RetryProblem } from "@/components/states/retry-problem";
import { InOrder, type OrderedPart } from "@/components/ui/in-order";
import { PageHeader, ScrollArea, View } from "@/components/ui/page";
import { Bone } from "@/components/ui/skeleton";
import { UrlSelect } from "@/components/ui/url-select";
import { cn } from "@/lib/cn";
import { type OverviewRange, OverviewQuery } from "@/lib/contract/overview";
import { findTranscripts } from "@/lib/hosts/claude-code/found";
import { load } from "../_console/load";
import { isEmpty } from "../_console/overview";
import { parseParams } from "../_console/params";
import { scopeOf } from "../_console/projects";
import {
  ActivityPart,
  CardsPart,
  ChangedPart,
  GrowthPart,
  HealthPart,
  HotPart,
  LatestMemoriesPart,
  LatestSessionsPart,
  TokensPart,
  YearPart,
} from "./parts";

const PageParams = OverviewQuery.pick({ project: true, range: true });

export async function generateMetadata(): Promise<Metadata> {
  return { title: { absolute: (await getTranslations("common"))("name") } };
}

export default async function OverviewPage({ searchParams }: PageProps<"/">) {
  const t = await getTranslations("overview");
  const { project, range } = parseParams(PageParams, await searchParams);
  const empty = await load(isEmpty);
  return (
    <View>
      <PageHeader title={t("title")}>
        <LivePill topic="all" />
        <UrlSelect
          label={t("range.label")}
          param="range"
          value={range}
          fallback="quarter"
          choices={(["month", "quarter", "year"] as const).map((value) => ({ value, label: t(`range.${value}`) }))}
        />
        <span className="text-meta text-muted">{await scopeOf(project)}</span>
      </PageHeader>
      {empty.ok ? (
        <ScrollArea label={t("title")}>
          {empty.data ? <Beginning /> : <Parts project={project} range={range} />}
        </ScrollArea>
      ) : (
        <RetryProblem {...empty.error} />
      )}
    </View>
  );
}

function Beginning() {
  return (
    <>
      <FirstRun isEmpty transcripts={findTranscripts()} />
      <div className="mx-auto max-w-[960px] px-4 pb-10 sm:px-6">
        <Suspense fallback={<Bone className="h-6 w-40" />}>
          <HealthPart />
        </Suspense>
      </div>
    </>
  );
}

const bone = (height: string) => <Bone className={cn(height, "rounded-panel")} />;

/** Nothing that a person reads moves when something arrives: each part waits for those above it. */
function Parts({ project, range }: { project: string | undefined; range: OverviewRange }) {
  const shown = { project, range };
  const columns: OrderedPart[] = [
    {
      part: (
        <Column>
          <GrowthPart {...shown} />
          <HotPart project={project} />
          <LatestMemoriesPart project={project} />
        </Column>
      ),
      bone: (
        <Column>
          {bone("h-[238px]")}
          {bone("h-[560px]")}
          {bone("h-[520px]")}
        </Column>
      ),
    },
    {
      part: (
        <Column>
          <ActivityPart {...shown} />
          <TokensPart {...shown} />
          <LatestSessionsPart project={project} />
        </Column>
      ),
      bone: (
        <Column>
          {bone("h-[342px]")}
          {bone("h-[342px]")}
          {bone("h-[340px]")}
        </Column>
      ),
    },
  ];
  const rows: OrderedPart[] = [
    { part: <ChangedPart project={project} />, bone: bone("h-[350px]") },
    { part: <CardsPart project={project} />, bone: bone("h-[196px] sm:h-[140px] xl:h-[66px]") },
    { part: <HealthPart />, bone: <Bone className="h-6 w-40" /> },
    { part: <YearPart {...shown} />, bone: bone("h-[226px]") },
  ].map(({ part, bone: shape }) => ({ part: <Row>{part}</Row>, bone: <Row>{shape}</Row> }));
  return (
    <div className="mx-auto grid max-w-[1240px] grid-cols-1 items-start gap-4 p-4 sm:p-6 lg:grid-cols-2">
      <InOrder parts={[...rows, ...columns]} />
    </div>
  );
}

const Row = ({ children }: { children: ReactNode }) => <div className="min-w-0 lg:col-span-2">{children}</div>;

/** Side by side where there is room, else below each other. */
const Column = ({ children }: { children: ReactNode }) => <div className="min-w-0 space-y-4">{children}</div>;
