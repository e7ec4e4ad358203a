/** How the server is: problems first, then what a search finds, work, disk, whether the store is whole, backups. */
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { Backup } from "@/lib/contract/backups";
import type { IntegrityState, RebuildState } from "@/lib/contract/checks";
import type { LlmState } from "@/lib/contract/llm";
import type { Health, Job, JobQueue } from "@/lib/contract/system";
import { wordFor } from "../labels";
import { useNumbers } from "../numbers";
import { StoredCode, StoredText } from "../text/stored-text";
import { Time } from "../time/time";
import { useTimeWords } from "../time/words";
import { Facts } from "../ui/facts";
import { Meter } from "../ui/meter";
import { ScrollArea, Section } from "../ui/page";
import { BackupList } from "./backup-list";
import { DeadJobs } from "./dead-jobs";
import { IndexTable } from "./index-table";
import { IntegrityPanel } from "./integrity-panel";
import { LlmPanel } from "./llm-panel";
import { Problems } from "./problems";
import { QueueTable } from "./queue-table";
import { RebuildPanel } from "./rebuild-panel";

interface HealthViewProps {
  health: Health;
  dead: Job[];
  backups: Backup[];
  llm: LlmState;
  queue: JobQueue;
  rebuild: RebuildState;
  integrity: IntegrityState;
  /** The checks of doctor, which take a moment. */
  doctor: ReactNode;
}

export function HealthView({ health, dead, backups, llm, queue, rebuild, integrity, doctor }: HealthViewProps) {
  const t = useTranslations("health");
  const models = useTranslations("models");
  return (
    <ScrollArea label={t("title")}>
      <div className="mx-auto max-w-[960px] space-y-8 p-4 sm:p-6">
        <Problems problems={health.problems} />
        <div className="grid gap-8 md:grid-cols-2">
          <Index health={health} />
          <Model model={health.model} />
          <Disk health={health} />
          <Stored counts={health.counts} />
        </div>
        <Section title={t("queue.title")}>
          <QueueTable queue={queue} />
        </Section>
        <Section title={t("deadTitle")}>
          {dead.length === 0 ? (
            <p className="text-muted">{t("noDead")}</p>
          ) : (
            <DeadJobs jobs={dead} total={health.jobs.dead} />
          )}
        </Section>
        <Section title={t("rebuild.title")}>
          <RebuildPanel first={rebuild} vectorBytes={health.disk["vectors"] ?? 0} />
        </Section>
        <Section title={t("integrity.title")}>
          <IntegrityPanel first={integrity} />
        </Section>
        <div id="backups" className="scroll-mt-4">
          <Section title={t("backups.title")}>
            <BackupList backups={backups} />
          </Section>
        </div>
        <Section title={models("title")}>
          <LlmPanel llm={llm} />
        </Section>
        <Section title={t("process")}>
          <Server health={health} />
        </Section>
        {/* Last: what comes late pushes nothing away. */}
        <Section title={t("doctor.title")}>
          <p className="mb-2 text-muted">{t("doctor.what")}</p>
          {doctor}
        </Section>
      </div>
    </ScrollArea>
  );
}

function Index({ health: { index } }: { health: Health }) {
  const t = useTranslations("health");
  const common = useTranslations("common");
  return (
    <Section title={t("index")} aside={t(`indexState.${index.state}`)}>
      <IndexTable index={index} />
      <p className="mt-2 text-meta text-muted">
        {common("sentences", {
          first: index.lag > 0 ? t("lag", { count: index.lag }) : t("noLag"),
          second: t("wordsOnly"),
        })}
      </p>
      {index.reason !== null && (
        <p className="stored mt-1 text-meta text-muted">
          <StoredText text={index.reason} />
        </p>
      )}
    </Section>
  );
}

function Model({ model }: { model: Health["model"] }) {
  const t = useTranslations("health");
  return (
    <Section title={t("model")} aside={t(`modelState.${model.state}`)}>
      <Facts
        rows={[
          [t("modelName"), <StoredCode key="m" text={model.id} />],
          [t("modelSize"), t("dimensions", { count: model.dimension })],
        ]}
      />
      {model.error !== null && <p className="stored mt-2">{model.error}</p>}
      {model.hint !== null && <p className="stored mt-1 text-muted">{model.hint}</p>}
    </Section>
  );
}

function Disk({ health: { disk, diskMax } }: { health: Health }) {
  const t = useTranslations("health");
  const numbers = useNumbers();
  const bytes = Object.values(disk).reduce((sum, part) => sum + part, 0);
  const used = numbers.bytes(bytes);
  return (
    <Section title={t("disk")}>
      {diskMax === null ? (
        <p className="mb-2">{t("diskTotal", { used })}</p>
      ) : (
        <div className="mb-3">
          <Meter
            label={t("diskLabel")}
            text={t("diskBound", { used, max: numbers.bytes(diskMax) })}
            value={bytes}
            max={diskMax}
          />
        </div>
      )}
      <Facts
        rows={Object.entries(disk).map(([part, size]) => [wordFor(t, "diskOf", part), numbers.bytes(size)] as const)}
      />
    </Section>
  );
}

function Stored({ counts }: { counts: Health["counts"] }) {
  const t = useTranslations("health");
  const numbers = useNumbers();
  return (
    <Section title={t("stored")}>
      <Facts
        rows={Object.entries(counts).map(
          ([name, count]) => [wordFor(t, "countOf", name), numbers.count(count)] as const,
        )}
      />
    </Section>
  );
}

function Server({ health }: { health: Health }) {
  const t = useTranslations("health");
  const words = useTimeWords();
  return (
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
  );
}
