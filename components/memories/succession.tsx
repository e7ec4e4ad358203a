/** What a memory took the place of and what took its place, with their words. */
import { useTranslations } from "next-intl";
import { ArrowUpRight } from "lucide-react";
import type { MemoryBrief, MemoryRelated } from "@/lib/contract/memory-page";
import { Section } from "../ui/page";
import { MemoryLine } from "./memory-line";

type Lines = Pick<MemoryRelated, "replaces" | "replaced_by" | "in_force">;

/** Above the statement of what is over: which one holds now. */
export function InForceNote({ related: { in_force: holds, replaced_by: next } }: { related: Lines }) {
  const t = useTranslations("memory");
  const shown = holds ?? next;
  if (shown === null) return null;
  return (
    <div className="flex items-start gap-2 rounded-control bg-violet/10 px-3 py-2">
      <ArrowUpRight aria-hidden className="mt-0.5 size-4 shrink-0 text-violet" />
      <div className="min-w-0">
        <p className="font-medium">{t(holds === null ? "succession.newer" : "succession.over")}</p>
        <MemoryLine memory={shown} whole />
      </div>
    </div>
  );
}

export function Succession({ related: { replaces, replaced_by: next } }: { related: Lines }) {
  const t = useTranslations("memory");
  return (
    <>
      {next !== null && <Group title={t("field.supersededBy")} memories={[next]} />}
      {replaces.length > 0 && <Group title={t("field.supersedes")} memories={replaces} />}
    </>
  );
}

function Group({ title, memories }: { title: string; memories: MemoryBrief[] }) {
  return (
    <Section title={title}>
      <ul className="divide-y rounded-panel border">
        {memories.map((memory) => (
          <li key={memory.id} className="px-3 py-2">
            <MemoryLine memory={memory} whole />
          </li>
        ))}
      </ul>
    </Section>
  );
}
