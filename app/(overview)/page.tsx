/** Overview: what changed, what is there, what happens, what is used, what it costs, whether anything needs the person. Parts arrive as they are counted. */
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { LivePill } from "@/components/live/live-pill";
import { FirstRun } from "@/components/settings/first-run";
import { RetryProblem } from "@/components/states/retry-problem";
import { PageHeader, ScrollArea, View } from "@/components/ui/page";
import { Bone } from "@/components/ui/skeleton";
import { UrlSelect } from "@/components/ui/url-select";
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
      <FirstRun transcripts={findTranscripts()} />
      <div className="mx-auto max-w-[960px] px-4 pb-10 sm:px-6">
        <Suspense fallback={<Bone className="h-6 w-40" />}>
          <HealthPart />
        </Suspense>
      </div>
    </>
  );
}

/** Each part keeps its place while it is counted: nothing moves when it arrives. */
function Parts({ project, range }: { project: string | undefined; range: OverviewRange }) {
  const shown = { project, range };
  return (
    <div className="mx-auto max-w-[1240px] space-y-4 p-4 sm:p-6">
      <Suspense fallback={<Bone className="h-[350px] rounded-panel" />}>
        <ChangedPart project={project} />
      </Suspense>
      <Suspense fallback={<Bone className="h-[196px] rounded-panel sm:h-[140px] xl:h-[66px]" />}>
        <CardsPart project={project} />
      </Suspense>
      <Suspense fallback={<Bone className="h-6 w-40" />}>
        <HealthPart />
      </Suspense>
      <Suspense fallback={<Bone className="h-[226px] rounded-panel" />}>
        <YearPart {...shown} />
      </Suspense>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="min-w-0 space-y-4">
          <Suspense fallback={<Bone className="h-[238px] rounded-panel" />}>
            <GrowthPart {...shown} />
          </Suspense>
          <Suspense fallback={<Bone className="h-[560px] rounded-panel" />}>
            <HotPart project={project} />
          </Suspense>
          <Suspense fallback={<Bone className="h-[520px] rounded-panel" />}>
            <LatestMemoriesPart project={project} />
          </Suspense>
        </div>
        <div className="min-w-0 space-y-4">
          <Suspense fallback={<Bone className="h-[342px] rounded-panel" />}>
            <ActivityPart {...shown} />
          </Suspense>
          <Suspense fallback={<Bone className="h-[342px] rounded-panel" />}>
            <TokensPart {...shown} />
          </Suspense>
          <Suspense fallback={<Bone className="h-[340px] rounded-panel" />}>
            <LatestSessionsPart project={project} />
          </Suspense>
        </div>
      </div>
    </div>
  );
}
