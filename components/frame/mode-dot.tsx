/** What happens in a project: a dot of its own shape and colour, with the word beside it. */
import { useTranslations } from "next-intl";
import { cn } from "@/lib/cn";
import type { ProjectMode } from "@/lib/contract/project";

const SHAPES: Record<ProjectMode, string> = {
  auto: "bg-green",
  ask: "bg-blue",
  "read-only": "rounded-[2px] bg-slate",
  off: "border border-control bg-transparent",
};

export function ModeDot({ mode }: { mode: ProjectMode }) {
  const t = useTranslations();
  return (
    <>
      <span aria-hidden className={cn("size-2 shrink-0 rounded-full", SHAPES[mode])} />
      <span className="shrink-0" title={t(`projects.mode.${mode}`)}>
        {t(`frame.mode.${mode}`)}
      </span>
    </>
  );
}
