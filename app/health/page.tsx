/** Health and jobs, or the server's log: `view=logs`. */
import { ArrowLeft, ScrollText } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { DoctorList } from "@/components/health/doctor-list";
import { FollowButton } from "@/components/health/follow-button";
import { HealthView } from "@/components/health/health-view";
import { LogView } from "@/components/health/log-view";
import { LiveRefresh } from "@/components/live/live-refresh";
import { RetryProblem } from "@/components/states/retry-problem";
import { buttonStyles } from "@/components/ui/button";
import { PageHeader, View } from "@/components/ui/page";
import { RefreshButton } from "@/components/ui/refresh-button";
import { SearchBox } from "@/components/ui/search-box";
import { UrlSelect } from "@/components/ui/url-select";
import { LOG_LEVELS, LogQuery } from "@/lib/contract/logs";
import { readChecks } from "@/lib/health/checks";
import { readLogs } from "@/lib/health/logs";
import { readHealthPage } from "../_console/health";
import { load } from "../_console/load";
import { parseParams } from "../_console/params";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("health"))("title") };
}

export default async function HealthPage({ searchParams }: PageProps<"/health">) {
  const raw = await searchParams;
  if (raw["view"] === "logs") return <Logs query={parseParams(LogQuery, raw)} isFollowing={raw["follow"] === "on"} />;
  const t = await getTranslations("health");
  const result = await load(readHealthPage);
  return (
    <View>
      <PageHeader title={t("title")}>
        <Link href="/health?view=logs" prefetch={false} className={buttonStyles({ size: "small", look: "quiet" })}>
          <ScrollText aria-hidden />
          {t("openLogs")}
        </Link>
        <RefreshButton label={t("lookAgain")} />
      </PageHeader>
      <LiveRefresh kinds={["job.", "backup.", "words.", "vectors.", "index."]} />
      {result.ok ? (
        <HealthView
          {...result.data}
          doctor={
            <Suspense fallback={<div className="h-64 animate-skeleton rounded-panel border bg-sunken" />}>
              <Doctor />
            </Suspense>
          }
        />
      ) : (
        <RetryProblem {...result.error} />
      )}
    </View>
  );
}

/** Apart: it reads the model's files. */
async function Doctor() {
  const result = await load(readChecks);
  return result.ok ? <DoctorList report={result.data} /> : <RetryProblem {...result.error} />;
}

const MAX_QUERY = 200;
const PAGE = 100;

async function Logs({ query, isFollowing }: { query: LogQuery; isFollowing: boolean }) {
  const t = await getTranslations("logs");
  const level = query.level ?? "debug";
  const result = await load((app) => readLogs(app, { level: query.level, q: query.q, limit: PAGE }));
  return (
    <View>
      <PageHeader
        title={t("title")}
        search={
          <SearchBox
            label={t("search")}
            placeholder={t("searchHint")}
            scope={t("scope")}
            maxLength={MAX_QUERY}
            resets={[]}
          />
        }
      >
        <UrlSelect
          label={t("levelLabel")}
          param="level"
          value={level}
          fallback="debug"
          choices={LOG_LEVELS.map((value) => ({ value, label: t(`level.${value}`) }))}
        />
        <FollowButton isFollowing={isFollowing} />
        <RefreshButton label={t("again")} />
        <Link href="/health" className={buttonStyles({ size: "small", look: "quiet" })}>
          <ArrowLeft aria-hidden />
          {t("back")}
        </Link>
      </PageHeader>
      {result.ok ? (
        <LogView page={result.data} level={query.level ?? null} text={query.q ?? null} isFollowing={isFollowing} />
      ) : (
        <RetryProblem {...result.error} />
      )}
    </View>
  );
}
