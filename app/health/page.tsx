/** Health: problems first, then what a search finds, the model, the jobs, the disk, the server. */
import { CircleCheck, TriangleAlert } from "lucide-react";
import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { BackupList } from "@/components/health/backup-list";
import { DeadJobs } from "@/components/health/dead-jobs";
import { Facts } from "@/components/ui/facts";
import { IndexTable } from "@/components/health/index-table";
import { wordFor, useLabels } from "@/components/labels";
import { useNumbers } from "@/components/numbers";
import { LlmPanel } from "@/components/health/llm-panel";
import { RetryProblem } from "@/components/states/retry-problem";
import { StoredCode, StoredText } from "@/components/text/stored-text";
import { Time } from "@/components/time/time";
import { useTimeWords } from "@/components/time/words";
import { PageHeader, ScrollArea, Section, View } from "@/components/ui/page";
import { RefreshButton } from "@/components/ui/refresh-button";
import { listBackups } from "@/lib/backups/service";
import type { Backup } from "@/lib/contract/backups";
import type { LlmState } from "@/lib/contract/llm";
import type { Health, Job } from "@/lib/contract/system";
import { readHealth } from "@/lib/health/service";
import { listJobs } from "@/lib/jobs/service";
import { readLlmState } from "@/lib/metering/state";
import { load } from "../_console/load";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("health"))("title") };
}

const MAX_DEAD = 50;

export default async function HealthPage() {
  const t = await getTranslations("health");
  const result = await load(async (app) => ({
    health: await readHealth(app),
    dead: listJobs(app, { status: "dead", limit: MAX_DEAD }).items,
    backups: listBackups(app).backups,
    llm: readLlmState(app),
  }));
  return (
    <View>
      <PageHeader title={t("title")}>
        <RefreshButton label={t("lookAgain")} />
      </PageHeader>
      {result.ok ? <HealthView {...result.data} /> : <RetryProblem {...result.error} />}
    </View>
  );
}

interface HealthViewProps {
  health: Health;
  dead: Job[];
  backups: Backup[];
  llm: LlmState;
}

function HealthView({ health, dead, backups, llm }: HealthViewProps) {
  const t = useTranslations("health");
  const models = useTranslations("models");
  const common = useTranslations("common");
  const labels = useLabels();
  const numbers = useNumbers();
  const words = useTimeWords();
  const used = numbers.bytes(Object.values(health.disk).reduce((sum, bytes) => sum + bytes, 0));
  return (
    <ScrollArea label={t("title")}>
      <div className="mx-auto max-w-[960px] space-y-8 p-4 sm:p-6">
        <Problems health={health} />
        <div className="grid gap-8 md:grid-cols-2">
          <Section title={t("index")} aside={t(`indexState.${health.index.state}`)}>
            <IndexTable index={health.index} />
            <p className="mt-2 text-meta text-muted">
              {common("sentences", {
                first: health.index.lag > 0 ? t("lag", { count: health.index.lag }) : t("noLag"),
                second: t("wordsOnly"),
              })}
            </p>
            {health.index.reason !== null && (
              <p className="stored mt-1 text-meta text-muted">
                <StoredText text={health.index.reason} />
              </p>
            )}
          </Section>
          <Section title={t("model")} aside={t(`modelState.${health.model.state}`)}>
            <Facts
              rows={[
                [t("modelName"), <StoredCode key="m" text={health.model.id} />],
                [t("modelSize"), t("dimensions", { count: health.model.dimension })],
              ]}
            />
            {health.model.error !== null && <p className="stored mt-2">{health.model.error}</p>}
            {health.model.hint !== null && <p className="stored mt-1 text-muted">{health.model.hint}</p>}
          </Section>
          <Section title={t("jobs")}>
            <Facts
              rows={[
                [t("queued"), numbers.count(health.jobs.queued - health.jobs.timers)],
                [t("running"), numbers.count(health.jobs.running)],
                [t("dead"), numbers.count(health.jobs.dead)],
                ...Object.entries(health.jobs.byKind).map(
                  ([kind, count]) => [labels.job(kind), numbers.count(count)] as const,
                ),
                [t("timers"), numbers.count(health.jobs.timers)],
              ]}
            />
          </Section>
          <Section
            title={t("disk")}
            aside={health.diskMax === null ? used : t("diskOfMax", { used, max: numbers.bytes(health.diskMax) })}
          >
            <Facts
              rows={Object.entries(health.disk).map(
                ([part, bytes]) => [wordFor(t, "diskOf", part), numbers.bytes(bytes)] as const,
              )}
            />
          </Section>
          <Section title={t("stored")}>
            <Facts
              rows={Object.entries(health.counts).map(
                ([name, count]) => [wordFor(t, "countOf", name), numbers.count(count)] as const,
              )}
            />
          </Section>
          <Section title={t("process")}>
            <Facts
              rows={[
                [t("version"), health.version],
                [t("uptime"), words.duration(health.uptime)],
                [t("folder"), <StoredCode key="home" text={health.home} />],
                ...(health.port === null ? [] : [[t("port"), String(health.port)] as const]),
                [t("pid"), String(health.pid)],
                [t("checked"), <Time key="at" at={health.checkedAt} show="absolute" />],
              ]}
            />
          </Section>
        </div>
        <Section title={models("title")}>
          <LlmPanel llm={llm} />
        </Section>
        <Section title={t("backups.title")}>
          <BackupList backups={backups} />
        </Section>
        <Section title={t("deadTitle")}>
          {dead.length === 0 ? <p className="text-muted">{t("noDead")}</p> : <DeadJobs jobs={dead} />}
        </Section>
      </div>
    </ScrollArea>
  );
}

function Problems({ health }: { health: Health }) {
  const t = useTranslations("health");
  if (health.problems.length === 0) {
    return (
      <p role="status" className="flex items-center gap-2 rounded-panel border px-4 py-3 font-medium">
        <CircleCheck aria-hidden className="size-4 text-green" />
        {t("ok")}
      </p>
    );
  }
  return (
    <section aria-label={t("problems")} className="rounded-panel border border-orange/50 bg-orange/10">
      <h2 className="flex items-center gap-2 px-4 pt-3 font-semibold">
        <TriangleAlert aria-hidden className="size-4 text-orange" />
        {t("degraded")}
      </h2>
      <ul className="divide-y px-4 pb-1">
        {health.problems.map((problem) => (
          <li key={problem.what} className="stored py-2">
            <StoredText text={problem.what} /> <StoredText text={problem.hint} className="text-muted" />
          </li>
        ))}
      </ul>
    </section>
  );
}
