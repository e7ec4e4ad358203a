/** Everything known about one memory, for the panel and for its own page. */
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { cn } from "@/lib/cn";
import type { Exclusion } from "@/lib/contract/exclusion";
import type { MemoryInjection } from "@/lib/contract/inject";
import type { Memory } from "@/lib/contract/memory";
import type { MemoryRelated, MemoryText, MemoryUseCounts } from "@/lib/contract/memory-page";
import type { OperationDetail } from "@/lib/contract/operations";
import type { ReviewPair } from "@/lib/contract/review";
import { OperationItem } from "../feed/operation-item";
import type { ProjectChoice } from "../frame/project-choice";
import { Markdown } from "../text/markdown";
import { StoredCode } from "../text/stored-text";
import { CopyButton } from "../ui/copy-button";
import { Section } from "../ui/page";
import { ExclusionList } from "./exclusion-list";
import { Injected } from "./injected";
import { MemoryActions } from "./memory-actions";
import { MemoryFacts } from "./memory-facts";
import { MemoryStatement } from "./memory-statement";
import { MemoryTexts } from "./memory-texts";
import { Provenance } from "./provenance";
import { InForceNote, Succession } from "./succession";
import { ReviewTag, StatusTag } from "./tags";
import { Waiting } from "./waiting";

interface MemoryDetailProps {
  memory: Memory;
  projects: ProjectChoice[];
  isExpired: boolean;
  related: MemoryRelated;
  texts: MemoryText[];
  history: OperationDetail[];
  exclusions: Exclusion[];
  /** Open ones that it is a half of. */
  pairs: ReviewPair[];
  injections: MemoryInjection[];
  use: MemoryUseCounts;
  /** What lies near it, which takes longer than the rest. */
  near: ReactNode;
  compare: [MemoryText, MemoryText] | null;
  /** Of the view; null = all projects. */
  project: string | null;
  /** On its own page: facts beside the text where there is room. */
  large: boolean;
}

export function MemoryDetail(props: MemoryDetailProps) {
  const { memory, large } = props;
  return (
    <div
      className={cn("grid gap-6", large && "lg:grid-cols-[minmax(0,1fr)_340px] lg:grid-rows-[auto_1fr] lg:gap-x-10")}
    >
      <div className="min-w-0 space-y-4">
        {memory.status !== "active" && <InForceNote related={props.related} />}
        <Statement memory={memory} project={props.project} large={large} />
        <Waiting memory={memory} pairs={props.pairs} />
      </div>
      <Aside {...props} />
      <Rest {...props} />
    </div>
  );
}

/** One sentence stands large; what is longer is set for reading. */
const MAX_SENTENCE = 280;

function Statement({ memory, project, large }: { memory: Memory; project: string | null; large: boolean }) {
  const labels = useTranslations("labels");
  const isSentence = memory.value.length <= MAX_SENTENCE && !memory.value.includes("\n");
  return (
    <div className="min-w-0">
      <MemoryStatement memory={memory} actions={<MemoryActions memory={memory} project={project} />}>
        <Markdown
          text={memory.value}
          under={large ? 1 : 2}
          className={cn(
            isSentence ? (large ? "text-title font-medium" : "text-[16px] leading-6 font-medium") : "text-read",
          )}
        />
      </MemoryStatement>
      <div className="mt-3 flex flex-wrap gap-1.5 empty:hidden">
        <StatusTag status={memory.status} />
        <ReviewTag state={memory.review_state} />
      </div>
      {memory.review_state !== null && <p className="mt-2 text-muted">{labels(`reviewWhy.${memory.review_state}`)}</p>}
    </div>
  );
}

function Aside({ memory, projects, isExpired, exclusions, large }: MemoryDetailProps) {
  const t = useTranslations("memory");
  return (
    <div className={cn("min-w-0 space-y-6", large && "lg:row-span-2")}>
      <Section title={t("details")}>
        <MemoryFacts memory={memory} projects={projects} isExpired={isExpired} />
      </Section>
      {exclusions.length > 0 && (
        <Section title={t("exclusion.title")}>
          <ExclusionList exclusions={exclusions} />
        </Section>
      )}
    </div>
  );
}

function Rest({ memory, related, texts, history, injections, use, near, compare }: MemoryDetailProps) {
  const t = useTranslations("memory");
  return (
    <div className="min-w-0 space-y-6">
      <Section title={t("provenance")}>
        <Provenance turns={related.turns} total={related.turns_total} empty={t("noProvenance")} />
      </Section>
      <Succession related={related} />
      <Section title={t("injected.title")}>
        <Injected injections={injections} use={use} />
      </Section>
      {texts.length > 1 && (
        <Section title={t("texts.title")}>
          <MemoryTexts memory={memory} texts={texts} compare={compare} />
        </Section>
      )}
      <Section title={t("history")}>
        {history.length === 0 ? (
          <p className="text-muted">{t("noHistory")}</p>
        ) : (
          <ul className="divide-y rounded-panel border">
            {history.map((operation) => (
              <li key={operation.id}>
                <OperationItem operation={operation} only={`memories:${memory.id}`} />
              </li>
            ))}
          </ul>
        )}
      </Section>
      <RawJson memory={memory} />
      {/* Last: what comes late pushes nothing away. */}
      <Section title={t("near.title")}>{near}</Section>
    </div>
  );
}

function RawJson({ memory }: { memory: Memory }) {
  const t = useTranslations("memory");
  const json = JSON.stringify(memory, null, 2);
  return (
    <details className="group rounded-panel border">
      <summary className="flex h-9 items-center rounded-panel px-3 font-semibold">{t("raw")}</summary>
      <div className="flex items-start border-t bg-sunken">
        <pre tabIndex={0} className="stored min-w-0 flex-1 p-3 font-mono text-meta">
          <StoredCode text={json} className="text-meta" />
        </pre>
        <CopyButton text={json} label={t("copyRaw")} />
      </div>
    </details>
  );
}
