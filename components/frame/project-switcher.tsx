"use client";
/** Which project the views are narrowed to, with its branch and mode; the list to choose from is loaded when asked for. */
import { ChevronsUpDown, FolderGit2 } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import dynamic from "next/dynamic";
import { useRef, useState } from "react";
import { cn } from "@/lib/cn";
import { StoredCode, StoredText } from "../text/stored-text";
import { ModeDot } from "./mode-dot";
import type { ProjectChoice } from "./project-choice";

const load = () => import("./project-picker");
const Picker = dynamic(() => load().then((module) => module.ProjectPicker), { ssr: false });

export function ProjectSwitcher({ projects }: { projects: ProjectChoice[] }) {
  const t = useTranslations();
  const params = useSearchParams();
  const trigger = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const current = params.get("project");
  const project = projects.find(({ ref }) => ref === current) ?? null;
  const name = project?.name ?? current;
  const branch = params.get("branch") ?? project?.branch ?? null;
  return (
    <>
      <button
        ref={trigger}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={t("frame.chooseProject", { name: name ?? t("common.allProjects") })}
        title={name ?? t("common.allProjects")}
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
        onClick={() => setOpen(!open)}
        className="flex h-9 w-full min-w-0 shrink-0 items-center justify-center gap-2 rounded-control text-left hover:bg-hover lg:h-12 lg:justify-start lg:border lg:bg-surface lg:px-2"
      >
        <FolderGit2
          aria-hidden
          className={cn("size-4 shrink-0", current === null ? "text-muted" : "text-accent-soft")}
        />
        <span className="hidden min-w-0 flex-1 lg:block">
          <span className="block truncate font-medium">
            {name === null ? t("common.allProjects") : <StoredText text={name} />}
          </span>
          <span className="flex min-w-0 items-center gap-1.5 text-[11px] leading-4 text-muted">
            {project === null && name === null && t("frame.projects", { count: projects.length })}
            {project !== null && <ModeDot mode={project.mode} />}
            {branch !== null && name !== null && (
              <span title={t("frame.branch", { name: branch })} className="min-w-0 truncate">
                <StoredCode text={branch} />
              </span>
            )}
          </span>
        </span>
        <ChevronsUpDown aria-hidden className="hidden size-3.5 shrink-0 text-muted lg:block" />
      </button>
      {open && <Picker projects={projects} anchor={trigger} onClose={() => setOpen(false)} />}
    </>
  );
}
