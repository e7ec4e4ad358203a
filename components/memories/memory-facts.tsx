/** All that is stored about a memory beside its text; what can be changed is changed in its row (E110, E111). */
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { Memory } from "@/lib/contract/memory";
import type { ProjectChoice } from "../frame/project-choice";
import { useLabels, wordFor } from "../labels";
import { useNumbers } from "../numbers";
import { StoredCode } from "../text/stored-text";
import { Time } from "../time/time";
import { Facts } from "../ui/facts";
import { ExpiryField, ImportanceField } from "./field-inputs";
import { AttributeField, ProjectField, TierField } from "./field-selects";
import { TagsField } from "./field-tags";

interface MemoryFactsProps {
  memory: Memory;
  projects: ProjectChoice[];
  isExpired: boolean;
}

export function MemoryFacts({ memory, projects, isExpired }: MemoryFactsProps) {
  const t = useTranslations("memory");
  const labels = useTranslations("labels");
  const named = useLabels();
  const numbers = useNumbers();
  // What one memory had typed into a field is not the next one's.
  const key = memory.id;
  const optional = (name: string, node: ReactNode, isThere: boolean): [string, ReactNode][] =>
    isThere ? [[name, node]] : [];
  const code = (text: string) => <StoredCode text={text} />;
  const rows: [string, ReactNode][] = [
    [t("form.tier"), <TierField key={key} memory={memory} />],
    [t("field.importance"), <ImportanceField key={key} memory={memory} />],
    [t("form.attribute"), <AttributeField key={key} memory={memory} />],
    [t("field.tags"), <TagsField key={key} memory={memory} />],
    [t("field.project"), <ProjectField key={key} memory={memory} projects={projects} />],
    [t("field.expires"), <ExpiryField key={key} memory={memory} isOver={isExpired} />],
    [t("field.status"), labels(`status.${memory.status}`)],
    ...optional(t("field.branch"), code(memory.branch ?? ""), memory.branch !== null),
    [t("field.kind"), wordFor(t, "kind", memory.kind)],
    [t("field.confidence"), numbers.percent(memory.confidence)],
    [t("field.used"), <Used key="u" memory={memory} />],
    [t("field.created"), <Time key="c" at={memory.created_at} show="absolute" />],
    [t("field.changed"), <Time key="x" at={memory.updated_at} show="absolute" />],
    [t("field.origin"), memory.origin === "" ? t("origins.unknown") : t(`origins.${memory.origin}`)],
    ...optional(t("field.host"), named.host(memory.host), memory.host !== ""),
    ...optional(t("field.session"), code(memory.source_session), memory.source_session !== ""),
    [t("field.id"), String(memory.id)],
    [t("field.revision"), numbers.count(memory.revision)],
  ];
  return <Facts rows={rows} />;
}

function Used({ memory }: { memory: Memory }) {
  const t = useTranslations("memory");
  const { access_count: count, last_accessed: last } = memory;
  if (count === 0) return t("neverUsed");
  if (last === null) return t("usedTimes", { count });
  return t.rich("usedTimesLast", { count, at: () => <Time at={last} show="spoken" /> });
}
