/** Health: problems first, then what a search finds, the model, the jobs, the disk, the server. */
import { CircleCheck, TriangleAlert } from "lucide-react";
import type { Metadata } from "next";
import { BackupList } from "@/components/health/backup-list";
import { DeadJobs } from "@/components/health/dead-jobs";
import { Facts } from "@/components/ui/facts";
import { IndexTable } from "@/components/health/index-table";
import { LlmPanel } from "@/components/health/llm-panel";
import { RetryProblem } from "@/components/states/retry-problem";
import { t } from "@/components/strings";
import { l } from "@/components/strings-models";
import { StoredCode, StoredText } from "@/components/text/stored-text";
import { Time } from "@/components/time/time";
import { PageHeader, ScrollArea, Section, View } from "@/components/ui/page";
import { RefreshButton } from "@/components/ui/refresh-button";
import { listBackups } from "@/lib/backups/service";
import type { Backup } from "@/lib/contract/backups";
import type { LlmState } from "@/lib/contract/llm";
import type { Health, Job } from "@/lib/contract/system";
import { formatBytes, formatCount, formatDuration } from "@/lib/format";
import { readHealth } from "@/lib/health/service";
import { listJobs } from "@/lib/jobs/service";
import { readLlmState } from "@/lib/metering/state";
import { load } from "../_console/load";

export const metadata: Metadata = { title: t.health.title };

const MAX_DEAD = 50;

export default async function HealthPage() {
  const result = await load(async (app) => ({
    health: await readHealth(app),
    dead: listJobs(app, { status: "dead", limit: MAX_DEAD }).items,
    backups: listBackups(app).backups,
    llm: readLlmState(app),
  }));
  return (
    <View>
      <PageHeader title={t.health.title}>
        <RefreshButton label={t.health.lookAgain} />
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
  return (
    <ScrollArea label={t.health.title}>
      <div className="mx-auto max-w-[960px] space-y-8 p-4 sm:p-6">
        <Problems health={health} />
        <div className="grid gap-8 md:grid-cols-2">
          <Section title={t.health.index} aside={t.health.indexState[health.index.state]}>
            <IndexTable index={health.index} />
            <p className="mt-2 text-meta text-muted">
              {health.index.lag > 0 ? t.health.lag(health.index.lag) : t.health.noLag} {t.health.wordsOnly}
            </p>
            {health.index.reason !== null && (
              <p className="stored mt-1 text-meta text-muted">
                <StoredText text={health.index.reason} />
              </p>
            )}
          </Section>
          <Section title={t.health.model} aside={t.health.modelState[health.model.state]}>
            <Facts
              rows={[
                [t.health.modelName, <StoredCode key="m" text={health.model.id} />],
                [t.health.modelSize, t.health.dimensions(health.model.dimension)],
              ]}
            />
            {health.model.error !== null && <p className="stored mt-2">{health.model.error}</p>}
            {health.model.hint !== null && <p className="stored mt-1 text-muted">{health.model.hint}</p>}
          </Section>
          <Section title={t.health.jobs}>
            <Facts
              rows={[
                [t.health.queued, formatCount(health.jobs.queued - health.jobs.timers)],
                [t.health.running, formatCount(health.jobs.running)],
                [t.health.dead, formatCount(health.jobs.dead)],
                ...Object.entries(health.jobs.byKind).map(
                  ([kind, count]) => [nameOf(t.health.jobOf, kind), formatCount(count)] as const,
                ),
                [t.health.timers, formatCount(health.jobs.timers)],
              ]}
            />
          </Section>
          <Section
            title={t.health.disk}
            aside={t.health.diskOfBound(
              formatBytes(Object.values(health.disk).reduce((sum, bytes) => sum + bytes, 0)),
              health.diskMax === null ? null : formatBytes(health.diskMax),
            )}
          >
            <Facts
              rows={Object.entries(health.disk).map(
                ([part, bytes]) => [nameOf(t.health.diskOf, part), formatBytes(bytes)] as const,
              )}
            />
          </Section>
          <Section title={t.overview.stored}>
            <Facts
              rows={Object.entries(health.counts).map(
                ([name, count]) => [nameOf(t.health.countOf, name), formatCount(count)] as const,
              )}
            />
          </Section>
          <Section title={t.health.process}>
            <Facts
              rows={[
                [t.health.version, health.version],
                [t.health.uptime, formatDuration(health.uptime)],
                [t.health.folder, <StoredCode key="home" text={health.home} />],
                ...(health.port === null ? [] : [[t.health.port, String(health.port)] as const]),
                [t.health.pid, String(health.pid)],
                [t.health.checked, <Time key="at" at={health.checkedAt} show="absolute" />],
              ]}
            />
          </Section>
        </div>
        <Section title={l.title}>
          <LlmPanel llm={llm} />
        </Section>
        <Section title={t.backups.title}>
          <BackupList backups={backups} />
        </Section>
        <Section title={t.health.deadTitle}>
          {dead.length === 0 ? <p className="text-muted">{t.health.noDead}</p> : <DeadJobs jobs={dead} />}
        </Section>
      </div>
    </ScrollArea>
  );
}

/** A part that the console has no word for yet keeps its own name. */
const nameOf = (names: Record<string, string>, name: string): string => names[name] ?? name;

function Problems({ health }: { health: Health }) {
  if (health.problems.length === 0) {
    return (
      <p role="status" className="flex items-center gap-2 rounded-panel border px-4 py-3 font-medium">
        <CircleCheck aria-hidden className="size-4 text-green" />
        {t.health.ok}
      </p>
    );
  }
  return (
    <section aria-label={t.health.problems} className="rounded-panel border border-orange/50 bg-orange/10">
      <h2 className="flex items-center gap-2 px-4 pt-3 font-semibold">
        <TriangleAlert aria-hidden className="size-4 text-orange" />
        {t.health.degraded}
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
