/** Everything known about one memory, for the panel and for its own page. */
import { useTranslations } from "next-intl";
import Link from "next/link";
import type { ReactNode } from "react";
import type { Exclusion } from "@/lib/contract/exclusion";
import type { MemoryVersion } from "@/lib/contract/history";
import type { Memory, SourceRef } from "@/lib/contract/memory";
import type { OperationDetail } from "@/lib/contract/operations";
import type { ReviewPair } from "@/lib/contract/review";
import { OperationItem } from "../feed/operation-item";
import { useNumbers } from "../numbers";
import { StoredCode, StoredText } from "../text/stored-text";
import { Time } from "../time/time";
import { CopyButton } from "../ui/copy-button";
import { Facts } from "../ui/facts";
import { Section } from "../ui/page";
import { ExclusionList } from "./exclusion-list";
import { MemoryBody } from "./memory-body";
import { Versions } from "./versions";
import { Waiting } from "./waiting";

interface MemoryDetailProps {
  memory: Memory;
  history: OperationDetail[];
  /** What the memories that its history touched say now. */
  previews: ReadonlyMap<number, string>;
  exclusions: Exclusion[];
  /** The whole chain, oldest first. */
  versions: MemoryVersion[];
  /** Open ones that it is a half of. */
  pairs: ReviewPair[];
  /** Of the view; null = all projects. */
  project?: string | null;
  large?: boolean;
}

export function MemoryDetail({
  memory,
  history,
  previews,
  exclusions,
  versions,
  pairs,
  project = null,
  large = false,
}: MemoryDetailProps) {
  const t = useTranslations("memory");
  const json = JSON.stringify(memory, null, 2);
  return (
    <div className="space-y-6">
      <MemoryBody memory={memory} project={project} large={large} />
      <Waiting memory={memory} pairs={pairs} />
      {exclusions.length > 0 && (
        <Section title={t("exclusion.title")}>
          <ExclusionList exclusions={exclusions} />
        </Section>
      )}
      <Section title={t("provenance")}>
        <Provenance sources={memory.sources} />
      </Section>
      <Section title={t("details")}>
        <Details memory={memory} />
      </Section>
      {versions.length > 1 && (
        <Section title={t("versions.title")}>
          <Versions id={memory.id} versions={versions} />
        </Section>
      )}
      <Section title={t("history")}>
        {history.length === 0 ? (
          <p className="text-muted">{t("noHistory")}</p>
        ) : (
          <ul className="divide-y rounded-panel border">
            {history.map((operation) => (
              <li key={operation.id}>
                <OperationItem operation={operation} previews={previews} only={`memories:${memory.id}`} />
              </li>
            ))}
          </ul>
        )}
      </Section>
      <details className="group rounded-panel border">
        <summary className="flex h-9 items-center rounded-panel px-3 font-semibold">{t("raw")}</summary>
        <div className="flex items-start border-t bg-sunken">
          <pre tabIndex={0} className="stored min-w-0 flex-1 p-3 font-mono text-meta">
            <StoredCode text={json} className="text-meta" />
          </pre>
          <CopyButton text={json} />
        </div>
      </details>
    </div>
  );
}

function Provenance({ sources }: { sources: SourceRef[] }) {
  const t = useTranslations("memory");
  if (sources.length === 0) return <p className="text-muted">{t("noProvenance")}</p>;
  return (
    <ul className="space-y-1">
      {sources.map((source, index) => (
        <li key={index}>
          <Link
            href={`/session/${source.session_id}?turn=${source.turn}#turn-${source.turn}`}
            className="font-medium text-accent-soft underline-offset-2 hover:underline"
          >
            {t("turnOf", { session: source.session_id, turn: source.turn })}
          </Link>
          {source.event_ids !== undefined && source.event_ids.length > 0 && (
            <span className="text-muted"> · {t("evidence", { count: source.event_ids.length })}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

function Details({ memory }: { memory: Memory }) {
  const t = useTranslations("memory");
  const common = useTranslations("common");
  const numbers = useNumbers();
  const tags = memory.tags.split(",").filter((tag) => tag !== "");
  const rows: [string, ReactNode][] = [
    [
      t("field.project"),
      memory.project === null ? common("allProjects") : <StoredText key="p" text={memory.project} />,
    ],
    ...(memory.branch === null
      ? []
      : [[t("field.branch"), <StoredCode key="b" text={memory.branch} />] as [string, ReactNode]]),
    [t("field.tags"), tags.length === 0 ? t("noTags") : <StoredText key="t" text={tags.join(", ")} />],
    [t("field.importance"), t("ofTen", { value: memory.importance })],
    [t("field.confidence"), numbers.percent(memory.confidence)],
    [t("field.used"), <Used key="u" memory={memory} />],
    [
      t("field.expires"),
      memory.expires_at === null ? t("neverExpires") : <Time key="e" at={memory.expires_at} show="absolute" />,
    ],
    [t("field.created"), <Time key="c" at={memory.created_at} show="absolute" />],
    [t("field.changed"), <Time key="x" at={memory.updated_at} show="absolute" />],
    ...linkRow(t("field.supersedes"), memory.supersedes),
    ...linkRow(t("field.supersededBy"), memory.superseded_by),
    [t("field.id"), String(memory.id)],
  ];
  return <Facts rows={rows} />;
}

function Used({ memory }: { memory: Memory }) {
  const t = useTranslations("memory");
  const { access_count: count, last_accessed: last } = memory;
  if (count === 0) return t("neverUsed");
  if (last === null) return t("usedTimes", { count });
  return t.rich("usedTimesLast", { count, at: () => <Time at={last} /> });
}

function linkRow(name: string, id: number | null): [string, ReactNode][] {
  if (id === null) return [];
  return [
    [
      name,
      <Link key={id} href={`/memories/${id}`} className="text-accent-soft underline-offset-2 hover:underline">
        <MemoryName id={id} />
      </Link>,
    ],
  ];
}

function MemoryName({ id }: { id: number }) {
  return useTranslations("labels")("memory", { id });
}
