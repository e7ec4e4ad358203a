/** A project in the list: name and what it was recognised by, mode, counts, last activity. */
import { TriangleAlert } from "lucide-react";
import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import type { Project } from "@/lib/contract/project";
import { StoredCode, StoredText } from "../text/stored-text";
import { Time } from "../time/time";
import { Tag } from "../ui/tag";
import { ModeTag } from "./mode-tag";
import { placeOf } from "./recognised";

export function ProjectRow({ project }: { project: Project }) {
  const t = useTranslations("projects");
  const format = useFormatter();
  return (
    <Link
      href={`/projects/${project.id}`}
      data-row
      className="grid min-h-11 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 border-b px-4 py-2 hover:bg-hover md:grid-cols-[minmax(0,1fr)_150px_repeat(3,88px)_80px]"
    >
      <span className="min-w-0">
        <span className="flex min-w-0 items-center gap-2">
          <span className="min-w-0 truncate font-medium">
            <StoredText text={project.name} />
          </span>
          {project.needs_review && (
            <Tag tone="orange">
              <TriangleAlert aria-hidden />
              {t("review")}
            </Tag>
          )}
        </span>
        <span className="block truncate text-meta text-muted">
          {t(`kind.${project.kind}`)} <StoredCode text={placeOf(project)} />
        </span>
      </span>
      <span className="justify-self-end md:justify-self-start">
        <ModeTag mode={project.mode} />
      </span>
      {[project.memories, project.sessions, project.observations].map((count, index) => (
        <span key={index} className="hidden text-right text-muted md:block">
          {format.number(count)}
        </span>
      ))}
      <span className="hidden text-right text-meta text-muted md:block">
        <Time at={project.last_activity_at} />
      </span>
      <span className="text-meta text-muted md:hidden">
        {t("counts", { memories: project.memories, sessions: project.sessions })}
      </span>
      <span className="justify-self-end text-meta text-muted md:hidden">
        <Time at={project.last_activity_at} />
      </span>
    </Link>
  );
}
